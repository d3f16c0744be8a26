#!/bin/bash
#SBATCH --ignore-pbs -t 4
#PBS -l nodes=2:ppn=1
#PBS -N other
python train.py --name "$SLURM_JOB_NAME"
