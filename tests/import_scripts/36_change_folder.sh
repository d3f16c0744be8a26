#!/bin/bash
#SBATCH --ntasks=1 --time=5
mkdir -p project/src
cd project/src || exit 1
python fit.py --epochs 1
