#!/bin/bash
#SBATCH --ntasks=1 --time=5
launch() {
  local kind=$1
  shift
  python fit.py --kind "$kind" "$@"
}
launch base --epochs 2 --note "a b"
