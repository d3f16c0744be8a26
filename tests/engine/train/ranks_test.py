# SPDX-License-Identifier: GPL-3.0-or-later
"""Ranks that fail alone, under the agent: whose failure it was decides how the run ends."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

from engine_runs import ENGINE, Runs

AGENT = os.environ["TRAINYARD_AGENT"]


class Ranks(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs())
        self.folder = self.runs.folder / "run"
        self.folder.mkdir()

    def start(self, *settings, home_of_first="$HOME"):
        """Two ranks of one document; the first may have a home of its own."""
        command = " ".join(
            [
                "exec",
                f"'{ENGINE}'",
                "train",
                f"'{self.runs.experiment}'",
                "--run-dir",
                f"'{self.folder}'",
                *(f"--set '{each}'" for each in settings),
            ]
        )
        script = self.runs.folder / "rank.sh"
        script.write_text(f'if [ "$RANK" = 0 ]; then export HOME="{home_of_first}"; fi\n{command}\n')
        agent = subprocess.Popen(
            [AGENT, "run", "--run-dir", str(self.folder), "--nproc-per-node", "2", "--", "bash", str(script)],
            cwd=self.runs.folder,
            env=self.runs.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(lambda: agent.poll() is None and agent.kill())
        return agent

    def end(self):
        return list(self.runs.events("run"))[-1]

    def test_a_first_rank_that_cannot_start_is_the_cause(self):
        self.runs.environment["HOME"] = str(self.runs.folder)
        (self.runs.folder / "absent.txt").write_text("here, but not for the first rank\n" * 100)
        self.assertEqual(self.start("data.train=[~/absent.txt]", home_of_first="/absent").wait(timeout=60), 2)
        end = self.end()
        self.assertEqual((end["event"], end["outcome"], end["exit_code"], end["rank"]), ("end", "failed", 2, 0), end)
        self.assertIn("absent.txt", end["reason"])

    def test_a_first_rank_without_its_checkpoint_is_the_cause(self):
        checkpoint = self.folder / "checkpoints/step-00000005"
        checkpoint.mkdir(parents=True)
        (checkpoint / "manifest.json").write_text("{")
        self.assertEqual(self.start().wait(timeout=60), 7)
        end = self.end()
        self.assertEqual((end["exit_code"], end["rank"]), (7, 0), end)
        self.assertIn("step-00000005", end["reason"])

    def test_weights_and_checkpoints_are_read_by_the_first_rank_alone(self):
        self.runs.train("source", 1, ["training.max_steps=3"])
        own, of_first = self.runs.folder / "own", self.runs.folder / "first"
        for home in (own, of_first):
            shutil.copytree(self.runs.folder / "source/results/model", home / "model")
        (own / "model/model.safetensors").unlink()
        self.runs.environment["HOME"] = str(own)
        whole = ["model.pretrained=~/model", "model.overrides={}", "data.tokenizer=~/model", "schedule.kind=constant"]
        self.assertEqual(self.start(*whole, "training.max_steps=6", home_of_first=of_first).wait(timeout=120), 0)
        self.assertEqual(self.start(*whole, "training.max_steps=12", home_of_first=of_first).wait(timeout=120), 0)
        self.assertEqual(
            [event["resume_step"] for event in self.runs.events("run") if event["event"] == "start"], [0, 6]
        )
        curve = self.runs.metrics("run")
        self.runs.environment["HOME"] = str(of_first)
        reference = self.runs.train("alone", 2, [*whole, "training.max_steps=12"])
        self.assertLess(
            max(abs(curve[key] - reference[key]) for key in reference if key[1] == "train/loss" and key in curve), 1e-6
        )

    @unittest.skipUnless(os.environ.get("TRAINYARD_LONG"), "needs cores of its own: engine_ranks_long")
    def test_a_slow_rank_is_named_once(self):
        """Its process is stopped most of the time, as one is whose cores or GPU others use."""
        settings = ["model.overrides.n_embd=128", "batch.per_device=16", "training.max_steps=1000000"]
        settings += ["checkpoint.every_steps=null", "evaluation.every_steps=null"]
        processes = self.runs.start("slow", 2, settings)
        self.runs.wait_for_step("slow", 5, processes)
        slow, rounds, found = processes[1], 0, []
        limit = time.monotonic() + 240
        while rounds < 30 and time.monotonic() < limit and slow.poll() is None:
            for number, seconds in ((signal.SIGSTOP, 0.08), (signal.SIGCONT, 0.01)):
                slow.send_signal(number)
                time.sleep(seconds)
            found = [event for event in self.runs.events("slow") if event.get("code") == "parallel.slow_rank"]
            rounds += bool(found)
        self.runs.kill(processes)
        log = (self.runs.folder / "slow.0.log").read_text()[-2000:]
        self.assertEqual([(event["level"], event["arguments"]["rank"]) for event in found], [("warning", 1)], log)
        self.assertEqual(found[0]["arguments"]["node"], os.environ.get("SLURMD_NODENAME") or socket.gethostname())
        self.assertGreater(float(found[0]["arguments"]["factor"]), 1.2)
        self.assertGreater(found[0]["arguments"]["own"], found[0]["arguments"]["median"])

    @unittest.skipUnless(os.environ.get("TRAINYARD_LONG"), "takes over a minute: engine_ranks_long")
    def test_a_rank_that_hangs_is_named(self):
        agent = self.start("training.max_steps=1000000", "checkpoint.every_steps=null", "evaluation.every_steps=null")
        self.runs.wait_for_step("run", 20, [agent])
        children = pathlib.Path(f"/proc/{agent.pid}/task/{agent.pid}/children").read_text().split()
        hung = next(
            int(pid) for pid in children if b"\0RANK=1\0" in b"\0" + pathlib.Path(f"/proc/{pid}/environ").read_bytes()
        )
        os.kill(hung, signal.SIGSTOP)
        begin = time.monotonic()
        self.assertEqual(agent.wait(timeout=120), 5)
        self.assertLess(time.monotonic() - begin, 100)
        self.assertIn("rank 1 of 2", self.end()["reason"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
