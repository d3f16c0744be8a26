# SPDX-License-Identifier: GPL-3.0-or-later
"""The main job on a cluster, end to end: sent, submitted once, followed, complete on this side, its checkpoint fetched and loaded.

Usage: practice_run_test.py engine | command | strict. `engine`: the engine with 4 processes on 2 nodes; `command`: a Hugging Face
Trainer script under torchrun, the same; `strict`: the engine on the less friendly site.
"""

import collections
import json
import math
import shutil
import sys
import unittest

from practice import PracticeCluster
from practice_faults_test import is_rank, job_of, stop_until_asked_to_stop
from sandbox import PRESETS, Sandbox, attempts, end_of, events, metric, wait_until


class OnCluster:
    site = "friendly"

    def setUp(self):
        self.cluster = self.enterContext(PracticeCluster(site=self.site))
        self.sandbox = self.enterContext(Sandbox())
        self.cluster.add_target(self.sandbox)

    def submit(self, experiment, *settings, timeout=900):
        settings = ("resources.nodes=2", "resources.processes_per_node=2", *settings)
        done = self.sandbox.run(
            "yard",
            "submit",
            experiment,
            "--target",
            self.cluster.target,
            "--watch",
            *[word for setting in settings for word in ("--set", setting)],
            timeout=timeout,
        )
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def folder(self):
        """The one run's folder, on the cluster."""
        folders = list(self.cluster.base.glob("*-*/run.json"))
        self.assertEqual(len(folders), 1, folders)
        return folders[0].parent

    def check_job(self, folder):
        """Submitted once, and over; the accounting, where there is one, says the same."""
        wait_until(
            lambda: self.cluster.queue("%j") == [], 30, "the end of the job in the queue, a moment after the run's own"
        )
        self.assertEqual([path.name for path in (folder / "submissions").iterdir()], ["1"])
        if self.site == "friendly":
            jobs = lambda: self.cluster.must(
                "sacct", "-D", "-X", "-n", "-P", "-o", "State,ExitCode,NNodes,JobName"
            ).splitlines()
            wait_until(jobs, 30, "the job in the accounting")
            wait_until(lambda: jobs()[0].startswith("COMPLETED"), 30, "COMPLETED in the accounting")
            self.assertEqual(jobs(), [f"COMPLETED|0:0|2|{folder.name}.1"])

    def check_events(self, folder, logged):
        """One attempt on two nodes that ended well, every logged step once in it."""
        self.assertEqual(len(attempts(folder)), 1)
        lines = events(attempts(folder)[0])
        self.assertEqual(end_of(attempts(folder)[0])["outcome"], "completed")
        self.assertEqual(lines[0]["nodes"], ["gpu1", "gpu2"])
        steps = [line["step"] for line in lines if line["event"] == "metrics" and "train/loss" in line["values"]]
        self.assertEqual(steps, logged)

    def check_store(self, folder, logged):
        """Every logged step is on this side exactly once, with the number that was written there."""
        written = metric(folder)
        printed = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        stored = [(point["step"], point["value"]) for point in printed if point["metric"] == "train/loss"]
        self.assertEqual(collections.Counter(step for step, _ in stored), collections.Counter(logged))
        for step, value in stored:
            self.assertTrue(
                math.isclose(value, written[step], rel_tol=1e-6),
                f"step {step}: {value} stored, {written[step]} written",
            )

    def fetch(self):
        """The newest checkpoint, on this side."""
        self.sandbox.must("yard", "fetch", "last", "--what", "checkpoints")
        found = [
            path for path in self.sandbox.root.rglob("checkpoints/latest") if not path.is_relative_to(self.cluster.root)
        ]
        self.assertEqual(len(found), 1, found)
        return found[0].parent / found[0].read_text().strip()

    def check_checkpoint(self, folder):
        fetched = self.fetch()
        exported = self.sandbox.work / "exported"
        self.sandbox.must("engine", "export", fetched, "--output", exported)
        from transformers import AutoModelForCausalLM, AutoTokenizer

        model, loading = AutoModelForCausalLM.from_pretrained(exported, output_loading_info=True)
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"], loading)
        tokens = AutoTokenizer.from_pretrained(exported)(
            "The following functions are provided by this module.\n", return_tensors="pt"
        )["input_ids"]
        loss = model.eval()(input_ids=tokens, labels=tokens).loss.item()
        last = max(metric(folder, "eval/loss"))
        self.assertLess(
            abs(loss - metric(folder, "eval/loss")[last]), 3.0, "the fetched weights are not the trained ones"
        )

    def train(self):
        experiment = self.sandbox.small_experiment(
            training__max_steps=40, logging__every_steps=2, schedule__warmup_steps=5, batch__per_device=2
        )
        said = self.submit(experiment)
        folder, logged = self.folder(), list(range(2, 41, 2))
        self.check_job(folder)
        self.check_events(folder, logged)
        ranks = [line for line in events(attempts(folder)[0]) if line["event"] == "start"]
        self.assertEqual([start["world_size"] for start in ranks], [4])
        self.check_store(folder, logged)
        self.check_checkpoint(folder)
        return said


class Engine(OnCluster, unittest.TestCase):
    def test_engine_on_two_nodes(self):
        self.train()


