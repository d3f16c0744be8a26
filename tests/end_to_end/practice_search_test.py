# SPDX-License-Identifier: GPL-3.0-or-later
"""A search whose trials are trained in one job of a practice cluster, on two nodes: it finds what is known to be the best, its study is complete
on this side, and when its job is killed again and again it becomes the same study.

Usage: practice_search_test.py [KILLS]
"""

import json
import os
import random
import signal
import sqlite3
import sys
import time
import unittest

from practice import PracticeCluster
from practice_presets_test import command_of
from sandbox import Sandbox, attempts, end_of, events, wait_until

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3
PRESET = "fms-ehrs-pretrain"
# The loss that a grid of 16 learning rates and 3 accumulations finds (tests/engine/search/search_functions.py).
KNOWN_BEST = 1.2817
# Two ranks with half the rows each learn what one learns.
TWO_NODES = ("resources.nodes=2", "batch.per_device=2", 'environment.variables={OMP_NUM_THREADS: "1"}')
OVER = ("completed", "failed", "cancelled", "timed_out", "preempted")


def settings_of(settings):
    return [word for setting in settings for word in ("--set", setting)]


def without_times(records):
    return [{key: value for key, value in record.items() if key != "time"} for record in records]


class SearchOnCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        cls.sandbox.must("engine", "sample", PRESET, "--output", "sample")

    def submit(self, *settings):
        said = self.sandbox.must(
            "yard",
            "submit",
            self.sandbox.work / "sample/sample.yaml",
            "--target",
            self.cluster.target,
            "--json",
            *settings_of((*TWO_NODES, *settings)),
            timeout=300,
        )
        answer = json.loads(said)
        return answer["run"], self.cluster.base / answer["folder"].rpartition("/")[2]

    def state(self, run):
        return json.loads(self.sandbox.must("yard", "show", run, "--json"))["state"]

    def wait_for_end(self, run, seconds=900):
        return wait_until(lambda: (state := self.state(run)) in OVER and state, seconds, "the run's end")

    def journal(self, folder):
        return [json.loads(line) for line in (folder / "search/study.jsonl").read_text().splitlines()]

    def stored(self, run):
        """The study's records in the store on this side, of its newest attempt."""
        with sqlite3.connect(self.sandbox.root / "data/trainyard/runs.sqlite") as store:
            pieces = store.execute(
                "SELECT piece, continues FROM study_records WHERE run = ?1 AND attempt = (SELECT max(attempt) FROM "
                "study_records WHERE run = ?1) ORDER BY sequence",
                (run,),
            ).fetchall()
        text = "".join(piece + ("" if continues else "\n") for piece, continues in pieces)
        return [json.loads(line) for line in text.splitlines()]

    def ends(self, folder):
        return {record["trial"]: record for record in self.journal(folder) if record["kind"] == "end"}

    def test_it_finds_the_best_on_two_nodes(self):
        run, folder = self.submit("search.trials=20")
        self.assertEqual(self.wait_for_end(run), "completed")
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
        self.assertEqual(len(events(attempts(folder)[0])[0]["nodes"]), 2)
        ends = self.ends(folder)
        self.assertEqual(sorted(ends), list(range(20)))
        best = min(ends.values(), key=lambda end: end["value"])
        self.assertLess(best["value"], KNOWN_BEST * 1.02, ends)
        self.assertEqual(json.loads((folder / "results/best_trial.json").read_text())["trial"], best["trial"])
        wait_until(lambda: self.stored(run) == self.journal(folder), 30, "the study on this side")

    # What a job may suffer.

    def kill_step(self, job, _):
        self.cluster.must("scancel", "--signal=KILL", f"{job}.0")

    def kill_rank(self, job, moments):
        self.kill_on_node(job, moments, lambda command: "engine" in command and " train " in command)

    def kill_agent(self, job, moments):
        self.kill_on_node(job, moments, lambda command: "yard-agent" in command and " run " in command)

    def requeue(self, job, _):
        self.cluster.slurm("scontrol", "requeue", job)

    def kill_on_node(self, job, moments, is_meant):
        nodes = self.cluster.must(
            "scontrol", "show", "hostnames", self.cluster.must("squeue", "-h", "-j", job, "-o", "%N")
        )
        found = [pid for pid in self.cluster.processes_on(moments.choice(nodes.split())) if is_meant(command_of(pid))]
        if found:
            os.kill(moments.choice(found), signal.SIGKILL)

    def job_of(self, folder):
        names = ",".join(f"{folder.name}.{number}" for number in range(1, 9))
        return self.cluster.slurm("squeue", "-h", "-t", "R", "-n", names, "-o", "%i").stdout.strip()

    def test_killed_again_and_again_it_becomes_the_same_study(self):
        settings = (
            "search.trials=6",
            "search.startup_trials=3",
            "training.max_steps=60",
            "evaluation.every_steps=20",
            "checkpoint.every_steps=20",
        )
        settings = (*settings, "restart.max_without_progress=50")
        run, whole = self.submit(*settings)
        self.assertEqual(self.wait_for_end(run), "completed")
        moments = random.Random(int(os.environ.get("TRAINYARD_SEED", "1")))
        run, folder = self.submit(*settings)
        ways = [self.kill_step, self.kill_rank, self.kill_agent, self.requeue]
        done = 0
        while done < KILLS:
            state = self.state(run)
            if state == "completed":
                break
            if state in OVER:  # what Slurm does not begin again by itself, a person does
                self.sandbox.must("yard", "resume", run, timeout=300)
            job = self.job_of(folder)
            if not job or not (folder / "search/study.jsonl").exists():
                time.sleep(0.2)
                continue
            time.sleep(moments.uniform(0.2, 6))  # any moment of the job
            ways[done % len(ways)](job, moments)
            done += 1
            time.sleep(1)  # until Slurm has noticed
        print(f"{done} kills", file=sys.stderr)
        while (ended := self.wait_for_end(run)) != "completed":
            print(f"resumed after {ended}", file=sys.stderr)
            self.sandbox.must("yard", "resume", run, timeout=300)
            wait_until(lambda: self.state(run) not in OVER, 60, "the further job")
        undisturbed = without_times(self.journal(whole))
        disturbed = [record for record in without_times(self.journal(folder)) if record["kind"] != "retry"]
        self.assertEqual(disturbed, undisturbed)
        wait_until(lambda: self.stored(run) == self.journal(folder), 30, "the study on this side")


if __name__ == "__main__":
    unittest.main()
