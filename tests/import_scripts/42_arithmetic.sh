#!/bin/bash
#SBATCH --nodes=1 --ntasks=2 --time=5
per_task=4
total=$((per_task * SLURM_NTASKS))
python fit.py --global-batch $total --half $(( total / 2 ))
