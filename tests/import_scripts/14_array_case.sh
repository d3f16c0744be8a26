#!/bin/bash
#SBATCH -a 1,2
#SBATCH -n 1 -t 5
case "$SLURM_ARRAY_TASK_ID" in
  1) size=small; layers=2 ;;
  2) size=large; layers=6 ;;
esac
python fit.py --size $size --layers $layers
