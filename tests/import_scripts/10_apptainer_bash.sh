#!/bin/bash
#SBATCH --ntasks=1 --time=5
mkdir -p work
srun singularity exec images/torch.sif bash -c "cd work && python fit.py --epochs 3 --tag 'inside image'"
