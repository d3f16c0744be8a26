#!/bin/bash
#SBATCH --job-name=two-nodes
#SBATCH --nodes=2 --ntasks-per-node=2
#SBATCH --gres=gpu:2
#SBATCH -c 1 -t 5
#SBATCH --output=logs-%j.out
#SBATCH --error=logs-%j.err
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun python train.py --lr 1e-4 --name "two words" 'qu"ote'
echo "done on $(hostname)" >&2
