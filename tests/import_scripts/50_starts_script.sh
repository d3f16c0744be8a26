#!/bin/bash
#SBATCH --ntasks=1 --time=5
printf '#!/bin/bash\npython fit.py --epochs "$1"\n' > inner_fit.sh
srun bash inner_fit.sh 2
