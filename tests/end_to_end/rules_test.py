# SPDX-License-Identifier: GPL-3.0-or-later
"""A rule of the experiment stops a training at the step that it says, with a checkpoint, and once."""

import json
import sqlite3
import unittest

from sandbox import Sandbox, attempts, end_of, events

# Reports three points and then waits until it is told to stop.
PROGRAM = """#!/bin/bash
trap 'exit 0' TERM
for i in 1 2 3; do echo "{\\"step\\": $i, \\"val\\": $i.5}"; done
while :; do sleep 0.05; done
"""


class Rules(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())

    def told(self, attempt):
        return [event["text"] for event in events(attempt) if event.get("code", "").startswith("rule.")]

    def test_it_stops_with_a_checkpoint_and_goes_on_when_resumed(self):
        rules = ["stop when train/loss > 0 for 3 points", "notify when train/loss < 100"]
        experiment = self.box.small_experiment(
            logging__rules=json.dumps(rules),
            logging__every_steps=5,
            training__max_steps=4000,
            checkpoint__every_steps="null",
            evaluation__every_steps="null",
        )
        done = self.box.run("yard", "submit", experiment, "--watch")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        folder = next((self.box.root / "data/trainyard/runs").glob("small-*"))
        (first,) = attempts(folder)
        end = end_of(first)
        self.assertEqual((end["outcome"], end["code"], end["exit_code"]), ("cancelled", "stopped.by_rule", 75), end)
        self.assertIn("at step 15 (rule: stop when train/loss > 0 for 3 points)", end["reason"])
        self.assertEqual(len(self.told(first)), 2, self.told(first))
        self.assertEqual((folder / "fired_rules.txt").read_text().splitlines(), sorted(rules))
        saved = int((folder / "checkpoints/latest").read_text().strip().removeprefix("step-"))
        self.assertGreaterEqual(saved, 15)

        # The store has its end and its message.
        run = self.box.runs()[0]
        self.assertEqual((run["state"], run["code"]), ("cancelled", "stopped.by_rule"), run)
        store = sqlite3.connect(f"file:{self.box.root}/data/trainyard/runs.sqlite?mode=ro", uri=True)
        self.addCleanup(store.close)
        codes = [code for (code,) in store.execute("SELECT code FROM messages ORDER BY sequence")]
        self.assertEqual(codes.count("rule.fired_at"), 2, codes)

        # Neither of them acts again.
        self.box.must("yard", "resume", "last", "--set", f"training.max_steps={saved + 20}")
        done = self.box.run("yard", "watch", "last")
        self.assertEqual(done.returncode, 0, done.stderr)
        second = attempts(folder)[1]
        self.assertEqual(end_of(second)["outcome"], "completed")
        self.assertEqual(self.told(second), [])
        start = next(event for event in events(second) if event["event"] == "start")
        self.assertEqual(start["resume_step"], saved)

    def test_a_program_of_ones_own_is_stopped_too(self):
        program = self.box.work / "program.sh"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        file = self.box.work / "own.yaml"
        file.write_text(
            "format: 1\nname: own\nworkload: command\ncommand: {launcher: none, program: program.sh, metrics: jsonl}\n"
            "logging: {rules: [stop when val >= 2.5 for 2 points]}\n"
        )
        self.assertNotEqual(self.box.run("yard", "submit", file, "--watch").returncode, 0)
        run = self.box.runs()[0]
        self.assertEqual((run["state"], run["code"]), ("cancelled", "stopped.by_rule"), run)
        self.assertIn("val was 3.5 at step 3", run["reason"])

    def test_a_rule_that_cannot_be_read_is_one_sentence(self):
        experiment = self.box.small_experiment(logging__rules='["stop when train/loss above 3"]')
        done = self.box.run("yard", "submit", experiment)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn('"stop when train/loss above 3" compares nothing', done.stderr)


if __name__ == "__main__":
    unittest.main()
