# SPDX-License-Identifier: GPL-3.0-or-later
"""Unchanged programs (writers/) that log with the libraries of trackers have all their points: two processes, 2,000 steps of twelve metrics with
values that are not finite and steps that go back, killed in the middle and resumed. What `yard metrics` prints is compared with what the library
itself reads.

Usage: writers_test.py here | cluster [WRITER...]: both processes on this computer, or one on each of two nodes of a practice cluster. A writer whose
library is not installed is skipped, and said to be.
"""

import contextlib
import importlib.util
import json
import math
import os
import pathlib
import shutil
import signal
import sys
import unittest

import tracker_libraries as libraries
from practice import PracticeCluster
from sandbox import SOURCE, Sandbox, wait_until

# By name: the program, what it needs, and what reads it.
WRITERS = {
    "tensorboard": ("with_tensorboard.py", "tensorboard", libraries.tensorboard),
    "tensorboardx": ("with_tensorboardx.py", "tensorboardX", libraries.tensorboard),
    "wandb": ("with_wandb.py", "wandb", libraries.wandb),
    "mlflow": ("with_mlflow.py", "mlflow", libraries.mlflow),
    "swanlab": ("with_swanlab.py", "swanlab", libraries.swanlab),
    "lightning_csv": ("with_lightning.py csv", "pytorch_lightning", libraries.lightning_csv),
    "lightning_board": ("with_lightning.py board", "pytorch_lightning", libraries.tensorboard),
    "transformers": ("with_transformers.py", "transformers", libraries.transformers),
}
PLACES = {"here": "resources.processes_per_node=2", "cluster": "resources.nodes=2"}
SEEN_BEFORE_THE_KILL = 500  # points of one metric


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


# What the Trainer logs by itself.
TRAINERS = {
    "loss": "train/loss",
    "grad_norm": "train/gradient_norm",
    "train_loss": "train/mean_loss",
    "train_runtime": "train/runtime_seconds",
}


def product_name(writer, key):
    if writer != "transformers":
        return {"val/loss": "eval/loss"}.get(key, key)
    return TRAINERS.get(key, key if "/" in key else "train/" + key.removeprefix("train_"))


class Writers(unittest.TestCase):
    place = "here"

    @classmethod
    def setUpClass(cls):
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster = None
        if cls.place == "cluster":
            cls.cluster = cls.enterClassContext(PracticeCluster())
            cls.cluster.add_target(cls.sandbox)
        shutil.copytree(SOURCE / "tests/end_to_end/writers", cls.sandbox.work / "writers")

    def submit(self, name, program):
        program, *arguments = program.split()
        experiment = self.sandbox.work / f"{name}.yaml"
        experiment.write_text(
            f"format: 1\nname: {name}\nworkload: command\ncode: {{source: writers}}\n"
            f"command: {{launcher: none, program: {program}, arguments: {arguments}}}\n"
            f"environment: {{venv: {sys.prefix}, variables: {{CUDA_VISIBLE_DEVICES: '', MLFLOW_ALLOW_FILE_STORE: 'true'}}}}\n"
            "resources: {nodes: 1, processes_per_node: 1, cpus_per_process: 1, time_limit: '10'}\n"
        )
        target = ["--target", self.cluster.target] if self.cluster else []
        self.sandbox.must("yard", "submit", experiment, "--set", PLACES[self.place], *target)
        base = self.cluster.base if self.cluster else self.sandbox.root / "data/trainyard/runs"
        (folder,) = wait_until(lambda: list(base.glob(f"{name}-*")), 60, "the run's folder")
        return folder

    def curves(self):
        found = {}
        for point in json.loads(self.sandbox.must("yard", "metrics", "last", "--json")):
            found.setdefault(point["metric"], {})[point["step"]] = float(point["value"])
        return found

    def kill(self, program):
        """All ranks, without warning."""
        if self.cluster:
            pids = [pid for node in ("gpu1", "gpu2") for pid in self.cluster.processes_on(node)]
        else:
            pids = self.sandbox.processes(program)
        ranks = []
        for pid in pids:
            with contextlib.suppress(OSError):
                words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if b"python" in words[0] and program.encode() in words[1:3]:
                    ranks.append(pid)
        self.assertEqual(len(ranks), 2)
        for pid in ranks:
            with contextlib.suppress(ProcessLookupError):  # the agent ends what is left after the first
                os.kill(pid, signal.SIGKILL)

    def watch(self):
        return self.sandbox.run("yard", "watch", "last", timeout=300)

    def check(self, name):
        program, module, read = WRITERS[name]
        if not importlib.util.find_spec(module):
            print(f"SKIPPED: {name}: the library {module} is not installed", flush=True)
            self.skipTest(f"{module} is not installed")
        folder = self.submit(name, program)
        wait_until(
            lambda: len(self.curves().get("train/loss", {})) >= SEEN_BEFORE_THE_KILL,
            300,
            "curves of a program that runs",
        )
        self.kill(program.split()[0])
        self.assertNotEqual(self.watch().returncode, 0)
        self.sandbox.must("yard", "resume", "last")
        done = self.watch()
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        wanted, found = read(folder), self.curves()
        plain = 0
        if name == "mlflow":  # nothing tells which process writes a file
            (plain,) = [rank for rank in wanted if self.are_same(wanted[rank]["part/9"], found["part/9"])]
        self.compare(name, wanted, found, plain)

    def are_same(self, one, other):
        return sorted(one) == sorted(other) and all(same(one[step], other[step]) for step in one)

    def compare(self, writer, wanted, found, plain):
        """One process has the plain names, the other has words in front of all of its curves: its rank if it is known, else a folder, of which
        a resumed run may have another."""
        for rank, curves in sorted(wanted.items(), key=lambda item: item[0] != plain):
            for name, points in curves.items():
                shown = product_name(writer, name)
                names = [shown] if rank == plain else sorted(one for one in found if one.endswith("/" + shown))
                own = {}
                for each in names:
                    own.update(found.pop(each, {}))
                self.compare_points((rank, name), points, own)
        self.assertEqual(sorted(found), [])

    def compare_points(self, which, wanted, found):
        missing = sorted(set(wanted) - set(found))
        self.assertEqual(missing[:10], [], (which, len(missing)))
        self.assertEqual(sorted(set(found) - set(wanted)), [], which)
        wrong = [(step, found[step], value) for step, value in wanted.items() if not same(found[step], value)]
        self.assertEqual(wrong[:10], [], (which, len(wrong)))


def add_test(name):
    setattr(Writers, f"test_{name}", lambda self: self.check(name))


if __name__ == "__main__":
    Writers.place, *chosen = sys.argv[1:]
    for each in chosen or WRITERS:
        add_test(each)
    unittest.main(argv=sys.argv[:1], verbosity=2)
