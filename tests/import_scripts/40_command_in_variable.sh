#!/bin/bash
#SBATCH --ntasks=1 --time=5
where=$(hostname)
CMD="python fit.py --epochs 2 --host $where --lr 1e-3"
srun $CMD
