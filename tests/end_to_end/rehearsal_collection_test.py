# SPDX-License-Identifier: GPL-3.0-or-later
"""A collection of job scripts that would fail at their start, and of others that would not: of the former 34 in 40 are found by
`yard check --rehearse`, of the latter one in 40 at most is suspected.

The files of a case have their names as keys; `job.sh` is the script, of which the first line is added."""

import json
import sys
import time
import unittest

from sandbox import Sandbox

NODES = "#SBATCH --nodes=1 --gres=gpu:4\n"
PROGRAM = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--lr', type=float)\np.add_argument('--data')\np.parse_args()\n"
HUGGINGFACE = """from dataclasses import dataclass
from transformers import HfArgumentParser, TrainingArguments
@dataclass
class Model:
    model_name: str = "x"
HfArgumentParser((Model, TrainingArguments)).parse_args_into_dataclasses()
"""

# What would fail.
BAD = {
    "processes": {"job.sh": NODES + "torchrun --nproc_per_node=8 train.py\n", "train.py": ""},
    "processes of accelerate": {"job.sh": NODES + "accelerate launch --num_processes 8 train.py\n", "train.py": ""},
    "nodes": {"job.sh": NODES + "torchrun --nnodes=2 --nproc_per_node=4 train.py\n", "train.py": ""},
    "tasks": {"job.sh": "#SBATCH -n 2\nsrun -n 4 python train.py\n", "train.py": ""},
    "nodes of a step": {"job.sh": "#SBATCH -N 1\nsrun -N 2 python train.py\n", "train.py": ""},
    "unset": {"job.sh": "set -euo pipefail\nepochs=3\npython train.py --epochs $epohcs\n", "train.py": ""},
    "unset small": {"job.sh": "set -u\npython train.py --out ${out_dir}/x\n", "train.py": ""},
    "unset index": {"job.sh": "set -u\npython train.py --seed $SLURM_ARRAY_TASK_ID\n", "train.py": ""},
    "environment that git ignores": {"job.sh": "source venv/bin/activate\npython train.py\n", "train.py": "", ".gitignore": "venv/\n", "venv/bin/activate": ""},
    "environment that is missing": {"job.sh": "source env/bin/activate\npython train.py\n", "train.py": ""},
    "folder that is missing": {"job.sh": "cd scr\npython train.py\n", "src/train.py": ""},
    "folder of this computer": {"job.sh": "cd CODE\npython train.py\n", "train.py": ""},
    "program of this computer": {"job.sh": "python CODE/train.py\n", "train.py": ""},
    "here-document": {"job.sh": "cat > a.json <<EOF\n{}\nEOF2\npython train.py\n", "train.py": ""},
    "conda": {"job.sh": "conda activate lm\npython train.py\n", "train.py": ""},
    "assignment": {"job.sh": "LR = 3\npython train.py --lr $LR\n", "train.py": ""},
    "continued line": {"job.sh": "python train.py \\ \n  --lr 3\n", "train.py": PROGRAM},
    "unclosed quote": {"job.sh": 'echo "a\npython train.py\n', "train.py": ""},
    "unclosed if": {"job.sh": "if [ -d x ]; then\npython train.py\n", "train.py": ""},
    "command": {"job.sh": NODES + "torchurn --nproc_per_node=4 train.py\n", "train.py": ""},
    "program": {"job.sh": "python trian.py\n", "train.py": ""},
    "script": {"job.sh": "bash run.sh\n", "train.py": ""},
    "script within": {"job.sh": "bash run.sh\n", "run.sh": "for i in 1 2; do\npython train.py\n", "train.py": ""},
    "name": {"job.sh": "python train.py\n", "train.py": "from tools import load_model\n", "tools.py": "def load(): pass\n"},
    "module": {"job.sh": "python train.py\n", "train.py": "import lab.net\n", "lab/__init__.py": "", "lab/nets.py": ""},
    "module that git ignores": {"job.sh": "python train.py\n", "train.py": "import secret\n", "secret.py": "", ".gitignore": "secret.py\n"},
    "relative import": {"job.sh": "python lab/fit.py\n", "lab/__init__.py": "", "lab/fit.py": "from .net import Net\n", "lab/net.py": "class Net: pass\n"},
    "option": {"job.sh": "python train.py --lrr 3\n", "train.py": PROGRAM},
    "value": {"job.sh": "python train.py --lr 3e\n", "train.py": PROGRAM},
    "option of a dataclass": {"job.sh": "python train.py --modelname x --bf16\n", "train.py": HUGGINGFACE},
    "option of the trainer": {"job.sh": "python train.py --learning_rates 1e-4\n", "train.py": HUGGINGFACE},
    "option in another file": {"job.sh": "python train.py --lrr 3\n", "train.py": "import options\n", "options.py": PROGRAM},
    "argument": {"job.sh": "python train.py --lr 3\n", "train.py": PROGRAM.replace("'--data'", "'data'")},
    "JSON": {"job.sh": "python train.py --deepspeed ds.json\n", "train.py": "", "ds.json": '{"a": 1,}'},
    "YAML": {"job.sh": "accelerate launch --config_file a.yaml train.py\n", "train.py": "", "a.yaml": "a: [1\nb: 2\n"},
    "file": {"job.sh": "python train.py\n", "train.py": "import json\nc = json.load(open('configs/base.json'))\n"},
    "file in main": {"job.sh": "python train.py\n", "train.py": "def main():\n    open('words.txt').read()\nif __name__ == '__main__':\n    main()\n"},
    "too new": {"job.sh": "module load python/3.8.10\npython train.py\n", "train.py": "match 3:\n    case 3: pass\n"},
    "rank": {"job.sh": "python train.py\n", "train.py": "import os\nrank = int(os.environ['LOCAL_RANK'])\n"},
    "undefined": {"job.sh": "python train.py\n", "train.py": "def main():\n    model = build(3)\nmain()\n"},
}  # fmt: skip

