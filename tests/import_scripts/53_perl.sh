#!/usr/bin/perl
#SBATCH --ntasks=1 --time=5
my @words = ("python", "fit.py", "--epochs", 2);
system(@words) == 0 or exit 1;
