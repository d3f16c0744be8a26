#!/bin/bash
#PBS -N lab
#PBS -P project
python train.py
