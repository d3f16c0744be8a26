#!/bin/bash
#SBATCH --ntasks=1 --mem=0 --time=5
python fit.py --epochs 1
