#!/bin/bash
#SBATCH --ntasks=1 --time=5
case "${MODE:-short}" in
  short) epochs=1 ;;
  long) epochs=9 ;;
  *) echo "MODE is short or long"; exit 2 ;;
esac
python fit.py --epochs $epochs
