#!/bin/bash
#PBS -l walltime=00:04:00
echo begins
#PBS -l nodes=2:ppn=1
srun python train.py
