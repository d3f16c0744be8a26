#!/bin/sh
# stand-in arguments: --epochs 3 "a b"
cd "$SLURM_SUBMIT_DIR" || exit 1
mkdir -p out && echo written > out/file
torchrun --nproc_per_node=2 train.py "$@"
