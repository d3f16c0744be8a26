#!/bin/bash
#SBATCH --job-name=gpt2_multi
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --gres=gpu:8
#SBATCH --time=00:10:00
#SBATCH --account="MST000000"
#SBATCH --partition=gp1d
#SBATCH -o %j.out
#SBATCH -e %j.err

module purge
module load pkg/Anaconda3 cuda/11.7 compiler/gcc/11.2.0
export GPUS_PER_NODE=8
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_PORT=$(shuf -i 30000-60000 -n1)
export RDZV_ID=$(shuf -i 10-60000 -n1)
srun bash -c 'torchrun --nnodes ${SLURM_NNODES} --node_rank ${SLURM_PROCID} --nproc_per_node ${GPUS_PER_NODE} --rdzv_id ${RDZV_ID} --rdzv_backend c10d --rdzv_endpoint ${MASTER_ADDR}:${MASTER_PORT} train.py --model_name_or_path gpt2 --max_steps 250'
