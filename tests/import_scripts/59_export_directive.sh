#!/bin/bash
#SBATCH --ntasks=1 --time=5
#SBATCH --export=ALL,RUN_KIND=exported
python fit.py --kind "$RUN_KIND"
