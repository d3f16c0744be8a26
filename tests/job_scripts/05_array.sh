#!/bin/bash
#SBATCH --array=1-2
#SBATCH -J sweep
LRS=(0 1e-3 1e-4)
python train.py --lr ${LRS[$SLURM_ARRAY_TASK_ID]}
