#!/bin/bash
#SBATCH --ntasks=1 --time=5
module load apptainer
IMAGE=images/torch.sif
srun apptainer exec --nv --bind /scratch:/scratch "$IMAGE" python fit.py --epochs 2
