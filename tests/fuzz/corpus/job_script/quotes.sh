#!/bin/bash -l
#SBATCH --job-name='a b' -N2 --ntasks-per-node=4
#SBATCH --time=1-02:03:04 --gres=gpu:a100:4 --mem=16G -c 8
#SBATCH --comment="it's \"so\"" # comment
#SBATCH --array=0-15%4 --dependency=afterok:12 -o logs/%x-%j.out
#SBATCH -A lab -p gpu,long --qos normal --exclusive --nod 3

set -e
module load cuda
#SBATCH --late
srun python train.py --lr 1e-4
