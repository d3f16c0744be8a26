#!/bin/bash
#SBATCH --ntasks=1 --time=5
options="--epochs 2   --lr 1e-3"
more=""
python fit.py $options $more --flag
