#!/bin/bash
#SBATCH --ntasks=1 --gres=gpu:1
#SBATCH hetjob
#SBATCH --ntasks=2
srun --het-group=0 python a.py : --het-group=1 python b.py
