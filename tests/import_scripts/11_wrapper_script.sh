#!/bin/bash
#SBATCH --ntasks=1 --cpus-per-task=2 --time=5
cat > bind_cores.sh <<'WRAP'
#!/bin/bash
export OMP_NUM_THREADS=1
exec "$@"
WRAP
chmod +x bind_cores.sh
srun ./bind_cores.sh python fit.py --epochs 1
