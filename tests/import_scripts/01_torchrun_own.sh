#!/bin/bash
#SBATCH --job-name=digits
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=5
torchrun --standalone --nproc_per_node=2 fit.py --epochs 3 --lr 1e-3 --data corpus/
