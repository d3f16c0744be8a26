#!/bin/bash
#SBATCH --ntasks=1 --time=5
printf 'alpha\nbeta\n' > names.txt
while read -r name; do
  python fit.py --name "$name" < /dev/null
done < names.txt
