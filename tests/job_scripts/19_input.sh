#!/bin/bash
#SBATCH --input=train.py -t 4
read -r line
python train.py --first "$line"
