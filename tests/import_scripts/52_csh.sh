#!/bin/csh -f
#SBATCH --ntasks=1
#SBATCH --time=5
setenv KIND csh
set epochs = 2
python fit.py --epochs $epochs