class Strict(OnCluster, unittest.TestCase):
    site = "strict"

    def test_engine_on_two_nodes(self):
        self.train()
        shown = self.sandbox.must("yard", "targets", "check", self.cluster.target)
        for word in ("forward", "accounting", "requeue"):
            self.assertIn(word, shown, "what is done without is not said")

    def test_goes_on_by_a_further_submission(self):
        """No job is requeued here: after its time limit the service submits the run again."""
        experiment = self.sandbox.small_experiment(
            training__max_steps=200,
            logging__every_steps=2,
            checkpoint__every_steps=20,
            batch__per_device=2,
            evaluation__every_steps="null",
            environment__variables='{OMP_NUM_THREADS: "1"}',
        )
        settings = (
            "resources.nodes=2",
            "resources.processes_per_node=1",
            "resources.time_limit=1",
            "restart.on_time_limit=true",
            "restart.signal_before_end_seconds=20",
        )
        self.sandbox.must(
            "yard",
            "submit",
            experiment,
            "--target",
            self.cluster.target,
            *[word for setting in settings for word in ("--set", setting)],
            timeout=600,
        )
        folder = self.folder()
        self.assertEqual(json.loads((folder / "submission-1.json").read_text())["after_time_limit"], "submit_again")
        wait_until((folder / "checkpoints/latest").exists, 120, "the first checkpoint")
        nodes = self.cluster.must(
            "scontrol", "show", "hostnames", self.cluster.must("squeue", "-h", "-j", job_of(folder), "-o", "%N")
        ).split()
        stop_until_asked_to_stop(
            [pid for node in nodes for pid in self.cluster.processes_on(node) if is_rank(pid)], folder
        )
        seen = set()

        def is_over():
            seen.add(json.loads(self.sandbox.must("yard", "show", "last", "--json"))["state"])
            return seen & {"completed", "failed", "timed_out", "cancelled", "preempted"}

        wait_until(is_over, 300, "the run's end")
        self.assertLessEqual(seen, {"preparing", "waiting", "running", "completed"})
        self.assertEqual(sorted(path.name for path in (folder / "submissions").iterdir()), ["1", "2"])
        self.assertEqual([end_of(attempt)["outcome"] for attempt in attempts(folder)], ["timed_out", "completed"])
        self.assertEqual(sorted(metric(folder)), list(range(2, 201, 2)))


class Command(OnCluster, unittest.TestCase):
    def test_trainer_script_under_torchrun(self):
        self.train("torchrun")

    def test_trainer_script_under_accelerate(self):
        """Each node gets its own rank of a machine."""
        self.train("accelerate")

    def train(self, launcher):
        shutil.copytree(PRESETS / "huggingface_trainer", self.sandbox.work / "huggingface_trainer")
        text = (PRESETS / "huggingface-trainer.yaml").read_text().replace("venv: null", f"venv: {sys.prefix}")
        text = text.replace('"60"', f'"60"\n    - --text\n    - {self.sandbox.text(100_000)}')
        experiment = self.sandbox.work / "trainer.yaml"
        experiment.write_text(text)
        self.submit(experiment, f"command.launcher={launcher}")
        folder, logged = self.folder(), list(range(5, 61, 5))
        self.check_job(folder)
        self.check_events(folder, logged)
        self.check_store(folder, logged)
        checkpoints = folder / "checkpoints"
        self.sandbox.must("yard", "fetch", "last", "--what", "checkpoints")
        fetched = [path.parent for path in self.sandbox.root.rglob("checkpoint-60/config.json")]
        self.assertEqual(len(fetched), 1, f"{sorted(checkpoints.iterdir())} fetched to {fetched}")
        from transformers import AutoModelForCausalLM

        _, loading = AutoModelForCausalLM.from_pretrained(fetched[0], output_loading_info=True)
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"], loading)

    def test_a_step_over_its_memory_is_said_to_be(self):
        """No memory groups here: Slurm itself kills the step, the agent with it, and that is no lost node."""
        code = self.sandbox.work / "code"
        code.mkdir()
        (code / "take.py").write_text(
            "import time\ntaken = []\nwhile True:\n    taken.append(bytearray(b'x' * (50 << 20)))\n    time.sleep(0.3)\n"
        )
        experiment = self.sandbox.work / "memory.yaml"
        experiment.write_text(
            "format: 1\nname: memory\nworkload: command\ncommand: {launcher: none, program: take.py, metrics: none}\n"
            "code: {source: code}\nresources: {memory_gib_per_node: 0.5, cpus_per_process: 1, time_limit: '5'}\n"
        )
        done = self.sandbox.run("yard", "submit", experiment, "--target", self.cluster.target, "--watch", timeout=300)
        self.assertEqual(done.returncode, 4, f"{done.stdout}\n{done.stderr}")
        folder = self.folder()
        self.assertEqual(len(attempts(folder)), 1, "it would take as much again")
        self.assertEqual(end_of(attempts(folder)[0])["code"], "failure.memory_limit")


if __name__ == "__main__":
    variant = {"engine": "Engine", "command": "Command", "strict": "Strict"}[sys.argv.pop(1)]
    unittest.main(defaultTest=variant)
