#!/bin/bash
#SBATCH --ntasks=1 --time=5
for rate in 1e-4 1e-3; do
  python fit.py --lr $rate --out "runs/$rate"
done
