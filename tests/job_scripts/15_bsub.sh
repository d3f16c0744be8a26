#!/bin/bash
#BSUB -J lsf-name
#BSUB -n 1,2
#BSUB -W 4
#BSUB -o out.%J
python train.py --tasks "$SLURM_NTASKS" --name "$SLURM_JOB_NAME"
