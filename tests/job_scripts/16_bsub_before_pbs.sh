#!/bin/bash
#PBS -N pbs-name
#PBS -l nodes=2
#BSUB -J lsf-name -W 4
python train.py --name "$SLURM_JOB_NAME"
