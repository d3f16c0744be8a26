#!/bin/bash
#SBATCH --ntasks=1 --time=5
EPOCHS=3
srun bash <<SHELL
export RUN_KIND=nightly
python fit.py --epochs $EPOCHS --kind \$RUN_KIND
SHELL
