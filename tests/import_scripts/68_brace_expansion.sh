#!/bin/bash
#SBATCH --ntasks=1 --time=5
python fit.py --files shard_{1..3}.txt --also {train,test}.csv
