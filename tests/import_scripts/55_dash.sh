#!/bin/dash
#SBATCH --ntasks=1 --time=5
set -- --epochs 2
[ -n "$SLURM_JOB_ID" ] && set -- "$@" --job
python fit.py "$@"
