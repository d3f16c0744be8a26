#!/bin/bash
#SBATCH --ntasks=1 --cpus-per-task=2 --time=5
python -m torch.distributed.run --nproc_per_node 2 -m lab.fit --epochs 1
