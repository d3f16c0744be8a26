# SPDX-License-Identifier: GPL-3.0-or-later
"""A controller that forgets a job: before its release was recorded, or within seconds after it, the job is submitted again by
itself; later, the run is shown as lost, and `yard resume` submits it again. Counted by the workload, which writes a line when it
starts.
"""

import json
import unittest

from practice import PracticeCluster, daemons
from sandbox import Sandbox, wait_until

# Whoever releases the first job waits until the test has done with the controller.
SCONTROL = r"""
case $1 in release)
  if mkdir "$HOME/at-release" 2>/dev/null; then
    while [ ! -e "$HOME/go-on" ]; do sleep 0.1; done
  fi ;;
esac
exec "$REAL" "$@"
"""


class Forgotten(unittest.TestCase):
    def setUp(self):
        self.cluster = self.enterContext(PracticeCluster())
        self.sandbox = self.enterContext(Sandbox())
        self.cluster.add_target(self.sandbox)
        self.starts = self.cluster.layout.home / "starts"
        code = self.sandbox.work / "code"
        code.mkdir()
        (code / "count.sh").write_text(f'#!/bin/sh\necho "$(basename "$TRAINYARD_RUN_DIR")" >>"{self.starts}"\n')
        (code / "count.sh").chmod(0o755)
        self.experiment = self.sandbox.work / "forgotten.yaml"
        self.experiment.write_text(
            "format: 1\nname: forgotten\nworkload: command\ncommand: {launcher: none, program: count.sh, metrics: none}\n"
            'code: {source: code}\nresources: {cpus_per_process: 1, time_limit: "10"}\n'
        )

    def run_now(self):
        return json.loads(self.sandbox.must("yard", "show", "last", "--json"))

    def wait_for(self, state, seconds):
        try:
            wait_until(lambda: self.run_now()["state"] == state, seconds, state)
        except AssertionError as problem:
            run = self.run_now()
            raise AssertionError(f"{problem}; it is {run['state']}: {run['reason']}") from problem

    def submissions(self):
        folder = next(self.cluster.base.glob("forgotten-*"))
        return sorted(path.name for path in (folder / "submissions").iterdir())

    def check_started_once(self):
        wait_until(self.starts.exists, 60, "the workload's line")
        self.wait_for("completed", 120)
        self.assertEqual(len(self.starts.read_text().splitlines()), 1)
        wait_until(lambda: self.cluster.queue() == [], 60, "nothing of it in the queue")
        self.assertEqual(self.submissions(), ["1", "2"])

    def check_repetition_is_told(self):
        told = [each for each in self.run_now()["messages"] if each["code"] == "run.submitted_again"]
        self.assertEqual(len(told), 1, self.run_now()["messages"])
        self.assertIn("submitted again", told[0]["text"])

    def test_before_its_release(self):
        self.cluster.shim("scontrol", SCONTROL)
        home = self.cluster.layout.home
        client = self.sandbox.start("yard", "submit", self.experiment, "--target", self.cluster.target)
        wait_until((home / "at-release").exists, 120, "the release of the first job")
        self.cluster.forget_jobs()
        (home / "go-on").touch()
        self.assertEqual(client.wait(300), 0, (self.sandbox.work / "yard.log").read_text())
        self.check_started_once()
        self.check_repetition_is_told()

    def submit_into_closed_partition(self):
        """Returns the run's folder."""
        self.sandbox.must(
            "yard",
            "submit",
            self.experiment,
            "--target",
            self.cluster.target,
            "--set",
            "resources.partition=maint",
            timeout=300,
        )
        return next(self.cluster.base.glob("forgotten-*"))

    def test_soon_after_its_release(self):
        folder = self.submit_into_closed_partition()
        self.assertTrue(self.scripts_of(folder), "the submission script has looked once more already")
        self.cluster.forget_jobs()
        wait_until((folder / "submissions/2/journal").exists, 180, "a second submission")
        self.assertIn("lost ", (folder / "submissions/1/journal").read_text())
        self.cluster.must("scontrol", "update", "PartitionName=maint", "State=UP")
        self.check_started_once()
        self.check_repetition_is_told()

    def test_later(self):
        folder = self.submit_into_closed_partition()
        # The script on the login node looks once more, some seconds after the release; after that nobody does.
        wait_until(lambda: not self.scripts_of(folder), 60, "the end of the submission script")
        self.assertEqual(self.run_now()["state"], "waiting")
        self.cluster.forget_jobs()
        self.wait_for("failed", 180)
        run = self.run_now()
        self.assertEqual(run["code"], "slurm.lost", run["reason"])
        self.assertIn("submit it again", run["reason"])
        self.assertFalse(self.starts.exists())
        self.cluster.must("scontrol", "update", "PartitionName=maint", "State=UP")
        self.sandbox.must("yard", "resume", "last", timeout=300)
        self.check_started_once()

    def scripts_of(self, folder):
        """Submission scripts of a run that are still at work."""
        found = []
        for pid in daemons.own_processes(self.cluster.layout):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    line = file.read()
            except OSError:
                continue
            if b"submit_once.sh" in line and str(folder).encode() in line:
                found.append(pid)
        return found


if __name__ == "__main__":
    unittest.main()
