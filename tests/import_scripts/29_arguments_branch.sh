#!/bin/bash
#SBATCH --ntasks=1 --time=5
batch=8
if [ "$1" = big ]; then
  batch=64
fi
python fit.py --batch-size $batch
