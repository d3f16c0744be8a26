#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=1 --cpus-per-task=2 --time=5
cat > accelerate_two.yaml <<'YAML'
compute_environment: LOCAL_MACHINE
distributed_type: MULTI_CPU
num_machines: 1
num_processes: 2
use_cpu: true
YAML
accelerate launch --config_file accelerate_two.yaml fit.py --epochs 4 --batch-size 16