# What would not.
GOOD = {
    "plain": {"job.sh": "python train.py --lr 3\n", "train.py": PROGRAM},
    "torchrun": {"job.sh": NODES + "torchrun --nproc_per_node=4 train.py\n", "train.py": "import os\nr = os.environ['LOCAL_RANK']\n"},
    "torchrun by a variable": {"job.sh": NODES + "torchrun --nproc_per_node=$SLURM_GPUS_ON_NODE train.py\n", "train.py": ""},
    "torchrun of srun": {"job.sh": "#SBATCH -N 2 --ntasks-per-node=1 --gres=gpu:4\nsrun torchrun --nnodes 2 --nproc_per_node 4 --rdzv_backend c10d train.py\n", "train.py": ""},
    "accelerate": {"job.sh": "#SBATCH -N 2 --gres=gpu:4\nsrun accelerate launch --num_processes 8 --num_machines 2 train.py\n", "train.py": ""},
    "steps": {"job.sh": "#SBATCH -n 4 -c 2\nsrun -n 2 python train.py &\nsrun -n 2 python train.py &\nwait\n", "train.py": ""},
    "cores as tasks": {"job.sh": "#SBATCH -n 1 -c 8\nsrun -n 8 -c 1 python train.py\n", "train.py": ""},
    "clone": {"job.sh": "git clone https://example.org/x\ncd x\npython run.py\n"},
    "clone and install": {"job.sh": "git clone https://example.org/lab.git work\ncd work && pip install -e .\npython -m lab.fit --config configs/a.yaml\n"},
    "strict": {"job.sh": "set -euo pipefail\nLR=${LR:-3}\nfor seed in 1 2; do python train.py --lr $LR; done\n", "train.py": PROGRAM},
    "strict function": {"job.sh": "set -eu\nrun() { local lr=$1; shift; python train.py --lr $lr \"$@\"; }\nrun 3\nrun 4\n", "train.py": PROGRAM},
    "strict around conda": {"job.sh": "set -eu\nsource ~/.bashrc\nset +u\nconda activate lm\nset -u\npython train.py\n", "train.py": ""},
    "strict with Slurm": {"job.sh": "#SBATCH --array=1-3\nset -u\npython train.py --lr $SLURM_ARRAY_TASK_ID --data $SLURM_JOB_ID\n", "train.py": PROGRAM},
    "environment that is made": {"job.sh": "python -m venv env\nsource env/bin/activate\npython train.py\n", "train.py": ""},
    "environment there": {"job.sh": "source ~/envs/lm/bin/activate\nsource $HOME/x.sh\npython train.py\n", "train.py": ""},
    "folder of the cluster": {"job.sh": "cd /scratch/lab\npython run.py\n"},
    "folder that is made": {"job.sh": "mkdir -p out/a\ncd out/a\npython ../../train.py\n", "train.py": ""},
    "folder and back": {"job.sh": "cd src\npython fit.py\ncd ..\npython train.py\n", "src/fit.py": "", "train.py": ""},
    "here-document": {"job.sh": "cat > a.json <<'EOF'\n{\"a\": 1}\nEOF\npython train.py --config a.json\n", "train.py": ""},
    "here-document with tabs": {"job.sh": "cat <<-EOF\n\ta\n\tEOF\npython train.py\n", "train.py": ""},
    "conda prepared": {"job.sh": 'eval "$(conda shell.bash hook)"\nconda activate lm\npython train.py\n', "train.py": ""},
    "conda of a module": {"job.sh": "module load miniconda3\nconda activate lm\npython train.py\n", "train.py": ""},
    "compiled": {"job.sh": "make -j 8\n./build/run --config x.cfg\nsrun ./bin/solve input.yaml\n"},
    "unpacked": {"job.sh": "tar xf data.tar\ncd data\npython ../train.py --data words.txt\n", "train.py": PROGRAM},
    "guarded": {"job.sh": "if [ -f setup.sh ]; then source setup.sh; fi\n[ -d old ] && cd old\npython train.py\n", "train.py": ""},
    "options after all": {"job.sh": "python -u train.py \\\n  --lr 3 \\\n  --data x\n", "train.py": PROGRAM},
    "arguments of the script": {"job.sh": 'python train.py "$@"\n', "train.py": PROGRAM.replace("'--data'", "'data'")},
    "placeholder": {"job.sh": "python train.py --lr $LR $MORE\n", "train.py": PROGRAM},
    "dataclass": {"job.sh": "python train.py --model_name x --bf16 --learning_rate 1e-4 --eval_strategy no\n", "train.py": HUGGINGFACE},
    "config file of a dataclass": {"job.sh": "python train.py config.json\n", "train.py": HUGGINGFACE, "config.json": "{}"},
    "settings": {"job.sh": "python train.py --config a.yaml --deepspeed b.json\n", "train.py": "", "a.yaml": "defaults:\n  - x: ${y}\nz: !!python/tuple [1, 2]\n", "b.json": '{\n// why\n"a": 1}'},
    "lines": {"job.sh": "python train.py --train_file data.json\n", "train.py": "", "data.json": '{"a": 1}\n{"a": 2}\n'},
    "files": {"job.sh": "python train.py\n", "train.py": "import json, os\nwith open('a.json', 'w') as f:\n    json.dump({}, f)\nc = json.load(open('a.json'))\nif os.path.exists('b'):\n    open('b')\n"},
    "files from below": {"job.sh": "cd src\npython train.py\n", "src/train.py": "open('a.txt')\n", "src/a.txt": "x"},
    "package": {"job.sh": "python -m lab.fit\n", "lab/__init__.py": "", "lab/fit.py": "from .net import Net\nfrom lab import net\n", "lab/net.py": "class Net: pass\n"},
    "lazy names": {"job.sh": "python train.py\n", "train.py": "from tools import anything\ntry:\n    import apex\nexcept ImportError:\n    apex = None\n", "tools.py": "def __getattr__(name): return 1\n"},
    "names": {"job.sh": "python train.py\n", "train.py": "from tools import *\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import x\ndef main(): print(load(3), __file__)\nif __name__ == '__main__':\n    main()\n", "tools.py": "def load(x): return x\n"},
    "old Python": {"job.sh": "module load python/3.8.10\npython train.py\n", "train.py": "from __future__ import annotations\ndef f(x: int | None) -> list[int]: return [x]\n"},
    "ranks of Slurm": {"job.sh": "#SBATCH -n 2\nexport RANK=0 WORLD_SIZE=1 MASTER_ADDR=localhost MASTER_PORT=29500\npython train.py\n", "train.py": "import os\nr = int(os.environ['RANK'])\n"},
    "pipe": {"job.sh": "python train.py 2>&1 | tee log.txt\ngrep loss log.txt | tail -n 3 > short.txt\npython plot.py short.txt\n", "train.py": "", "plot.py": ""},
}  # fmt: skip


