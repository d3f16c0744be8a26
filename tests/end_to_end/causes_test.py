# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a run ended: outcome, exit code, code, rank, node and one sentence, for each way to die that needs the whole thread."""

import os
import signal
import sys
import unittest

from sandbox import BIN, Sandbox, attempts, end_of, events, metric, wait_until


class Causes(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.folder = self.sandbox.run_folder()

    def agent(self, *program, ranks=1, timeout=60):
        return self.sandbox.run(
            "yard-agent",
            "run",
            "--run-dir",
            self.folder,
            "--nproc-per-node",
            str(ranks),
            "--",
            *program,
            timeout=timeout,
        )

    def script(self, text):
        file = self.sandbox.work / "script.py"
        file.write_text("import os, sys, time, signal\nrank = int(os.environ.get('RANK', 0))\n" + text)
        return [sys.executable, str(file)]

    def ended(self, outcome, exit_code, *words, rank=None):
        end = end_of(attempts(self.folder)[-1])
        self.assertEqual((end["outcome"], end["exit_code"]), (outcome, exit_code), end)
        self.assertTrue(end["node"] and end["reason"].strip(), end)
        for word in words:
            self.assertIn(word, end["reason"])
        if rank is not None:
            self.assertEqual(end["rank"], rank)
        if outcome == "failed":
            self.assertTrue(end["code"], end)
        wait_until(lambda: not self.sandbox.processes("script.py"), 10, "no process of the run left")
        return end

    def test_rank_killed(self):
        done = self.agent(*self.script("if rank == 1: os.kill(os.getpid(), signal.SIGKILL)\ntime.sleep(60)\n"), ranks=2)
        self.assertEqual(done.returncode, 128 + signal.SIGKILL)
        self.ended("failed", 128 + signal.SIGKILL, "SIGKILL", rank=1)

    def test_python_exception(self):
        self.agent(*self.script("if rank == 1: raise ValueError('the width 7 is odd')\ntime.sleep(60)\n"), ranks=2)
        self.ended("failed", 1, "ValueError: the width 7 is odd", rank=1)

    def test_exit_codes_of_own_programs_are_theirs(self):
        """4, 5 and 6 mean something of the engine's alone."""
        for code in (2, 4, 5, 6):
            with self.subTest(code=code):
                done = self.agent(
                    *self.script(f"print('ValueError: label 7 is unknown', file=sys.stderr)\nsys.exit({code})\n")
                )
                self.assertEqual(done.returncode, code)
                self.assertEqual(self.ended("failed", code)["code"], "failure.exit_code")

    def test_every_end_can_be_said_in_another_language(self):
        """Its code and arguments make the sentence: the arguments of a template are those that the end has."""
        self.agent(*self.script("os.kill(os.getpid(), signal.SIGSEGV)\n"))
        end = self.ended("failed", 128 + signal.SIGSEGV, "SIGSEGV")
        self.assertEqual(end["code"], "failure.signal")
        self.assertEqual(end["arguments"]["who"]["code"], "who.rank")
        self.assertEqual(end["arguments"]["advice"]["code"], "advice.crashed")

    def test_non_finite_loss(self):
        """A model whose weights are finite and too large: the first loss is not a number. Those that hold a NaN are not trained at all."""
        whole = self.sandbox.small_experiment("whole", training__max_steps=1)
        self.sandbox.must("engine", "train", whole, "--run-dir", self.sandbox.work / "first")
        self.sandbox.must("engine", "export", self.sandbox.work / "first", "--output", self.sandbox.work / "poisoned")
        from safetensors.torch import load_file, save_file

        weights = self.sandbox.work / "poisoned/model.safetensors"
        tensors = load_file(weights)
        experiment = self.sandbox.small_experiment(model__overrides="{resid_pdrop: 0.0}", model__pretrained="poisoned")
        for value, code, word in ((3e38, 6, "loss"), (float("nan"), 7, min(tensors))):
            tensors[min(tensors)].fill_(value)
            save_file(tensors, weights, metadata={"format": "pt"})
            done = self.agent(BIN / "engine", "train", experiment, "--run-dir", self.folder)
            self.assertEqual(done.returncode, code, done.stderr)
            self.ended("failed", code, word)

    def test_sigterm_saves_and_is_preempted(self):
        experiment = self.sandbox.small_experiment(
            training__max_steps=100000, checkpoint__every_steps="null", evaluation__every_steps="null"
        )
        agent = self.sandbox.start(
            "yard-agent",
            "run",
            "--run-dir",
            self.folder,
            "--",
            BIN / "engine",
            "train",
            experiment,
            "--run-dir",
            self.folder,
        )
        wait_until(
            lambda: (self.folder / "attempts/0001/events.jsonl").exists() and len(metric(self.folder)) > 3,
            60,
            "some steps",
        )
        agent.send_signal(signal.SIGTERM)
        self.assertEqual(agent.wait(timeout=60), 75)
        self.ended("preempted", 75)
        saved = [line["step"] for line in events(attempts(self.folder)[0]) if line["event"] == "checkpoint"]
        self.assertTrue(saved and saved[-1] >= 3, "nothing was saved")

    def test_torchrun_killed_leaves_nothing(self):
        file = self.sandbox.work / "script.py"
        file.write_text("import time\ntime.sleep(120)\n")
        agent = self.sandbox.start(
            "yard-agent",
            "run",
            "--run-dir",
            self.folder,
            "--launcher",
            "torchrun",
            "--nproc-per-node",
            "2",
            "--",
            file,
            env=dict(self.sandbox.environment, PATH=f"{sys.prefix}/bin:/usr/bin:/bin"),
        )

        def launcher():
            return [
                pid
                for pid, line in self.sandbox.processes("script.py").items()
                if "torch" in line and pid != agent.pid and "yard-agent" not in line
            ]

        wait_until(lambda: len(self.sandbox.processes("script.py")) >= 4, 60, "torchrun and its two processes")
        os.kill(min(launcher()), signal.SIGKILL)
        self.assertNotEqual(agent.wait(timeout=30), 0)
        self.ended("failed", 128 + signal.SIGKILL)

    def test_agent_killed_under_the_service(self):
        """Nobody writes the end then: the service's next look closes the attempt, and no process is left."""
        experiment = self.sandbox.small_experiment(training__max_steps=100000, evaluation__every_steps="null")
        self.sandbox.must("yard", "submit", experiment)
        runs = self.sandbox.root / "data/trainyard/runs"
        folder = wait_until(lambda: list(runs.glob("*-*")), 30, "the run folder")[0]
        wait_until(
            lambda: (folder / "attempts/0001/events.jsonl").exists() and len(metric(folder)) > 3, 60, "some steps"
        )
        agents = self.sandbox.processes("yard-agent run")
        self.assertEqual(len(agents), 1, agents)
        os.kill(next(iter(agents)), signal.SIGKILL)
        wait_until(lambda: not self.sandbox.processes("/engine train"), 10, "no rank left")
        done = self.sandbox.run("yard", "watch", "last", timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("agent", (done.stdout + done.stderr).lower())

    def test_cancel(self):
        experiment = self.sandbox.small_experiment(training__max_steps=100000, evaluation__every_steps="null")
        self.sandbox.must("yard", "submit", experiment)
        runs = self.sandbox.root / "data/trainyard/runs"
        self.folder = wait_until(lambda: list(runs.glob("*-*")), 30, "the run folder")[0]
        wait_until(
            lambda: (self.folder / "attempts/0001/events.jsonl").exists() and len(metric(self.folder)) > 3,
            60,
            "some steps",
        )
        self.sandbox.must("yard", "cancel", "last")
        wait_until(lambda: events(attempts(self.folder)[0])[-1]["event"] == "end", 60, "the end")
        end = end_of(attempts(self.folder)[0])
        self.assertEqual(end["outcome"], "cancelled", end)
        wait_until(lambda: not self.sandbox.processes("/engine train"), 10, "no rank left")


if __name__ == "__main__":
    unittest.main()
