#!/bin/bash
#SBATCH --ntasks=1 --time=5
conda run -n lm --no-capture-output python fit.py --epochs 2
