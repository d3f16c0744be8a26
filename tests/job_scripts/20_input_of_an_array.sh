#!/bin/bash
#SBATCH -i train.py
#SBATCH --array=1-2 -t 4
python train.py --task "$SLURM_ARRAY_TASK_ID" --first "$(cat)"
