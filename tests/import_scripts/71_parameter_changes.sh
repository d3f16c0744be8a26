#!/bin/bash
#SBATCH --ntasks=1 --time=5
file=data/books.tar.gz
base=${file##*/}
name=${base%%.*}
python fit.py --data "$file" --name "$name" --upper "${name^^}" --short "${name:0:2}"
