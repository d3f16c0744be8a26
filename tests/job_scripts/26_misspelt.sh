#!/bin/bash
#SBTACH --nodes=2
# SBATCH -n 2
#SBATCH -t 4
cat > inner.sh <<JOB
#!/bin/bash
#SBATCH --nodes=2
python train.py --nodes "\$SLURM_JOB_NUM_NODES"
JOB
bash inner.sh
