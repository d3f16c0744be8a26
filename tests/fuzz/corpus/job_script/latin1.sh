#!/bin/sh
#SBATCH --nodes=2 --comment=Müller
#SBATCH --reservation=grün -t 10
