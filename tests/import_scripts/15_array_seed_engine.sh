#!/bin/bash
#SBATCH --array=3-5
#SBATCH --ntasks=1 --time=5
python run_clm.py --model_type gpt2 --tokenizer_name tok --train_file corpus.txt --output_dir out --max_steps 5 --seed "$SLURM_ARRAY_TASK_ID"
