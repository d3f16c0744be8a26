#!/bin/bash
# stand-in said: script.leaves_folder
#SBATCH -t 4
python ../train.py --lr 1
