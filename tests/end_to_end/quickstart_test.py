# SPDX-License-Identifier: GPL-3.0-or-later
"""The main job on this computer, end to end: submit, watch, find everything in the store, export, draw the curve.

Usage: quickstart_test.py small | full. `small` is a tiny model; `full` is the quickstart preset as it is shipped.
"""

import json
import math
import shutil
import sqlite3
import sys
import unittest

from sandbox import PRESETS, Sandbox, attempts, end_of, metric


class Quickstart:
    """The checks; `experiment`, `steps`, `logged_every` and `vocabulary` come from the variant."""

    def check(self, sandbox, experiment, steps, logged_every, vocabulary):
        done = sandbox.run("yard", "submit", experiment, "--watch", timeout=1200)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        folder = next((sandbox.root / "data/trainyard/runs").glob("*-*"))
        logged = list(range(logged_every, steps + 1, logged_every))

        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
        self.assertEqual(sorted(metric(folder)), logged)
        losses = [value for _, value in sorted(metric(folder).items())]
        self.assertLess(losses[-1], losses[0])
        perplexity = metric(folder, "eval/perplexity")[steps]
        self.assertLess(perplexity, vocabulary, "no better than guessing")
        self.assertGreater(perplexity, 1.0)

        self.check_store(sandbox, logged, metric(folder))
        self.check_export(sandbox, folder, metric(folder, "eval/loss")[steps])
        self.check_curve(sandbox)

    def check_store(self, sandbox, logged, points):
        """Every logged step is in runs.sqlite, and yard prints the same numbers."""
        store = sqlite3.connect(f"file:{sandbox.root}/data/trainyard/runs.sqlite?mode=ro", uri=True)
        self.addCleanup(store.close)
        self.assertEqual(store.execute("pragma integrity_check").fetchone()[0], "ok")
        printed = json.loads(sandbox.must("yard", "metrics", "last", "--json"))
        by_step = {point["step"]: point["value"] for point in printed if point["metric"] == "train/loss"}
        self.assertEqual(
            len(by_step), sum(point["metric"] == "train/loss" for point in printed), "a step is stored twice"
        )
        self.assertEqual(sorted(by_step), logged)
        for step, value in points.items():
            self.assertTrue(
                math.isclose(by_step[step], value, rel_tol=1e-6),
                f"step {step}: {by_step[step]} stored, {value} written",
            )

    def check_export(self, sandbox, folder, expected_loss):
        """transformers loads the exported folder, and speaks with it."""
        exported = sandbox.work / "exported"
        checkpoints = folder / "checkpoints"
        sandbox.must(
            "engine", "export", checkpoints / (checkpoints / "latest").read_text().strip(), "--output", exported
        )
        from transformers import AutoModelForCausalLM, AutoTokenizer

        model, loading = AutoModelForCausalLM.from_pretrained(exported, output_loading_info=True)
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"], loading)
        tokenizer = AutoTokenizer.from_pretrained(exported)
        text = "The following functions are provided by this module.\n"
        tokens = tokenizer(text, return_tensors="pt")["input_ids"]
        self.assertEqual(tokenizer.decode(tokens[0]), text)
        loss = model.eval()(input_ids=tokens, labels=tokens).loss.item()
        self.assertLess(abs(loss - expected_loss), 3.0, "the exported weights are not the trained ones")

    def check_curve(self, sandbox):
        picture = sandbox.work / "curve.png"
        sandbox.must("trainyard", "--plot", "last", "--output", picture, timeout=60)
        data = picture.read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(len(data), 5000, "the picture is nearly empty")


class Small(Quickstart, unittest.TestCase):
    def test_all(self):
        sandbox = self.enterContext(Sandbox())
        experiment = sandbox.small_experiment(training__max_steps=40, logging__every_steps=2, schedule__warmup_steps=5)
        self.check(sandbox, experiment, steps=40, logged_every=2, vocabulary=512)


class Full(Quickstart, unittest.TestCase):
    def test_all(self):
        sandbox = self.enterContext(Sandbox())
        sandbox.environment.pop("OMP_NUM_THREADS")
        shutil.copytree(PRESETS / "quickstart", sandbox.work / "quickstart")
        shutil.copy(PRESETS / "quickstart.yaml", sandbox.work)
        self.check(sandbox, sandbox.work / "quickstart.yaml", steps=240, logged_every=5, vocabulary=8192)


if __name__ == "__main__":
    variant = {"small": "Small", "full": "Full"}[sys.argv.pop(1)]
    unittest.main(defaultTest=variant)
