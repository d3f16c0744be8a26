#!/bin/bash
#SBATCH --array=0-2
#SBATCH --ntasks=1 --time=5
RATES=(1e-4 3e-4 1e-3)
python fit.py --lr "${RATES[$SLURM_ARRAY_TASK_ID]}" --epochs 1
