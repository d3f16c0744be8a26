# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine is killed just before one of the calls that write a checkpoint; whatever the call, nothing is lost."""

import os
import random
import shutil
import signal
import unittest

from engine_runs import Runs

SETTINGS = ["training.max_steps=6", "checkpoint.every_steps=2", "checkpoint.keep_last=1", "evaluation.every_steps=2"]
NUM_POINTS = 400 if os.environ.get("TRAINYARD_LONG") else 12


class CheckpointKill(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs("resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.1"))

    def calls(self, name, at=0):
        folder = self.runs.folder / name
        self.runs.environment.update(
            LD_PRELOAD=os.environ["TRAINYARD_KILL_AT_CALL"],
            KILL_FOLDER=str(folder / "checkpoints"),
            KILL_AT=str(at),
            KILL_LOG=str(self.runs.folder / f"{name}.calls"),
        )
        code = self.runs.start(name, 1, SETTINGS)[0].wait(timeout=120)
        for variable in ("LD_PRELOAD", "KILL_FOLDER", "KILL_AT", "KILL_LOG"):
            del self.runs.environment[variable]
        return code, (self.runs.folder / f"{name}.calls").read_text().split()

    def test_killed_before_any_call(self):
        whole = self.runs.train("whole", 1, SETTINGS)
        code, calls = self.calls("counted")
        self.assertEqual(code, 0)
        self.assertEqual({"open", "write", "fsync", "mkdir", "rename", "renameat2", "unlinkat"}, set(calls))
        kinds = {kind: calls.index(kind) + 1 for kind in calls}  # each kind once, then at random
        points = list(kinds.values()) + random.Random(7).sample(range(1, len(calls) + 1), len(calls))
        for point in list(dict.fromkeys(points))[:NUM_POINTS]:
            with self.subTest(call=f"{point} of {len(calls)}, {calls[point - 1]}"):
                name = f"killed-{point}"
                code, _ = self.calls(name, point)
                self.assertEqual(code, -signal.SIGKILL)
                latest = self.runs.folder / name / "checkpoints/latest"
                if latest.exists():
                    out = self.runs.folder / f"out-{point}"
                    exported = self.runs.run("export", latest.parent / latest.read_text().strip(), "--output", out)
                    self.assertEqual(exported.returncode, 0, exported.stderr)
                resumed = self.runs.train(name, 1, SETTINGS)
                self.assertEqual(resumed, whole)
                self.assertFalse(list(latest.parent.glob("*.tmp-*")) + list(latest.parent.glob("*.damaged-*")))
                shutil.rmtree(self.runs.folder / name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