class Collection(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sandbox = cls.enterClassContext(Sandbox())
        # Nobody is there: what is told is told without it.
        cls.sandbox.must("yard", "targets", "add", "there", "--host", "127.0.0.1:1", "--base", "/scratch/runs")
        cls.sandbox.must("yard", "runs")

    def errors(self, kind, name, files):
        folder = self.sandbox.work / kind / name.replace(" ", "-")
        code = folder / "code"
        for file, text in files.items():
            (code / file).parent.mkdir(parents=True, exist_ok=True)
            (code / file).write_text(("#!/bin/bash\n" if file == "job.sh" else "") + text.replace("CODE", str(code)))
        excluded = json.dumps(files.get(".gitignore", "").split())
        (folder / "run.yaml").write_text(
            "format: 1\nname: case\nworkload: script\nscript: {file: code/job.sh}\n"
            f"code: {{source: code, exclude: {excluded}}}\n"
        )
        begin = time.monotonic()
        done = self.sandbox.run("yard", "check", folder / "run.yaml", "--rehearse", "--on", "there", "--json")
        self.seconds.append(time.monotonic() - begin)
        self.assertTrue(done.stdout, done.stderr)
        return [found["text"] for found in json.loads(done.stdout)["diagnostics"] if found["severity"] == "error"]

    def test_collection(self):
        self.seconds = []
        self.assertEqual((len(BAD), len(GOOD)), (40, 40))
        missed = [name for name, files in BAD.items() if not self.errors("bad", name, files)]
        suspected = {name: found for name, files in GOOD.items() if (found := self.errors("good", name, files))}
        median = sorted(self.seconds)[len(self.seconds) // 2]
        print(f"found {40 - len(missed)} of 40, suspected {len(suspected)} of 40, {median:.2f} s each", file=sys.stderr)
        self.assertLessEqual(len(missed), 6, missed)
        self.assertLessEqual(len(suspected), 1, suspected)


if __name__ == "__main__":
    unittest.main()
