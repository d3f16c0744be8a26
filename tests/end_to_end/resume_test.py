# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that failed goes on with changed settings, and the attempt says which."""

import json
import unittest

from sandbox import Sandbox, attempts, end_of, events

# Fails unless its variable allows it, and then reports a step.
PROGRAM = """#!/bin/bash
echo "{\\"step\\": 1, \\"loss\\": $LOSS}"
[ "$ALLOWED" = yes ] || { echo "not allowed" >&2; exit 3; }
"""


class Resume(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        program = self.box.work / "program.sh"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        self.file = self.box.work / "changed.yaml"
        self.file.write_text(
            "format: 1\nname: changed\nworkload: command\ncommand: {launcher: none, program: program.sh, metrics: jsonl}\n"
            "environment: {variables: {ALLOWED: 'no', LOSS: '2'}}\nresources: {time_limit: '10:00'}\n"
        )

    def failed(self):
        self.assertNotEqual(self.box.run("yard", "submit", self.file, "--watch").returncode, 0)
        return self.box.runs()[0]

    def test_it_goes_on_with_what_was_changed(self):
        run = self.failed()
        changes = ("--set", "environment.variables.ALLOWED=yes", "--set", "environment.variables.LOSS='1.5'")
        self.box.must("yard", "resume", "last", *changes)
        done = self.box.run("yard", "watch", "last")
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = next((self.box.root / "data/trainyard/runs").glob("changed-*"))
        first, second = attempts(folder)
        self.assertEqual([end_of(first)["outcome"], end_of(second)["outcome"]], ["failed", "completed"])
        said = [event for event in events(second) if event.get("code") == "resume.settings"]
        self.assertEqual(len(said), 1)
        self.assertIn("environment.variables.ALLOWED=yes", said[0]["text"])
        self.assertFalse([event for event in events(first) if event.get("code") == "resume.settings"])
        self.assertIn('ALLOWED: "yes"', (folder / "resolved.yaml").read_text().replace("'", '"'))
        self.assertTrue((second / "changed_settings.txt").exists())
        self.assertFalse((folder / "changed_settings.txt").exists())
        # The document that was submitted stays as it was.
        self.assertIn("ALLOWED: 'no'", (folder / "experiment.yaml").read_text())
        self.assertEqual(run["run"], self.box.runs()[0]["run"])

    def test_what_cannot_be_changed(self):
        self.failed()
        for change, words in (
            ("name=other", "name makes this run what it is"),
            ("batch.per_device=-1", "batch.per_device"),
            ("resources.time_limt=1", "did you mean"),
        ):
            done = self.box.run("yard", "resume", "last", "--set", change)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(words, done.stderr)
        state = json.loads(self.box.must("yard", "show", "last", "--json"))["state"]
        self.assertEqual(state, "failed")


if __name__ == "__main__":
    unittest.main()
