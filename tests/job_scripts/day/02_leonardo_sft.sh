#!/bin/bash
#SBATCH --job-name=sft-train
#SBATCH --partition=boost_usr_prod
#SBATCH --gres=gpu:4
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=240G
#SBATCH --time=24:00:00
#SBATCH --account=EUHPC_A06_067
#SBATCH --output=logs/output_sft.log
#SBATCH --error=logs/error_sft.log

module load cuda/12.1 anaconda3/2023.09-0
export HF_HOME=./cache
export PYTHONUNBUFFERED=TRUE
srun accelerate launch --config_file ./multi_gpu.yaml train.py --learning_rate 2e-5
