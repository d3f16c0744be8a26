#!/bin/bash
#SBATCH --ntasks=1 --time=5
python -m lab.fit --epochs 3 positional 10
