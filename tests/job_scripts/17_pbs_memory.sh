#!/bin/bash
#PBS -l mem=100mb,walltime=00:04:00
#PBS -o none
python train.py --memory "$SLURM_MEM_PER_NODE"
