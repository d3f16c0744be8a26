#!/bin/bash
#SBATCH --nodes=2 --ntasks-per-node=2 --time=5
srun --nodes=1 --ntasks=1 python fit.py --epochs 1
