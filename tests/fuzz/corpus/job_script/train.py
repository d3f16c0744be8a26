#SBATCH
import argparse
from transformers import Trainer
print('x')
