#!/bin/bash
#SBATCH --nodes=2 --ntasks-per-node=1 --time=5
python fit.py --epochs 1
