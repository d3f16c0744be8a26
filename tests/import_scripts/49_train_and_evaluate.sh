#!/bin/bash
#SBATCH --ntasks=1 --time=5
python run_clm.py --model_type gpt2 --tokenizer_name tok --train_file corpus.txt --do_train --max_steps 4 --output_dir out
python run_clm.py --model_name_or_path out --validation_file held_out.txt --do_eval --output_dir out
