# SPDX-License-Identifier: GPL-3.0-or-later
"""Any command: an unchanged Hugging Face Trainer script, alone and with two processes under torchrun, and continued from its checkpoint."""

import re
import shutil
import sys
import unittest

from sandbox import PRESETS, Sandbox, attempts, end_of, events, metric, wait_until


class HuggingFaceTrainer(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        shutil.copytree(PRESETS / "huggingface_trainer", self.sandbox.work / "huggingface_trainer")
        environment = sys.prefix  # the test environment, which holds transformers
        text = (PRESETS / "huggingface-trainer.yaml").read_text()
        text = text.replace("venv: null", f"venv: {environment}")
        text = text.replace('"60"', f'"60"\n    - --text\n    - {self.sandbox.text(100_000)}')
        self.experiment = self.sandbox.work / "trainer.yaml"
        self.experiment.write_text(text)

    def runs(self):
        return sorted((self.sandbox.root / "data/trainyard/runs").glob("*-*"))

    def completed(self, folder):
        """The run ended well, and every step that the script logged has its point."""
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
        losses = metric(folder)
        self.assertEqual(sorted(losses), list(range(5, 61, 5)))
        self.assertLess(losses[60], 7.5)
        self.assertEqual(sorted(metric(folder, "eval/loss")), [20, 40, 60])
        return losses

    def test_two_processes_under_torchrun(self):
        done = self.sandbox.run("yard", "submit", self.experiment, "--watch", timeout=280)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        folder = self.runs()[0]
        losses = self.completed(folder)
        points = [
            line["step"]
            for line in events(attempts(folder)[0])
            if line["event"] == "metrics" and "train/loss" in line["values"]
        ]
        self.assertEqual(len(points), len(losses), "a step was reported twice")

    def test_alone_cancelled_and_continued_from_its_checkpoint(self):
        settings = ("--set", "command.launcher=none", "--set", "resources.processes_per_node=1")
        self.sandbox.must("yard", "submit", self.experiment, *settings)
        folder = wait_until(self.runs, 30, "the run folder")[0]
        wait_until(
            lambda: (folder / "checkpoints/checkpoint-20/trainer_state.json").exists(), 120, "the first checkpoint"
        )
        self.sandbox.must("yard", "cancel", "last")
        watched = self.sandbox.run("yard", "watch", "last", timeout=60)
        self.assertIn("cancelled", watched.stdout + watched.stderr)
        self.assertEqual(end_of(attempts(folder)[0])["outcome"], "cancelled")
        self.sandbox.must("yard", "resume", "last")
        done = self.sandbox.run("yard", "watch", "last", timeout=200)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        second = attempts(folder)[1]
        steps = [
            line["step"] for line in events(second) if line["event"] == "metrics" and "train/loss" in line["values"]
        ]
        self.assertGreater(min(steps), 20, "the second attempt began at the start again")
        self.completed(folder)
        self.assertFalse(re.search(r"Traceback", (second / "stderr.log").read_text(errors="replace")))


if __name__ == "__main__":
    unittest.main()
