#!/bin/bash
#SBATCH --ntasks=1 --time=5
python - --epochs 2 <<'PY'
print("loss 1.0")
PY
