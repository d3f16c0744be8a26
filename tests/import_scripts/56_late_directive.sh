#!/bin/bash
#SBATCH --ntasks=1
#SBATCH --time=5
echo begins
#SBATCH --nodes=64
python fit.py --epochs 1
