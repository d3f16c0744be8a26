# SPDX-License-Identifier: GPL-3.0-or-later
"""Each DeepSpeed configuration of the originals, imported with the arguments of a training and run with its ZeRO stage and offloading by four
processes on two nodes of a practice cluster: it completes, its loss falls and is the same at every stage, and each rank says how much memory it
took beside what was planned.

Usage: practice_sharding_test.py
"""

import json
import math
import re
import sys
import unittest

import yaml

from practice import PracticeCluster
from sandbox import PRESETS, Sandbox, attempts, end_of, events, metric

RANKS, STEPS = 4, 24
# As NYUTron's configs/ds.json.
STAGE_1 = {
    "fp16": {"enabled": "auto"},
    "optimizer": {"type": "AdamW", "params": {"lr": "auto", "betas": "auto", "eps": "auto", "weight_decay": "auto"}},
    "zero_optimization": {
        "stage": 1,
        "offload_optimizer": {"device": "cpu", "pin_memory": True},
        "allgather_partitions": True,
        "reduce_scatter": True,
        "overlap_comm": True,
        "contiguous_gradients": True,
    },
    "gradient_accumulation_steps": "auto",
    "gradient_clipping": "auto",
    "train_batch_size": "auto",
    "train_micro_batch_size_per_gpu": "auto",
}
CONFIGURATIONS = {"stage1_offload": json.dumps(STAGE_1)} | {
    path.stem: path.read_text() for path in sorted((PRESETS / "twcc-run-clm-deepspeed").glob("*.json"))
}
SIZES = "n_layer=2,n_embd=64,n_head=2,n_positions=64,vocab_size=600,resid_pdrop=0,embd_pdrop=0,attn_pdrop=0"
SCRIPT = f"""#!/bin/bash
#SBATCH --job-name=sharded
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
srun torchrun --nnodes 2 --nproc_per_node 2 run_clm.py --model_type gpt2 --config_overrides {SIZES} \\
  --train_file corpus.txt --block_size 64 --per_device_train_batch_size 2 --max_steps {STEPS} --learning_rate 3e-3 \\
  --logging_steps 1 --save_steps 10 --do_train --seed 7 --output_dir out --deepspeed CONFIGURATION.json
"""
# What this cluster does not have, and what a training that is imported still has to be told.
HERE = (
    "resources.gpus_per_node=0",
    "resources.processes_per_node=2",
    "precision.kind=fp32",
    "tokenizer.min_frequency=1",
)
BYTES = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def size(text):
    number, unit = text.split()
    return float(number) * BYTES[unit]


class ShardedOnCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        (cls.sandbox.work / "corpus.txt").write_text(cls.sandbox.text())

    def imported(self, name):
        folder = self.sandbox.work / name
        folder.mkdir()
        (folder / f"{name}.json").write_text(CONFIGURATIONS[name])
        (folder / "job.sh").write_text(SCRIPT.replace("CONFIGURATION", name))
        document = self.sandbox.work / f"{name}.yaml"
        self.sandbox.must(
            "yard", "import", "--as", "engine", folder / "job.sh", folder / f"{name}.json", "--output", document
        )
        return document

    def check_memory(self, folder):
        """By rank: the peak and the plan that it reports."""
        found = {}
        for file in sorted(attempts(folder)[0].glob("nodes/*/rank-*.*")):
            for peak, total in re.findall(r"([\d.]+ [KMG]iB) .*?([\d.]+ [KMG]iB)", file.read_text()):
                found[int(re.search(r"rank-(\d+)", file.name)[1])] = size(peak), size(total)
        return found

    def test_each_configuration(self):
        losses = {}
        for name, text in CONFIGURATIONS.items():
            with self.subTest(name):
                document = self.imported(name)
                asked = json.loads(text)["zero_optimization"]
                parallel = yaml.safe_load(document.read_text())["parallel"]
                self.assertEqual(parallel["zero_stage"], asked["stage"])
                self.assertEqual(parallel["offload_optimizer"], "offload_optimizer" in asked)
                self.assertEqual(parallel["offload_parameters"], "offload_param" in asked and asked["stage"] == 3)
                settings = [word for setting in HERE for word in ("--set", setting)]
                self.sandbox.must(
                    "yard", "submit", document, "--on", self.cluster.target, "--watch", *settings, timeout=600
                )
                run = json.loads(self.sandbox.must("yard", "show", "last", "--json"))
                folder = self.cluster.base / run["folder"].rpartition("/")[2]
                self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
                start = events(attempts(folder)[0])[0]
                self.assertEqual(len(start["nodes"]), 2)
                curve = metric(folder)
                self.assertEqual(sorted(curve), list(range(1, STEPS + 1)))
                self.assertLess(curve[STEPS], curve[1])
                losses[name] = curve
                memory = self.check_memory(folder)
                print(f"{name}: memory of each rank, and its plan (bytes): {memory}", file=sys.stderr)
                self.assertEqual(sorted(memory), list(range(RANKS)))
        first = losses["stage1_offload"]
        for name, curve in losses.items():
            for step, loss in curve.items():
                self.assertTrue(
                    math.isclose(loss, first[step], rel_tol=1e-5), f"{name}, step {step}: {loss}, {first[step]}"
                )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
