#!/bin/bash
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --time=5
mpirun -np 2 -x OMP_NUM_THREADS=1 --map-by ppr:2:node python train_words.py --epochs 2
