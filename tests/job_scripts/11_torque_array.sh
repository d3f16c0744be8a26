#!/bin/bash
#PBS -t 3,5
#PBS -l walltime=00:04:00,nodes=1
#PBS -j oe -m n -V
python train.py --task "$SLURM_ARRAY_TASK_ID"
