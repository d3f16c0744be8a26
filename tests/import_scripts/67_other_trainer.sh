#!/bin/bash
#SBATCH --ntasks=1 --time=5
export WANDB_DISABLED=true
trl sft --model_name_or_path qwen --dataset_name local --output_dir out
