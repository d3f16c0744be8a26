# SPDX-License-Identifier: GPL-3.0-or-later
"""A newer version takes over from an older one whose service runs and whose runs go on, here and on a practice cluster; and back.

TRAINYARD_OLDER is the folder of an older version's programs (a package's lib/trainyard, or bin of a build); skipped without one.
"""

import contextlib
import csv
import io
import json
import os
import pathlib
import signal
import sqlite3
import sys
import unittest

from practice import PracticeCluster
from sandbox import Sandbox, wait_until

OLDER = pathlib.Path(os.environ.get("TRAINYARD_OLDER", ""))

PROGRAM = """import pathlib, sys, time
for step in range(1, 4):
    print({"loss": 4.0 - step, "epoch": 1.0, "step": step}, flush=True)
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.1)
print({"loss": 0.5, "epoch": 1.0, "step": 9}, flush=True)
"""

EXPERIMENT = """format: 1
name: {name}
workload: command
command:
  launcher: none
  program: train.py
  arguments: ["{mark}"]
  metrics: huggingface
resources:
  time_limit: "00:20:00"
environment:
  variables: {{PYTHONUNBUFFERED: "1"}}
code:
  source: code
"""


class Upgrade(unittest.TestCase):
    """One story; each test is a chapter, in the order of their names."""

    @classmethod
    def setUpClass(cls):
        cls.box = cls.enterClassContext(Sandbox())
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.cluster.add_target(cls.box)
        (cls.box.work / "code").mkdir()
        (cls.box.work / "code/train.py").write_text(PROGRAM)
        cls.marks = {name: cls.box.root / f"go-{name}" for name in ("finished", "here", "there", "between", "after")}

    def document(self, name):
        file = self.box.work / f"{name}.yaml"
        file.write_text(EXPERIMENT.format(name=name, mark=self.marks[name]))
        return file

    def older(self, *arguments):
        return self.box.run(OLDER / "yard", *arguments)

    def must_older(self, *arguments):
        return self.box.must(OLDER / "yard", *arguments)

    def states(self):
        return {run["name"]: run["state"] for run in self.box.runs()}

    def older_states(self):
        return {run["name"]: run["state"] for run in json.loads(self.must_older("runs", "--json"))}

    def losses(self, name):
        rows = csv.DictReader(io.StringIO(self.box.must("yard", "metrics", name, "--csv")))
        return [float(row["value"]) for row in rows if row["metric"] == "train/loss"]

    def test_1_the_older_version_works(self):
        self.marks["finished"].touch()
        self.must_older("submit", self.document("finished"), "--watch")
        self.must_older("submit", self.document("here"))
        self.must_older("submit", self.document("there"), "--on", self.cluster.target)
        wait_until(lambda: self.older_states().get("here") == "running", 60, "the run here")
        wait_until(lambda: self.older_states().get("there") == "running", 120, "the run on the cluster")
        type(self).before = self.older_states()

    def test_2_the_newer_one_takes_over(self):
        done = self.box.run("yard", "runs", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        after = {run["name"]: run["state"] for run in json.loads(done.stdout)}
        self.assertEqual(after, self.before)
        self.assertEqual(self.losses("finished"), [3.0, 2.0, 1.0, 0.5])
        copies = list((self.box.root / "data").rglob("*.schema-*"))
        self.assertEqual(len(copies), 1, "a copy of the older store is kept")

    def test_3_runs_that_went_on_are_followed_to_their_end(self):
        for name in ("here", "there"):
            self.marks[name].touch()
        wait_until(lambda: all(state == "completed" for state in self.states().values()), 120, "all runs")
        for name in ("here", "there"):
            wait_until(lambda name=name: self.losses(name) == [3.0, 2.0, 1.0, 0.5], 60, f"all points of {name}")

    def test_4_the_older_one_refuses_the_newer_store_and_loses_nothing(self):
        self.box.must("yard", "submit", self.document("between"))
        known = self.states()
        done = self.older("runs")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        said = (done.stdout + done.stderr).strip().splitlines()
        self.assertLessEqual(len(said), 2, said)
        self.assertRegex(" ".join(said), "(?i)version|newer")
        self.assertEqual(self.states().keys(), known.keys())
        self.marks["between"].touch()
        wait_until(lambda: self.states()["between"] == "completed", 60, "the run that went on meanwhile")

    def test_5_the_copy_serves_the_older_one(self):
        """Who must go back puts the copy in the place of the store, and has what was there before the upgrade."""
        for pid in self.box.processes("serve"):
            os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not self.box.processes("serve"), 20, "the end of the service")
        (copy,) = (self.box.root / "data").rglob("*.schema-*")
        store = copy.with_suffix("")
        self.assertTrue(store.exists(), store)
        for beside in ("-wal", "-shm"):
            pathlib.Path(f"{store}{beside}").unlink(missing_ok=True)
        os.replace(store, f"{store}.newer")
        os.replace(copy, store)
        with contextlib.closing(sqlite3.connect(store)) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        wait_until(
            lambda: [self.older_states()[name] for name in ("finished", "here", "there")] == ["completed"] * 3,
            120,
            "the older version's view of the runs that ended under the newer one",
        )


if __name__ == "__main__":
    if not (OLDER / "yard").is_file():
        print("SKIPPED: TRAINYARD_OLDER names no folder of an older version's programs", file=sys.stderr)
        sys.exit(77)
    unittest.main(failfast=True)
