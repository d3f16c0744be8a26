#!/bin/bash
#SBATCH --ntasks=1 --time=5
module purge
module load gcc/12.2 cuda/12.4
module load openmpi
python fit.py --epochs 1
