#!/bin/bash
# stand-in said: script.leaves_folder
#SBATCH -t 4
cd ..
python train.py
