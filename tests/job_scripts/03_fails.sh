#!/bin/bash -e
#SBATCH -N1
#SBATCH --mem=200M
python train.py --fail 3
echo never
