#!/bin/bash
#SBATCH -N 1 -t 7
#PBS -l nodes=2,walltime=00:03:00
#SBATCH -J both
python train.py --nodes "$SLURM_JOB_NUM_NODES"
