# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard submit program.py`, and nothing else: a program that was not made for this has a curve at its first run, or is told which line would do."""

import json
import unittest

from first_programs import CURVES, PROGRAMS, SENTENCES, program_file, with_libraries
from sandbox import Sandbox


class FirstRun(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        with_libraries(self.box.environment)

    def submit(self, name, *options):
        """The exit code, and what was said."""
        file = program_file(self.box, name)
        done = self.box.run("yard", "submit", file.name, "--watch", *options, cwd=file.parent)
        return done.returncode, done.stdout + done.stderr

    def loss(self):
        """A bar's values keep their names."""
        points = json.loads(self.box.must("yard", "metrics", "last", "--json"))
        return [(point["step"], float(point["value"])) for point in points if point["metric"] in ("train/loss", "loss")]

    def check_loss(self, said, count=60):
        loss = self.loss()
        self.assertGreaterEqual(len(loss), count, said)
        self.assertLess(loss[-1][1], loss[0][1])

    def test_a_curve_at_once(self):
        for name in CURVES:
            with self.subTest(name):
                code, said = self.submit(name)
                self.assertEqual(code, 0, said)
                self.assertIn("Metrics are read from", said)
                # A bar may leave some of its steps out.
                self.check_loss(said, 10 if name == "tqdm" else 60)

    def test_the_line_that_would_do(self):
        code, said = self.submit("nothing")
        self.assertEqual(code, 0, said)
        self.assertIn(SENTENCES["nothing"], said)
        # What it says is put into the loop.
        line = said.partition(SENTENCES["nothing"] + ": ")[2].splitlines()[0]
        PROGRAMS["told"] = PROGRAMS["nothing"].replace("(step + 1)\n", f"(step + 1)\n    {line}\n")
        code, said = self.submit("told")
        self.assertEqual(code, 0, said)
        self.check_loss(said)

    def test_a_tracker_that_wants_a_key(self):
        code, said = self.submit("wandb")
        self.assertNotEqual(code, 0, said)
        self.assertIn(SENTENCES["wandb"], said)
        code, said = self.submit("wandb", "--set", "environment.trackers_offline=true")
        self.assertEqual(code, 0, said)
        self.check_loss(said)


if __name__ == "__main__":
    unittest.main()
