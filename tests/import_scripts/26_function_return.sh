#!/bin/bash
#SBATCH --ntasks=1 --time=5
pick() {
  if [ "${QUICK:-no}" = yes ]; then
    epochs=1
    return
  fi
  epochs=5
}
pick
python fit.py --epochs $epochs
