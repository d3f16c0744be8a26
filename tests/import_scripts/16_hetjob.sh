#!/bin/bash
#SBATCH --ntasks=1 --cpus-per-task=1 --time=5
#SBATCH hetjob
#SBATCH --ntasks=1 --mem=100M
srun --het-group=0 python fit.py --epochs 1
