#!/bin/sh
#SBATCH --ntasks=1 --time=5
LEVEL=3
set -a
MODE=train
set +a
python fit.py --level "$LEVEL"
