#!/bin/bash
#SBATCH --ntasks=1 --time=5
cat > arguments.json <<JSON
{"model_type": "gpt2", "tokenizer_name": "tok", "train_file": "corpus.txt", "output_dir": "out", "max_steps": 4}
JSON
python run_clm.py arguments.json
