#!/bin/bash
#SBATCH --wait-all-nodes=1
#SBATCH --qos=qos_free
#SBATCH --job-name=pretraining
#SBATCH --nodes=3
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=200G
#SBATCH --partition=oermannlab
#SBATCH --time=30-00:00:00
#SBATCH --gres=gpu:a100:8
#SBATCH --output=outs/multinode_%j.out
#SBATCH --nodelist=a100-8001,a100-8002,a100-8003

module load cuda/11.4 gcc/10.2.0 nccl
deepspeed --hostfile configs/hostfile --num_gpus=8 --num_nodes=3 train.py --deepspeed zero1.json
