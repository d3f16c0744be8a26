#!/bin/bash
#SBATCH --ntasks=1 --time=5
for ((fold = 0; fold < 3; fold++)); do
  python train_fold.py --fold $fold --folds 3
done
