#!/bin/bash
#SBATCH --ntasks=1 --time=5
conda activate lm
export TOKENIZERS_PARALLELISM=false
python fit.py --epochs 1
