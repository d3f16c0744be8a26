#!/bin/bash
#SBATCH --ntasks=1 --time=5
seed=1
while [ $seed -le 2 ]; do
  python fit.py --seed $seed
  seed=$((seed + 1))
done
