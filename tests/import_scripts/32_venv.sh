#!/bin/bash
#SBATCH --ntasks=1 --time=5
mkdir -p envs/lm/bin
echo 'export VIRTUAL_ENV=envs/lm' > envs/lm/bin/activate
source envs/lm/bin/activate
python fit.py --epochs 1
