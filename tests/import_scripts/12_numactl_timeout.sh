#!/bin/bash
#SBATCH --ntasks=1 --time=5
timeout 60 nice -n 5 python -u fit.py --epochs 2
