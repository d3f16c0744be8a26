#!/bin/bash
#SBATCH --ntasks=1 --time=5
: "${EPOCHS:=3}"
: ${RATE:="1e-4"}
set -e
echo "rate: $RATE"
python fit.py --epochs $EPOCHS --lr $RATE
