#!/bin/bash
#SBATCH --ntasks=1
#SBATCH --time=5
python fit.py --epochs 1
if [ -n "$SUBMIT_NEXT" ]; then
  sbatch --dependency=afterok:$SLURM_JOB_ID --wrap="python evaluate.py --all"
fi
