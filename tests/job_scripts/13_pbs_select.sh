#!/bin/bash
#PBS -l select=2:ncpus=1:mpiprocs=1
#PBS -l walltime=00:04:00
srun python train.py
