#!/bin/bash
#SBATCH --ntasks=1 --time=5
python fit.py --epochs 1
