#!/bin/bash
#SBATCH --ntasks=1 --time=5
title='single $HOME "quotes"'
python fit.py --title "$title" --plain it\'s --empty "" --pair 'a'"b"c
