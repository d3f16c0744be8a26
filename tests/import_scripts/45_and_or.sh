#!/bin/bash
#SBATCH --ntasks=1 --time=5
[ -d missing ] || data=made
mkdir -p logs && python fit.py --data "$data" --epochs 1 2>&1 | tee logs/out.txt
