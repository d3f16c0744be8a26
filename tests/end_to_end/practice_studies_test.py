# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches whose trials are jobs of a practice cluster: submitted from this computer (job_each), and by a job of the cluster
(controller_job). Every trial is one job, whatever is killed; several run at once with little lost between them.

The program needs no torch: it reports a parabola of its argument. KILLS is how many kills each of the two searches suffers; the
seed of their moments is printed and may be given as KILL_SEED.

Usage: practice_studies_test.py [KILLS]
"""

import contextlib
import json
import os
import pathlib
import random
import signal
import sys
import time
import unittest

from practice import PracticeCluster
from practice_presets_test import command_of
from sandbox import Sandbox, wait_until

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 4
SEED = int(os.environ.get("KILL_SEED", random.SystemRandom().randrange(1_000_000)))
OVER = ("completed", "failed", "cancelled", "timed_out", "preempted", "ended")

# Notes that it ran, and reports (x - 0.3)^2, which it comes nearer to in two steps.
PARABOLA = """#!/bin/bash
echo "$2 $SLURM_JOB_ID $MODE" >>"$3"
for step in 1 2; do
  awk -v x="$1" -v step=$step 'BEGIN { printf "{\\"step\\": %d, \\"loss\\": %.12g}\\n", step, (x - 0.3) ^ 2 + 1 - step / 2 }'
  sleep "$4"
