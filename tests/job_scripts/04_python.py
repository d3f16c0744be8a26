#!/usr/bin/python3
#SBATCH --ntasks=2
#SBATCH --comment="a # b"
import os, subprocess
subprocess.run(["srun", "-n", "2", "python", "x.py", os.environ["SLURM_JOB_NAME"]], check=True)
