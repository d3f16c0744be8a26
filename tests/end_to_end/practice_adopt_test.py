# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs that were started by hand, at a practice cluster: shown in the queue, made a run, followed to each kind of end, their output
read, cancelled; what cannot be adopted is refused in one sentence, and nothing is made of it.
"""

import json
import time
import unittest

from practice import PracticeCluster
from sandbox import Sandbox, wait_until


class Adopt(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)

    def by_hand(self, wrapped, *options, name="by hand"):
        """sbatch on the login node, as a person types it. Returns the job's number."""
        words = " ".join(options)
        done = self.cluster.ssh(
            f"mkdir -p own && cd own && sbatch --parsable -p gpu --mem=10 -J '{name}' {words} --wrap '{wrapped}'"
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def adopt(self, job):
        return self.sandbox.must("yard", "adopt", self.cluster.target, job).strip()

    def shown(self, run):
        return json.loads(self.sandbox.must("yard", "show", run, "--json"))

    def ended(self, run):
        ends = ("completed", "failed", "cancelled", "lost", "timed_out")
        deadline = time.monotonic() + 240
        while self.shown(run)["state"] not in ends:
            said = self.sandbox.must("yard", "show", run)
            queue = self.cluster.must("squeue", "-h", "-t", "all", "-o", "%i %j %T %M %l")
            self.assertLess(time.monotonic(), deadline, f"{said}\n{queue}")
            time.sleep(1)  # a process each time
        return self.shown(run)

    def numbers(self):
        return len(json.loads(self.sandbox.must("yard", "runs", "--json")))

    def test_to_its_end(self):
        job = self.by_hand("for i in 1 2 3 4 5 6 7 8; do echo line $i; sleep 1; done")
        described = self.sandbox.must("yard", "queue", "show", self.cluster.target, job)
        self.assertIn("own/slurm-", described)
        run = self.adopt(job)
        self.assertIn(self.shown(run)["state"], ("waiting", "running"))
        self.assertEqual(self.ended(run)["state"], "completed")
        self.assertEqual(
            [line for line in self.sandbox.must("yard", "logs", run).splitlines() if line.startswith("line ")],
            [f"line {i}" for i in range(1, 9)],
        )

    def test_a_job_that_fails(self):
        run = self.adopt(self.by_hand("sleep 6; exit 3"))
        shown = self.ended(run)
        self.assertEqual((shown["state"], shown["exit_code"]), ("failed", 3), shown)

    def test_cancelled(self):
        job = self.by_hand("sleep 600")
        run = self.adopt(job)
        self.sandbox.must("yard", "cancel", run)
        self.assertEqual(self.ended(run)["state"], "cancelled")
        self.cluster.wait_for_state(job, ("CANCELLED", ""), 60)

    def test_one_that_waits(self):
        job = self.by_hand("echo began; sleep 3", "--hold")
        # The queue is asked for every half minute at most.
        listed = lambda: self.sandbox.must("yard", "queue", self.cluster.target, "--mine")
        wait_until(lambda: job in listed(), 60, "the job in the queue")
        run = self.adopt(job)
        self.assertEqual(self.shown(run)["state"], "waiting")
        self.cluster.must("scontrol", "release", job)
        self.assertEqual(self.ended(run)["state"], "completed")

    def test_out_of_time(self):
        run = self.adopt(self.by_hand("sleep 600", "--time=0:01"))
        self.assertEqual(self.ended(run)["state"], "timed_out")
        self.assertNotIn("yard resume", self.sandbox.must("yard", "show", run))

    def test_refused(self):
        before = self.numbers()
        array = self.by_hand("sleep 20", "--array=1-3")
        odd = self.by_hand("sleep 20", name="one,two")
        for job in (array, f"{array}_2", odd, "999999", "no number", "-1", "$(reboot)"):
            refused = self.sandbox.run("yard", "adopt", "--", self.cluster.target, job)
            self.assertIn(refused.returncode, (1, 2, 3), (job, refused.stderr))
            self.assertEqual(len(refused.stderr.strip().splitlines()), 1, refused.stderr)
        self.assertEqual(self.numbers(), before)
        twice = self.by_hand("sleep 20")
        run = self.adopt(twice)
        again = self.sandbox.run("yard", "adopt", self.cluster.target, twice)
        self.assertNotEqual(again.returncode, 0)
        self.assertIn(run[:8], again.stderr)
        self.cluster.must("scancel", array, odd, twice)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
