#!/bin/bash
#SBATCH --nodes=2 --ntasks-per-node=1 --time=5
rank=0
for node in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
  srun --nodes=1 --ntasks=1 --nodelist="$node" python fit.py --rank $rank --world 2 &
  rank=$((rank + 1))
done
wait
