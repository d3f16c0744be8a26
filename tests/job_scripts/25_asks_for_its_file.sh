#!/bin/bash
# stand-in said: script.asks_for_itself
#SBATCH -t 4
file=$(scontrol show job "$SLURM_JOB_ID" | grep Command= | cut -d= -f2)
cd "$(dirname "$file")" && python train.py
