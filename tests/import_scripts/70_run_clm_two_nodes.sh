#!/bin/bash
#SBATCH --job-name=story
#SBATCH --nodes=2 --ntasks-per-node=1 --cpus-per-task=2
#SBATCH --time=5
export OMP_NUM_THREADS=1
ARGS="--learning_rate=5e-4 --per_device_train_batch_size 2"
srun torchrun --nnodes $SLURM_NNODES --nproc_per_node 2 --rdzv_backend c10d --rdzv_endpoint "$(hostname):29512" \
  run_clm.py --model_type gpt2 --tokenizer_name tok --train_file corpus.txt --output_dir out --use_cpu --max_steps 3 $ARGS
