#!/bin/bash
#SBATCH --ntasks=1 --time=5
ARGS=(
  --epochs 3   # short
  --name "left right"
)
ARGS+=(--resume)
EXTRA=()
python fit.py "${ARGS[@]}" "${EXTRA[@]}"
