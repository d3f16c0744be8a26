# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of a grid are found by what differs and by what is noted of them, on the command line as in the window."""

import json
import unittest

from sandbox import Sandbox

EXPERIMENT = """format: 1
name: rates
workload: command
command: {launcher: none, program: "true"}
optimizer: {learning_rate: 1.0e-3}
resources: {processes_per_node: 1}
"""


class Notes(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.experiment = self.sandbox.work / "rates.yaml"
        self.experiment.write_text(EXPERIMENT)

    def found(self, *words):
        return {run["run"] for run in json.loads(self.sandbox.must("yard", "runs", "--json", *words))}

    def test_grid(self):
        self.sandbox.must("yard", "submit", self.experiment, "--grid", "seed=1,2,3")
        every = {run["run"]: run for run in json.loads(self.sandbox.must("yard", "runs", "--json"))}
        self.assertEqual(len(every), 3)
        second = self.found("--filter", "seed = 2")
        self.assertEqual(len(second), 1)
        self.assertEqual(self.found("--filter", "seed >= 2 rates"), set(every) - self.found("--filter", "seed < 2"))
        run = next(iter(second))
        self.sandbox.must("yard", "note", run, "for table 2", "--title", "the good one", "--tag", "kept")
        self.assertEqual(self.found("--filter", 'note:"table 2"'), second)
        self.assertEqual(self.found("--filter", "good tag:kept"), second)
        self.sandbox.must("yard", "note", run, "--untag", "kept")
        self.assertEqual(self.found("--filter", "tag:kept"), set())
        self.assertEqual(self.found("--filter", "table"), second)

    def test_what_cannot_be_read_is_said(self):
        refused = self.sandbox.run("yard", "runs", "--filter", "eval/loss < low")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("cannot be read at character 1: 'low' is no number", refused.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
