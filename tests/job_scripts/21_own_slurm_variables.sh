#!/bin/bash
#SBATCH -n 1 -t 4
export SLURM_CPU_BIND=none SLURM_HINT=nomultithread
srun python train.py
