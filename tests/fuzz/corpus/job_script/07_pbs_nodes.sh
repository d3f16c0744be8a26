#!/bin/bash
#PBS -N pbs-name
#PBS -l nodes=2:ppn=1
#PBS -l walltime=00:04:00
srun python train.py --name "$SLURM_JOB_NAME"
