#!/bin/bash
#PBS -o out.txt
#PBS -e err.txt
#PBS -l walltime=00:04:00
python train.py
