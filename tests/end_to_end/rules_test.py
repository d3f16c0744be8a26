# SPDX-License-Identifier: GPL-3.0-or-later
"""A rule of the experiment stops a training at the step that it says, with a checkpoint, and once."""

import unittest

from sandbox import BIN, Sandbox, attempts, end_of, events


class Rules(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())

    def told(self, attempt):
        return [event["text"] for event in events(attempt) if event.get("code", "").startswith("rule.")]

    def train(self, folder, experiment, rules):
        """A training by its agent; returns the agent's exit code."""
        words = [word for rule in rules for word in ("--rule", rule)]
        agent = self.box.start(
            *("yard-agent", "run", "--run-dir", folder, "--workload", "engine", *words),
            *("--", BIN / "engine", "train", experiment, "--run-dir", folder, "--resume", "auto"),
        )
        return agent.wait(timeout=120)

    def test_a_training_stops_with_a_checkpoint_and_goes_on_when_resumed(self):
        rules = ["stop when train/loss > 0 for 3 points", "notify when train/loss < 100"]
        settings = {"logging__every_steps": 5, "checkpoint__every_steps": "null", "evaluation__every_steps": "null"}
        folder = self.box.work / "run"
        folder.mkdir()
        experiment = self.box.small_experiment(training__max_steps=4000, **settings)
        self.assertEqual(self.train(folder, experiment, rules), 75)
        (first,) = attempts(folder)
        end = end_of(first)
        self.assertEqual((end["outcome"], end["code"]), ("cancelled", "stopped.by_rule"), end)
        self.assertIn("at step 15 (rule: stop when train/loss > 0 for 3 points)", end["reason"])
        self.assertEqual(len(self.told(first)), 2, self.told(first))
        self.assertEqual((folder / "fired_rules.txt").read_text().splitlines(), sorted(rules))
        saved = int((folder / "checkpoints/latest").read_text().strip().removeprefix("step-"))
        self.assertGreaterEqual(saved, 15)
        # Neither of them acts again.
        experiment = self.box.small_experiment(training__max_steps=saved + 20, **settings)
        self.assertEqual(self.train(folder, experiment, rules), 0)
        second = attempts(folder)[1]
        self.assertEqual(end_of(second)["outcome"], "completed")
        self.assertEqual(self.told(second), [])
        start = next(event for event in events(second) if event["event"] == "start")
        self.assertEqual(start["resume_step"], saved)


if __name__ == "__main__":
    unittest.main()
