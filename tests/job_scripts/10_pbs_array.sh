#!/bin/bash
#PBS -J 1-2
#PBS -l walltime=4:00
python train.py --task "$SLURM_ARRAY_TASK_ID"
