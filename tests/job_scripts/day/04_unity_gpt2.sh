#!/bin/bash
#SBATCH -c 2
#SBATCH --mem=100000
#SBATCH -p gypsum-rtx8000
#SBATCH -G 2
#SBATCH -o slurm-%j.out

module load pytorch
torchrun --standalone --nnodes=1 --nproc_per_node=2 train.py --output_dir checkpoints --do_train True --num_train_epochs 0.1
