#!/bin/bash
#SBATCH -t 4
mkdir -p sub && cd sub
cd ..
python train.py
