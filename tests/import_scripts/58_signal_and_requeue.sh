#!/bin/bash
#SBATCH --ntasks=1 --time=5
#SBATCH --signal=B:USR1@60 --requeue --open-mode=append
trap 'touch stopping' USR1
python fit.py --epochs 1 --resume auto
