#!/bin/bash
#SBATCH --ntasks=1 --time=5
line='python fit.py --epochs 2 --name "from eval"'
eval "$line"