done
"""


class Studies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster())

    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.cluster.add_target(self.box)
        self.random = random.Random(SEED)

    def submit(self, name, run_as, pause=0, **search):
        values = {
            "space": "{optimizer.learning_rate: {low: 0.001, high: 1.0}, environment.variables.MODE: [fast, it's slow]}",
            "objective": "loss",
            "sampler": "random",
            "trials": 6,
            "run_as": run_as,
        }
        values.update(search)
        program = self.box.work / "code/parabola.sh"
        program.parent.mkdir(exist_ok=True)
        program.write_text(PARABOLA)
        program.chmod(0o755)
        self.notes = pathlib.Path(self.cluster.layout.home) / f"notes-{name}-{self.id().rpartition('.')[2]}"
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\nseed: 5\ncode: {{source: code}}\ncommand:\n  launcher: none\n"
            "  program: ./parabola.sh\n  metrics: jsonl\n"
            f"  arguments: ['{{{{ optimizer.learning_rate }}}}', '{{run_dir}}', '{self.notes}', '{pause}']\n"
            "search:\n"
            + "".join(f"  {key}: {value}\n" for key, value in values.items())
            + "resources: {cpus_per_process: 1, time_limit: '10:00'}\n"
        )
        answer = json.loads(
            self.box.must("yard", "submit", file, "--target", self.cluster.target, "--json", timeout=300)
        )
        return answer.get("study") or answer["run"]

    def shown(self, study):
        return json.loads(self.box.must("yard", "study", "show", study, "--json"))

    def ended(self, study, seconds=600):
        def is_over():
            done = self.box.run("yard", "study", "show", study, "--json")  # its first record may still be on its way
            return done.returncode == 0 and json.loads(done.stdout)["state"] in OVER

        wait_until(is_over, seconds, "the study to end")
        return self.shown(study)

    def check(self, study, count, restarts=0):
        """Every trial is one run with the value that the program said, and Slurm had one job for it, or one more each time that
        it was started again."""
        shown = self.shown(study)
        self.assertEqual([trial["number"] for trial in shown["trials"]], list(range(count)))
        for trial in shown["trials"]:
            self.assertEqual(trial["state"], "complete", trial)
            self.assertAlmostEqual(trial["value"], (trial["values"]["optimizer.learning_rate"] - 0.3) ** 2, places=9)
        runs = {run: trial for trial in shown["trials"] for run in trial["runs"]}
        wait_until(lambda: set(runs) <= {run["run"] for run in self.box.runs()}, 60, "the trials' runs on this side")
        known = {run["run"]: run for run in self.box.runs() if run["run"] in runs}
        wait_until(
            lambda: all(run["state"] == "completed" for run in self.box.runs() if run["run"] in runs), 60, "their ends"
        )
        ran = [line.split(" ", 2) for line in self.notes.read_text().splitlines()]
        self.assertEqual({run for run, _, _ in ran}, {run["folder"] for run in known.values()})
        by_folder = {known[run]["folder"]: trial for run, trial in runs.items()}
        for folder, _, mode in ran:
            self.assertEqual(mode, by_folder[folder]["values"]["environment.variables.MODE"])
        if not restarts:
            self.assertEqual(len(ran), len(runs))
        names = [
            name for (name,) in self.accounted() if any(name.startswith(pathlib.Path(f).name + ".") for f in by_folder)
        ]
        retries = sum(trial["retries"] for trial in shown["trials"])
        self.assertEqual(len(names), len(set(names)), "a submission made two jobs")
        self.assertLessEqual(len(names), len(runs) + retries)
        return shown

    def accounted(self):
        lines = self.cluster.must("sacct", "-a", "-X", "-n", "-P", "-S", "now-1days", "-o", "JobName").splitlines()
        return [line.split("|") for line in lines]

    # ------------------------------------------------------------ whole searches

    def test_by_a_controller(self):
        study = self.submit("whole", "controller_job", parallel=3, trials=7)
        self.assertEqual(self.ended(study)["state"], "completed")
        shown = self.check(study, 7)
        self.assertEqual(shown["run_as"], "controller_job")
        run = next(run for run in self.box.runs() if run["run"] == study)
        folder = self.cluster.base / pathlib.Path(run["folder"]).name
        best = json.loads((folder / "results/best_trial.json").read_text())
        self.assertEqual(best["trial"], shown["best"]["number"])
        self.assertEqual((folder / "results/study.jsonl").read_text(), (folder / "search/study.jsonl").read_text())

    def test_this_computer_is_off_meanwhile(self):
        study = self.submit("alone", "controller_job", parallel=2, trials=5)
        wait_until(lambda: self.notes.exists(), 120, "the first trial")
        for pid in self.box.processes("serve"):
            os.kill(pid, signal.SIGKILL)
        # Nothing here asks for the study: no service runs.
        wait_until(lambda: len(set(self.notes.read_text().splitlines())) == 5, 300, "all trials")
        wait_until(lambda: not self.cluster.queue(), 120, "the controller to end")
        self.assertFalse(self.box.processes("serve"))
        self.assertEqual(self.ended(study)["state"], "completed")
        self.check(study, 5)

    def test_from_this_computer(self):
        study = self.submit("each", "job_each", parallel=3, trials=7)
        self.ended(study)
        self.check(study, 7)

    def test_a_cancelled_controller_cancels_its_trials(self):
        study = self.submit("cancelled", "controller_job", pause=200, parallel=2)
        wait_until(lambda: self.notes.exists() and len(self.notes.read_text().splitlines()) == 2, 180, "two trials")
        self.box.must("yard", "cancel", study, "--yes")
        wait_until(lambda: not self.cluster.queue(), 120, "an empty queue")
        self.assertEqual(self.ended(study)["state"], "cancelled")

    def test_more_trials_and_a_stop(self):
        study = self.submit("more", "controller_job", pause=1, parallel=2, trials=3)
        wait_until(lambda: self.box.run("yard", "study", "show", study, "--json").returncode == 0, 120, "its records")
        self.box.must("yard", "study", "add", study, 30)
        wait_until(lambda: len(self.shown(study)["trials"]) > 3, 180, "more trials")
        self.box.must("yard", "study", "stop", study)
        self.assertEqual(self.ended(study)["state"], "completed")
        self.assertLess(len(self.shown(study)["trials"]), 33)

    # ------------------------------------------------------------ at once

    def test_eight_at_once(self):
        """The time of sixteen trials, eight at once, beside the ideal: two times a trial."""
        for run_as in ("job_each", "controller_job"):
            study = self.submit(f"eight-{run_as[:3]}", run_as, pause=30, parallel=8, trials=16)
            self.ended(study)
            shown = self.check(study, 16)
            began = min(trial["started"] for trial in shown["trials"])
            seconds = max(trial["ended"] for trial in shown["trials"]) - began
            values = [json.dumps(trial["values"]) for trial in shown["trials"]]
            self.assertEqual(len(set(values)), 16)
            print(f"{run_as}: {seconds:.1f} s, {seconds / 120:.2f} of the ideal", file=sys.stderr)

    # ------------------------------------------------------------ kills

    def kill_service(self, _):
        for pid in self.box.processes("serve"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def processes_of_jobs(self, is_meant):
        return [
            pid
            for node in ("gpu1", "gpu2", "gpu3", "gpu4")
            for pid in self.cluster.processes_on(node)
            if is_meant(command_of(pid))
        ]

    def kill_one(self, is_meant):
        found = self.processes_of_jobs(is_meant)
        if found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.random.choice(found), signal.SIGKILL)

    def kill_controller(self, _):
        self.kill_one(lambda command: "yard-search" in command and "yard-agent" not in command)

    def kill_agent_of_controller(self, folder):
        self.kill_one(lambda command: "yard-agent run" in command and folder in command)

    def requeue_controller(self, folder):
        for job, name, state, _ in self.cluster.queue():
            if name.startswith(folder) and state == "RUNNING":
                self.cluster.slurm("scontrol", "requeue", job)

    def requeue_a_trial(self, folder):
        running = [
            job for job, name, state, _ in self.cluster.queue() if state == "RUNNING" and not name.startswith(folder)
        ]
        if running:
            self.cluster.slurm("scontrol", "requeue", self.random.choice(running))

    def suffer(self, study, ways):
        """Kills at any moments, and resumes by hand what no one else does; returns what the study became."""
        folder = ""
        done = 0
        while done < KILLS:
            time.sleep(self.random.uniform(0.2, 4))
            if not folder:
                folder = next(
                    (pathlib.Path(r["folder"]).name for r in self.box.runs() if r["run"] == study and r["folder"]),
                    study,
                )
            answer = self.box.run("yard", "study", "show", study, "--json")
            state = json.loads(answer.stdout)["state"] if answer.returncode == 0 else ""
            if state in ("completed", "ended"):
                break
            if state in OVER:
                self.box.must("yard", "resume", study, timeout=300)
                continue
            ways[done % len(ways)](folder)
            done += 1
        print(f"{done} kills", file=sys.stderr)
        while (shown := self.ended(study))["state"] not in ("completed", "ended"):
            print(f"resumed after {shown['state']}", file=sys.stderr)
            self.box.must("yard", "resume", study, timeout=300)
            wait_until(lambda: self.shown(study)["state"] not in OVER, 60, "the further job")
        return shown

    def compare(self, run_as, ways):
        print(f"KILL_SEED={SEED}", file=sys.stderr, flush=True)
        search = {"sampler": "tpe", "startup_trials": 3, "trials": max(10, KILLS)}
        whole = self.ended(self.submit("whole", run_as, **search))
        study = self.submit("killed", run_as, pause=1, **search)
        self.suffer(study, ways)
        killed = self.check(study, max(10, KILLS), restarts=KILLS)
        self.assertEqual(
            [trial["values"] for trial in killed["trials"]], [trial["values"] for trial in whole["trials"]]
        )
        self.assertEqual([trial["value"] for trial in killed["trials"]], [trial["value"] for trial in whole["trials"]])

    def test_killed_under_a_controller(self):
        self.compare(
            "controller_job",
            [
                self.kill_controller,
                self.kill_service,
                self.requeue_a_trial,
                self.kill_agent_of_controller,
                self.requeue_controller,
            ],
        )

    def test_killed_from_this_computer(self):
        self.compare("job_each", [self.kill_service, self.requeue_a_trial])


if __name__ == "__main__":
    unittest.main(verbosity=2)
