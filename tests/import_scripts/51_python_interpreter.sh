#!/usr/bin/env python3
#SBATCH --ntasks=1
#SBATCH --time=5
import os
import subprocess

subprocess.run(["torchrun", "--nproc_per_node", "1", "fit.py", "--tasks", os.environ.get("SLURM_NTASKS", "1")], check=True)
