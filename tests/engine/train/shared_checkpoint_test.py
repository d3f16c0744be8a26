# SPDX-License-Identifier: GPL-3.0-or-later
"""Checkpoints that several ranks write together (parallel.zero_stage): the weights are the files that one rank would write, the optimizer's state is in
ranges that any number of ranks reads, and whoever is killed, and whenever, nothing that was announced is lost."""

import json
import os
import random
import resource
import signal
import time
import unittest

from engine_runs import Runs, largest_difference, optimizer_state

LONG = bool(os.environ.get("TRAINYARD_LONG"))
NUM_KILLS = 100 if LONG else 8
RANKS = 3
SETTINGS = [
    "optimizer.max_gradient_norm=0",
    "batch.per_device=4",
    "batch.global=8",
    "checkpoint.max_shard_size=2e-5",
    "training.max_steps=12",
    "evaluation.every_steps=null",
]


class SharedCheckpoint(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs())

    def newest(self, name):
        checkpoints = self.runs.folder / name / "checkpoints"
        return checkpoints / (checkpoints / "latest").read_text().strip()

    def weights(self, folder):
        return {path.name: path.read_bytes() for path in folder.glob("model*")}

    def test_the_files_are_those_of_one_rank(self):
        self.runs.train("whole", 2, SETTINGS)
        for stage in (1, 2, 3):
            name = f"stage {stage}"
            self.runs.train(name, 2, [*SETTINGS, f"parallel.zero_stage={stage}"])
            for folder, other in (
                (self.newest("whole"), self.newest(name)),
                (self.runs.folder / "whole/results/model", self.runs.folder / name / "results/model"),
            ):
                weights = self.weights(folder)
                self.assertGreater(len(weights), 4, "there is one file")
                self.assertEqual(weights.keys(), self.weights(other).keys())
                self.assertEqual(weights, self.weights(other))
            self.assertTrue(optimizer_state(self.newest("whole")) == optimizer_state(self.newest(name)))
            files = sorted(path.name for path in (self.newest(name) / "training").iterdir())
            shares = [f"optimizer-0000{rank}-of-00002.safetensors" for rank in (1, 2)]
            self.assertEqual(files, [*shares, "optimizer.index.json", "state.json"])
            listed = json.loads((self.newest(name) / "manifest.json").read_text())["files"]
            there = {str(path.relative_to(self.newest(name))) for path in self.newest(name).rglob("*.*")}
            self.assertEqual({*listed, "manifest.json"}, there)

    def test_any_number_of_ranks_reads_it(self):
        settings = [*SETTINGS, "training.max_steps=40", "checkpoint.every_steps=4"]
        whole = self.runs.train("whole", 1, [*settings, "batch.per_device=8"])
        for attempt, (ranks, stage, steps) in enumerate(((4, 3, 5), (2, 1, 14), (8, 2, 23), (1, 0, 40)), 1):
            own = [f"parallel.zero_stage={stage}", f"batch.per_device={8 // ranks}"]
            processes = self.runs.start("turns", ranks, [*settings, *own])
            if steps < 40:
                self.runs.wait_for_step("turns", steps, processes, attempt)
                self.assertLessEqual(set(self.runs.kill(processes, signal.SIGTERM)), {75, 0})
            else:
                self.assertEqual([process.wait(timeout=240) for process in processes], [0] * ranks)
        self.assertLess(largest_difference(whole, self.runs.metrics("turns")), 1e-5)

    def test_one_rank_has_no_space_left(self):
        settings = [*SETTINGS, "parallel.zero_stage=2", "training.max_steps=100000", "checkpoint.every_steps=5"]
        processes = self.runs.start("full", 2, settings, restore_signals=False)
        self.runs.wait_for_checkpoint("full", processes)
        resource.prlimit(processes[1].pid, resource.RLIMIT_FSIZE, (4096, 4096))
        self.assertEqual([process.wait(timeout=60) for process in processes], [3, 3])
        for rank in (0, 1):
            log = (self.runs.folder / f"full.{rank}.log").read_text()
            self.assertIn("optimizer-00002-of-00002.safetensors", log)
        self.assertTrue(list(self.newest("full").parent.glob("step-*")))
        self.assertFalse(list(self.newest("full").parent.glob("*.tmp-*")))
        kept = int(self.newest("full").name[5:])
        more = [*settings, f"training.max_steps={kept + 2}"]
        self.runs.train("full", 2, more)
        self.assertEqual(self.resumed("full"), [0, kept])

    def resumed(self, name):
        return [event["resume_step"] for event in self.runs.events(name) if event["event"] == "start"]

    def kill(self, name, settings, dice, announced):
        """One start of the run that ends by a kill, or with its last step. True in the latter case."""
        way = dice.choice(("all", "one", "at a call"))
        if way == "at a call":
            self.runs.environment.update(
                LD_PRELOAD=os.environ["TRAINYARD_KILL_AT_CALL"],
                KILL_FOLDER=str(self.runs.folder / name / "checkpoints"),
                KILL_AT=str(dice.randint(1, 100)),
                KILL_RANK=str(dice.randrange(RANKS)),
            )
        starts = self.resumed(name)
        processes = self.runs.start(name, RANKS, settings)
        for variable in ("LD_PRELOAD", "KILL_FOLDER", "KILL_AT", "KILL_RANK"):
            self.runs.environment.pop(variable, None)
        end = time.monotonic() + 60
        while self.resumed(name) == starts and all(process.poll() is None for process in processes):
            self.assertLess(time.monotonic(), end, "it does not start")
            time.sleep(0.02)
        if way != "at a call":
            time.sleep(dice.uniform(0, 1))
            for process in processes if way == "all" else [dice.choice(processes)]:
                process.kill()
        codes = [process.wait(timeout=120) for process in processes]
        self.assertLessEqual(set(codes), {0, 5, -signal.SIGKILL}, way)
        for step in self.resumed(name)[len(starts) :]:
            self.assertGreaterEqual(step, announced, "a checkpoint is lost")
        return codes == [0] * RANKS

    def test_killed_at_any_moment(self):
        settings = [*SETTINGS, "parallel.zero_stage=3", "checkpoint.every_steps=1", "training.max_steps=60"]
        settings += ["checkpoint.keep_last=1", "batch.global=12"]
        whole = self.runs.train("whole", RANKS, settings)
        dice = random.Random(9)
        name, announced = "run 0", 0
        for kill in range(NUM_KILLS):
            with self.subTest(kill=kill):
                is_over = self.kill(name, settings, dice, announced)
                self.assertFalse(list((self.runs.folder / name / "checkpoints").glob("*.damaged-*")))
                saved = [event["step"] for event in self.runs.events(name) if event["event"] == "checkpoint"]
                announced = max(saved, default=0)
                if is_over:
                    self.assertEqual(self.runs.metrics(name), whole)
                    name, announced = f"run {kill + 1}", 0
        self.assertEqual(self.runs.train(name, RANKS, settings), whole)
        self.assertGreaterEqual(self.resumed(name)[-1], announced)
        self.assertFalse(list((self.runs.folder / name / "checkpoints").glob("*.tmp-*")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
