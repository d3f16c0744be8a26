#!/usr/bin/env bash
#SBATCH --ntasks=1
#SBATCH --time=5
set -euo pipefail
shopt -s extglob
python fit.py --epochs 1
