#!/bin/bash
#SBATCH --job-name=tune-mdl
#SBATCH --output=./output/%A_%a-%x.stdout
#SBATCH --partition=sxmq
#SBATCH --reservation=sxmtest
#SBATCH --gres=gpu:8
#SBATCH --time=1-00:00:00
#SBATCH --array=0-9

export HF_HOME=./cache
torchrun --nproc_per_node=8 --rdzv_backend c10d --rdzv-id "${SLURM_ARRAY_TASK_ID:-0}" --rdzv-endpoint=localhost:0 \
  train.py --size "${SLURM_ARRAY_TASK_ID:-0}"
sstat --jobs="$SLURM_JOB_ID" -a --format=jobid,avecpu,maxrss || true
