#!/bin/bash
#SBATCH --ntasks=1 --time=5
if [ "$SLURM_NTASKS" -gt 8 ]; then
  echo "too many tasks"
  exit 1
fi
exec python fit.py --tasks "$SLURM_NTASKS"
