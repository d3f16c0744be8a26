#!/bin/bash
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=5
cat > ds_small.json <<EOF
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_accumulation_steps": 2
}
EOF
deepspeed --num_gpus 2 fit.py --deepspeed --deepspeed_config ds_small.json --epochs 1
