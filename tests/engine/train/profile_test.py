# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of a few steps: what is written, and that the training is the same."""

import json
import resource
import signal
import unittest

from engine_runs import Runs

PHASES = {"data", "forward", "backward", "communication", "optimizer"}
PROFILED = ("logging.profile_steps=3",)


class Profiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())

    def profile(self, name, attempt=1):
        return self.runs.folder / name / f"attempts/{attempt:04}/profile"

    def messages(self, name, code):
        return [event for event in self.runs.events(name) if event.get("code") == code]

    def assert_adds_up(self, shares):
        for share in shares:
            self.assertTrue(0 <= share <= 1, shares)
        self.assertAlmostEqual(sum(shares), 1, places=6)

    def test_the_curve_is_the_same_and_the_summary_adds_up(self):
        without = self.runs.train("without")
        self.assertFalse(self.profile("without").exists())
        self.assertEqual(self.runs.train("with", settings=PROFILED), without)
        folder = self.profile("with")
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["summary.json", "summary.txt", "trace.json"])
        trace = json.loads((folder / "trace.json").read_text())["traceEvents"]
        names = {event["name"] for event in trace if "name" in event}
        self.assertLessEqual({f"step/{phase}" for phase in PHASES}, names)
        self.assertLessEqual({"aten::mm", "ProfilerStep#6", "ProfilerStep#8"}, names)
        self.assertFalse({"ProfilerStep#5", "ProfilerStep#9", "step/evaluation"} & names)

        summary = json.loads((folder / "summary.json").read_text())
        self.assertEqual((summary["first_step"], summary["steps"], summary["device"]), (6, 3, "cpu"))
        self.assertNotIn("gpu", summary)
        self.assertGreater(summary["operators_per_step"], 100)
        self.assertLessEqual(PHASES, {phase["name"] for phase in summary["phases"]})
        self.assert_adds_up([phase["share"] for phase in summary["phases"]])
        operators = summary["operators"]
        self.assertEqual(len(operators["longest"]), 20)
        self.assert_adds_up([*(entry["share"] for entry in operators["longest"]), operators["others_share"]])
        for entry in operators["longest"]:
            self.assertLessEqual(entry["own_seconds"], entry["seconds"] * 1.0001)
        # What the phases and the operators of one thread take is within the profiled time.
        self.assertLess(sum(entry["own_seconds"] for entry in operators["longest"]), summary["seconds"])
        # Which operator comes first depends on the machine; a line of the text shows 110 bytes of its name.
        lines = (folder / "summary.txt").read_text()
        for entry in operators["longest"]:
            self.assertNotIn("(anonymous namespace)", entry["name"])
            self.assertIn(f"  {entry['name'][:110]}", lines)
        (message,) = self.messages("with", "profile.written")
        self.assertEqual((message["arguments"]["first"], message["arguments"]["last"]), (6, 8))
        self.assertTrue(message["arguments"]["longest"].startswith(operators["longest"][0]["name"]))

    def test_the_option_of_the_command_is_the_setting(self):
        # With an evaluation and a checkpoint among the steps, which are phases.
        done = self.runs.run(
            *("train", self.runs.experiment, "--run-dir", self.runs.folder / "option", "--profile", 6),
            *("--set", "training.max_steps=11"),
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("profiled steps 6 to 11", done.stderr)
        summary = json.loads((self.profile("option") / "summary.json").read_text())
        self.assertLessEqual({"evaluation", "checkpoint"}, {phase["name"] for phase in summary["phases"]})
        refused = self.runs.run("train", self.runs.experiment, "--run-dir", self.runs.folder / "no", "--profile", 101)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("logging.profile_steps", refused.stderr)

    def test_a_stopped_attempt_ends_without_and_the_next_has_its_own(self):
        settings = (
            "logging.profile_steps=100",
            "training.max_steps=120",
            "checkpoint.every_steps=1000",
            "batch.per_device=64",
        )
        processes = self.runs.start("stopped", 1, settings)
        self.runs.wait_for_step("stopped", 7, processes)
        self.assertEqual(self.runs.kill(processes, signal.SIGTERM), [75])
        self.assertFalse((self.profile("stopped") / "trace.json").exists())
        self.runs.train("stopped", settings=(*settings, "logging.profile_steps=2"))
        summary = json.loads((self.profile("stopped", 2) / "summary.json").read_text())
        (start,) = [event for event in self.runs.events("stopped", "0002") if event["event"] == "start"]
        self.assertEqual((summary["first_step"], summary["steps"]), (start["resume_step"] + 6, 2))

    def test_an_attempt_that_ends_first_says_so(self):
        self.runs.train("short", settings=(*PROFILED, "training.max_steps=5"))
        self.assertEqual(len(self.messages("short", "profile.too_short")), 1)
        self.assertFalse(self.profile("short").exists())
        self.runs.train("shorter", settings=(*PROFILED, "training.max_steps=7"))
        self.assertEqual(json.loads((self.profile("shorter") / "summary.json").read_text())["steps"], 2)

    def test_a_profile_that_cannot_be_written_is_a_warning(self):
        # Larger than any checkpoint or log of this model, and smaller than the trace.
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
        try:
            processes = self.runs.start("full", 1, ("logging.profile_steps=20",), restore_signals=False)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertEqual(processes[0].wait(timeout=240), 0)
        (message,) = self.messages("full", "profile.not_written")
        self.assertEqual(message["level"], "warning")
        self.assertEqual(list(self.profile("full").iterdir()), [])

    def test_of_two_ranks_the_first_alone_records(self):
        without = self.runs.train("two_without", ranks=2)
        self.assertEqual(self.runs.train("two", ranks=2, settings=PROFILED), without)
        self.assertEqual(len(self.messages("two", "profile.written")), 1)
        self.assertEqual(len(list((self.runs.folder / "two").glob("attempts/*/profile"))), 1)
        summary = json.loads((self.profile("two") / "summary.json").read_text())
        (communication,) = [phase for phase in summary["phases"] if phase["name"] == "communication"]
        self.assertGreater(communication["seconds"], 0)

    def test_of_a_search_the_first_trial_alone_is_profiled(self):
        space = "search.space={optimizer.learning_rate: {low: 1.0e-4, high: 3.0e-2, log: true}}"
        self.runs.train("search", settings=(*PROFILED, space, "search.trials=3", "training.max_steps=10"))
        self.assertEqual(len(self.messages("search", "profile.written")), 1)
        self.assertFalse(self.messages("search", "profile.too_short"))


if __name__ == "__main__":
    unittest.main()
