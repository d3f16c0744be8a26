#!/bin/bash
#SBATCH -N 2 --ntasks-per-node 1 -c 2 -t 5
export MASTER=$(scontrol show hostnames | head -n1)
srun bash -c 'accelerate launch --num_machines 2 --num_processes 4 --machine_rank $SLURM_NODEID --main_process_ip $MASTER --main_process_port 29600 fit.py --epochs 2'
