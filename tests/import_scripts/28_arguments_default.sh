#!/bin/bash
#SBATCH --ntasks=1 --time=5
epochs=${1:-3}
rate=${2:-1e-3}
python fit.py --epochs "$epochs" --lr "$rate"
