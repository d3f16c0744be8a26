#!/bin/bash
#SBATCH --ntasks=1 --time=5
python preprocess.py --lower
python fit.py --stage 1
python fit.py --stage 2 --from stage1
