# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that were not made for it have curves, on this computer: a command, a job script, and lines that a pattern describes."""

import csv
import io
import unittest

from sandbox import Sandbox

PROGRAM = """\
import sys
print("loading 3 files")
for step in range(1, 6):
    print(f"iter {step * 10}: loss {4 / step:.4f}, time {step}.5ms", file=sys.stderr, flush=True)
    if step % 2 == 0:
        print(f"step {step * 10}: train loss {4 / step:.4f}, val loss {5 / step:.4f}", flush=True)
print("measured 7 at 70", end="", flush=True)
"""


class PrintedCurves(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.project = self.sandbox.work / "project"
        self.project.mkdir()
        (self.project / "train.py").write_text(PROGRAM)

    def run_document(self, text):
        """The curves of a run of this document, by name, and its messages."""
        (self.project / "experiment.yaml").write_text(text)
        done = self.sandbox.run("yard", "submit", "experiment.yaml", "--watch", cwd=self.project)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return self.curves(), done.stdout + done.stderr

    def curves(self):
        done = self.sandbox.run("yard", "metrics", "last", "--csv", cwd=self.project)
        self.assertEqual(done.returncode, 0, done.stderr)
        curves = {}
        for row in csv.DictReader(io.StringIO(done.stdout)):
            curves.setdefault(row["metric"], []).append((int(row["step"]), float(row["value"])))
        return curves

    def check_curves(self, curves):
        self.assertEqual(curves["eval/loss"], [(20, 2.5), (40, 1.25)])
        self.assertEqual(curves["train/time"], [(step * 10, step + 0.5) for step in range(1, 6)])
        self.assertEqual(dict(curves["train/loss"]), {10: 4.0, 20: 2.0, 30: 1.3333, 40: 1.0, 50: 0.8})
        self.assertEqual(set(curves), {"eval/loss", "train/time", "train/loss"})

    def check_learned(self, curves, words):
        self.check_curves(curves)
        # The two streams are read as they come, so either may be clear first.
        learned = (
            "lines like `iter 10: loss 4.0000, time 1.5ms`: loss, time (ms)",
            "lines like `step 20: train loss 2.0000, val loss 2.5000`: loss, eval/loss",
        )
        self.assertTrue(any(line in words for line in learned), words)

    def test_a_command(self):
        curves, words = self.run_document(
            "format: 1\nname: command\nworkload: command\ncode: {source: .}\ncommand: {program: train.py, launcher: none}\n"
        )
        self.check_learned(curves, words)

    def test_a_job_script(self):
        (self.project / "job.sh").write_text("#!/bin/bash\npython3 train.py\n")
        done = self.sandbox.run("yard", "submit", "job.sh", "--watch", cwd=self.project)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.check_learned(self.curves(), done.stdout + done.stderr)

    def test_a_pattern(self):
        document = (
            "format: 1\nname: pattern\nworkload: command\ncode: {source: .}\n"
            "command: {program: train.py, launcher: none, metrics_pattern: '%s'}\n"
        )
        curves, words = self.run_document(document % "measured {gain} at {step}")
        self.assertEqual(curves, {"train/gain": [(70, 7.0)]})
        self.assertIn("the lines that fit the pattern `measured {gain} at {step}`", words)
        (self.project / "experiment.yaml").write_text(document % "{a}{b}")
        refused = self.sandbox.run("yard", "check", "experiment.yaml", cwd=self.project)
        self.assertEqual(refused.returncode, 2, refused.stdout + refused.stderr)
        self.assertIn("the pattern of metrics", refused.stdout + refused.stderr)

    def read_again(self, *options, code=0):
        done = self.sandbox.run("yard", "reread", "last", *options, cwd=self.project)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_kept_output_is_read_again(self):
        document = (
            "format: 1\nname: again\nworkload: command\ncode: {source: .}\n"
            "command:\n  program: train.py  # as it is\n  launcher: none\n"
        )
        (self.project / "train.py").write_text(
            "import json, os, time\n"
            "print(json.dumps({'event': 'metrics', 'step': 7, 'values': {'gain': 1.5}}), "
            "file=open(os.environ['TRAINYARD_EVENTS'], 'w'), flush=True)\ntime.sleep(1.2)\n" + PROGRAM
        )
        curves, _ = self.run_document(document)
        sent = curves.pop("gain")
        self.assertEqual(sent, [(7, 1.5)])
        # What is sent counts more than what is printed, so nothing was learned of what comes with it.
        before = self.times()
        self.assertIn("would read", self.read_again("--dry-run"))
        self.assertEqual(self.times(), before)
        self.assertIn("lines like", self.read_again())
        read = self.curves()
        self.assertEqual(read.pop("gain"), sent)
        self.check_curves(read)
        # The times are those at which it was printed.
        times = self.times()
        self.assertGreater(min(times["train/loss"]) - times["gain"][0], 0.5)
        self.assertIn("1 curve", self.read_again("--pattern", "measured {gain} at {step}"))
        self.assertEqual(self.curves(), {"gain": sent, "train/gain": [(70, 7.0)]})
        self.read_again("--leave-out", "time, eval/loss", "--step", "time", code=0)
        curves = self.curves()
        self.assertEqual(set(curves), {"gain", "train/loss"})
        self.assertIn("pattern", self.read_again("--pattern", "{a}{b}", code=2))
        self.assertEqual(self.curves(), curves)
        self.read_again("--leave-out", "time", "--keep")
        kept = (self.project / "experiment.yaml").read_text()
        self.assertIn("# as it is", kept)
        self.assertIn("metrics_leave_out", kept)
        (self.project / "train.py").write_text(PROGRAM)
        self.assertEqual(set(self.run_document(kept)[0]), {"train/loss", "eval/loss"})

    def times(self):
        done = self.sandbox.run("yard", "metrics", "last", "--csv", cwd=self.project)
        times = {}
        for row in csv.DictReader(io.StringIO(done.stdout)):
            times.setdefault(row["metric"], []).append(float(row["time"]))
        return times


if __name__ == "__main__":
    unittest.main()
