#!/bin/bash
#SBATCH --ntasks=1 --time=5
export SEEN=yes
HIDDEN=no
bash -c 'python fit.py --seen "$SEEN" --hidden "${HIDDEN:-unset}"'
