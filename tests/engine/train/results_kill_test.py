# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine is killed just before one of the calls that replace the results of an earlier, shorter training: there is a whole model
at any moment, and the next start finishes the work."""

import os
import random
import shutil
import signal
import unittest

from engine_runs import Runs

NUM_POINTS = 400 if os.environ.get("TRAINYARD_LONG") else 10


class ResultsKill(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs())

    def longer(self, name, at=0):
        """A copy of the short training goes on under another name; killed before call number `at` below results/."""
        shutil.copytree(self.runs.folder / "short", self.runs.folder / name)
        variables = dict(
            LD_PRELOAD=os.environ["TRAINYARD_KILL_AT_CALL"],
            KILL_FOLDER=str(self.runs.folder / name / "results"),
            KILL_AT=str(at),
            KILL_LOG=str(self.runs.folder / f"{name}.calls"),
        )
        self.runs.environment.update(variables)
        code = self.runs.start(name, 1, ["training.max_steps=4"])[0].wait(timeout=120)
        for variable in variables:
            del self.runs.environment[variable]
        return code, (self.runs.folder / f"{name}.calls").read_text().split()

    def test_there_is_a_model_at_any_moment(self):
        self.runs.train("short", 1, ["training.max_steps=2"])
        short = (self.runs.folder / "short/results/model/model.safetensors").read_bytes()
        code, calls = self.longer("long")
        self.assertEqual(code, 0)
        long = (self.runs.folder / "long/results/model/model.safetensors").read_bytes()
        self.assertNotEqual(short, long)
        renames = [number for number, call in enumerate(calls, 1) if call.startswith("rename")]
        others = random.Random(7).sample(range(1, len(calls) + 1), len(calls))
        # Before each rename, and after the last: what replaces the model is among them.
        points = dict.fromkeys([*renames, renames[-1] + 1, *others])
        for point in list(points)[: max(NUM_POINTS, len(renames) + 1)]:
            with self.subTest(call=f"{point} of {len(calls)}, {calls[point - 1]}"):
                name = f"killed-{point}"
                code, _ = self.longer(name, point)
                self.assertEqual(code, -signal.SIGKILL)
                model = self.runs.folder / name / "results/model/model.safetensors"
                self.assertTrue(model.exists(), "there is no model")
                self.assertIn(model.read_bytes(), (short, long))
                self.runs.train(name, 1, ["training.max_steps=4"])
                self.assertEqual(model.read_bytes(), long)
                self.assertEqual(
                    [path.name for path in model.parent.parent.iterdir() if path.name.startswith("model")], ["model"]
                )
                shutil.rmtree(self.runs.folder / name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
