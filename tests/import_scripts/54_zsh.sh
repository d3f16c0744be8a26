#!/bin/zsh
#SBATCH --ntasks=1 --time=5
words="one two"
rates=(1e-4 1e-3)
python fit.py --words $words --lr ${rates[1]}
