# SPDX-License-Identifier: GPL-3.0-or-later
"""Each DeepSpeed configuration of the originals, imported with the arguments of a training and run with its ZeRO stage and offloading by four
processes on two nodes of a practice cluster: it completes, its loss falls and is the same at every stage, and each rank says how much memory it
took beside what was planned.

Usage: practice_sharding_test.py
"""

import itertools
import json
import math
import shutil
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


class ShardedOnCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        shutil.copy(cls.sandbox.text(), cls.sandbox.work / "corpus.txt")

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

    def memory(self, folder):
        """By rank: the peak and the plan of a step that it reports."""
        said = [event for event in events(attempts(folder)[0]) if event.get("code") == "memory.peak"]
        return {event.get("rank") or 0: (event["arguments"]["peak"], event["arguments"]["total"]) for event in said}

    def test_each_configuration(self):
        losses, rest = {}, {}
        for name, text in CONFIGURATIONS.items():
            with self.subTest(name):
                document = self.imported(name)
                asked = json.loads(text)["zero_optimization"]
                rest[name] = yaml.safe_load(document.read_text())
                del rest[name]["name"]
                parallel = rest[name].pop("parallel")
                self.assertEqual(parallel["zero_stage"], asked["stage"])
                self.assertEqual(parallel.get("offload_optimizer", False), "offload_optimizer" in asked)
                self.assertEqual(parallel.get("offload_parameters", False), name == "zero3_offload")
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
                memory = self.memory(folder)
                print(f"{name}: memory of each rank, and the plan of a step: {memory}", file=sys.stderr)
                self.assertEqual(sorted(memory), list(range(RANKS)))
        # Of those that ask for the same but for what is shared out and offloaded.
        pairs = [(one, other) for one, other in itertools.combinations(losses, 2) if rest[one] == rest[other]]
        self.assertGreaterEqual(len(pairs), 2, rest)
        for one, other in pairs:
            for step, loss in losses[one].items():
                self.assertTrue(math.isclose(loss, losses[other][step], rel_tol=1e-5), f"{one}, {other}, step {step}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
