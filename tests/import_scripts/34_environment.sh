#!/bin/bash
#SBATCH --ntasks=1 --time=5
export HF_HOME=/tmp/hf
export HF_HUB_OFFLINE=1 WANDB_MODE="offline"
SCRATCH_NAME=run-$SLURM_JOB_ID
export RUN_FOLDER=/tmp/$SCRATCH_NAME
NCCL_DEBUG=WARN python fit.py --epochs 1
