#!/bin/bash
##SBATCH --nodes=9
#SBATCH -N1 -n1 --time 5 -J "spelled many ways" # a comment
#SBATCH --comment='one # two'
 #SBATCH --nodes=8
python fit.py --epochs 1
