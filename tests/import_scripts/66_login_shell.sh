#!/bin/bash -l
#SBATCH --ntasks=1
#SBATCH --time=5
shopt -s expand_aliases
python fit.py --epochs 1
