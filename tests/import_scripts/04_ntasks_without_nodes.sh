#!/bin/bash
#SBATCH --ntasks=4 --ntasks-per-node=2
#SBATCH --time=5
srun python train_words.py --epochs 1
