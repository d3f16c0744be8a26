#!/bin/bash
#SBATCH --job-name=story_multi
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --gres=gpu:a100:8
#SBATCH --mem=256G
#SBATCH -p gp1d
#SBATCH --account="ABC123"
#SBATCH --time=00:10:00
#SBATCH -o logs/%j.out
#SBATCH --constraint=nvlink

module purge
module load cuda/11.7
source ~/envs/gpt2/bin/activate

GPUS_PER_NODE=8
MASTER_PORT=$(shuf -i 30000-60000 -n1)
ARGS="--learning_rate=5e-4 --per_device_train_batch_size 8"
EVAL_ARGS=(
  --do_eval   # once, at the end
  --validation_file "corpus/held out.txt"
)

srun --label bash -c 'torchrun --nnodes ${SLURM_NNODES} --node_rank ${SLURM_PROCID} \
  --nproc_per_node ${GPUS_PER_NODE} --rdzv_backend c10d \
  ./run_clm.py \
    --model_type gpt2 --tokenizer_name /models/gpt2 \
    --config_overrides n_embd=1024,n_head=16,n_layer=24 \
    --train_file corpus/train.txt \
    --max_steps 250 \
    --output_dir "$OUTPUT_DIR" \
    --no_use_fast_tokenizer --report_to none --do_train \
    $ARGS "${EVAL_ARGS[@]}"' > logs/$SLURM_JOB_ID.txt 2>&1
