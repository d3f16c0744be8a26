# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster with a real OpenPBS behind sshd: learned, submitted to, followed, cancelled; arrays, runs that wait for others, several
nodes, time limits, job scripts, refusals, and one start however often the submission is killed.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

import pbs_server
from pbs_server import PbsServer
from sandbox import BIN, Sandbox, wait_until

SKIPPED = 77
ENDED = ("completed", "failed", "cancelled", "timed_out", "preempted")


def shown(box, run):
    return json.loads(box.must("yard", "show", run, "--json"))


class PbsCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(PbsServer())
        cls.box = cls.enterClassContext(Sandbox())
        cls.server.add_target(cls.box)
        (cls.box.work / "code").mkdir()

    def program(self, name, text):
        file = self.box.work / "code" / name
        file.write_text("#!/bin/bash\n" + text)
        file.chmod(0o755)

    def document(self, name, text=None, resources="", limit="'10'", more=""):
        if text is not None:
            self.program(f"{name}.sh", text)
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: {name}.sh, metrics: jsonl}}\n"
            f"code: {{source: code}}\nresources: {{cpus_per_process: 1, time_limit: {limit}{resources}}}\n{more}"
        )
        return file

    def submit(self, name, *words, **document):
        file = self.document(name, **document)
        return json.loads(self.box.must("yard", "submit", file, "--target", "pbs", "--json", *words))["run"]

    def state(self, run):
        return shown(self.box, run)["state"]

    def until(self, run, *states, seconds=120):
        wait_until(lambda: self.state(run) in (*states, *ENDED), seconds, f"{run} to be {states}")
        self.assertIn(self.state(run), states, shown(self.box, run))
        return shown(self.box, run)

    def job(self, run):
        return shown(self.box, run)["jobs"][-1]["job"]

    def folder(self, run):
        return self.server.base / shown(self.box, run)["folder"].rsplit("/", 1)[1]

    def test_learned(self):
        checked = self.box.must("yard", "targets", "check", "pbs", timeout=120)
        self.assertIn("PBS 23", checked)
        kinds = {target["name"]: target["kind"] for target in json.loads(self.box.must("yard", "targets", "--json"))}
        self.assertEqual(kinds, {"here": "direct", "pbs": "pbs"})
        self.assertIn("workq", self.box.must("yard", "cluster", "pbs"))
        queue = self.box.must("yard", "queue", "pbs")
        self.assertIn("No jobs of yours.", queue)

    def test_follows_to_the_end(self):
        run = self.submit(
            "fine", text='for i in 1 2 3; do echo "{\\"step\\": $i, \\"loss\\": $((9 - i))}"; sleep 1; done\n'
        )
        end = self.until(run, "completed")
        self.assertEqual(end["jobs"][-1]["scheduler"], "pbs")
        folder = self.folder(run)
        journal = (folder / "submissions/1/journal").read_text()
        self.assertEqual(
            [line.split()[0] for line in journal.splitlines()],
            ["claimed", "sbatch", "said", "job", "releasing", "released"],
        )
        self.assertTrue(list(folder.glob("submissions/1/output-*.log")))
        points = self.box.work / "points.csv"
        self.box.must("yard", "export", run, "--csv", points)
        self.assertIn("loss", points.read_text())

    def test_a_failure_is_named(self):
        run = self.submit("wrong", text="exit 3\n")
        self.assertEqual(self.until(run, "failed")["exit_code"], 3)

    def test_cancelled(self):
        run = self.submit("long", text="sleep 300\n")
        self.until(run, "running")
        job = self.job(run)
        self.box.must("yard", "cancel", run)
        self.until(run, "cancelled")
        wait_until(lambda: any("job_state = F" in line for line in self.server.jobs(job)), 60, "the end of the job")

    def test_cancelled_while_it_waits(self):
        run = self.submit("never", text="sleep 300\n", resources=", nodes: 2, extra_directives: ['-a 12312359']")
        wait_until(lambda: shown(self.box, run).get("reason_code") == "pbs.reason.start_time", 60, "the reason")
        self.box.must("yard", "cancel", run)
        self.until(run, "cancelled")

    def test_array(self):
        run = self.submit(
            "array", text='echo "{\\"step\\": 1, \\"task\\": $PBS_ARRAY_INDEX}"\n', resources=", array: 0-3"
        )
        self.until(run, "completed", seconds=180)
        tasks = sorted(path.name for path in (self.folder(run) / "tasks").iterdir())
        self.assertEqual(tasks, ["0", "1", "2", "3"])
        for task in tasks:
            events = (self.folder(run) / "tasks" / task / "attempts/0001/events.jsonl").read_text()
            self.assertIn('"completed"', events)

    def test_waits_for_another(self):
        flag = self.box.work / "flag"
        first = self.submit("first", text=f"until [ -e {flag} ]; do sleep 0.2; done\n")
        self.until(first, "running")
        second = self.submit("second", "--set", f"resources.after=[{first}]", text="exit 0\n")
        wait_until(lambda: shown(self.box, second)["jobs"], 60, "the second job")
        depends = [line for line in self.server.jobs(self.job(second)) if "depend = " in line]
        self.assertIn(f"afterok:{self.job(first)}", depends[0])
        words = f"waits for first-{first[:8]} to complete"
        wait_until(lambda: shown(self.box, second)["reason"] == words, 60, "the reason")
        flag.touch()
        self.until(first, "completed")
        self.until(second, "completed")

    def test_two_nodes(self):
        text = 'echo "rank $RANK of $WORLD_SIZE on $(hostname) $MINE"; sleep 2\n'
        more = "environment: {variables: {MINE: handed on}}\n"
        run = self.submit("two", text=text, resources=", nodes: 2, processes_per_node: 1", more=more)
        self.until(run, "completed")
        outputs = self.folder(run).glob("attempts/0001/nodes/*/rank-*.out")
        printed = "".join(path.read_text() for path in outputs)
        lines = sorted(re.findall(r"rank \d of 2 on \w+ handed on", printed))
        self.assertEqual(lines, ["rank 0 of 2 on pbs1 handed on", "rank 1 of 2 on pbs2 handed on"], printed)
        self.assertFalse((self.folder(run) / "attempts/0001/coordinator").exists())

    def test_warned_before_the_limit(self):
        run = self.submit(
            "limit",
            text="trap 'echo saved > saved; exit 0' TERM; while true; do sleep 0.2; done\n",
            limit="'0:40'",
            more="restart: {signal_before_end_seconds: 25, on_preemption: false}\n",
        )
        self.until(run, "timed_out", seconds=120)
        self.assertIn("before_time_limit", shown(self.box, run)["code"])

    def test_job_script(self):
        self.program(
            "mine.pbs",
            "#PBS -N mine\n#PBS -l select=1:ncpus=1\n#PBS -l walltime=00:05:00\ncd $PBS_O_WORKDIR\necho loss 3 > here\necho done\n",
        )
        run = json.loads(self.box.must("yard", "submit", self.box.work / "code/mine.pbs", "--target", "pbs", "--json"))[
            "run"
        ]
        self.until(run, "completed")
        work = self.folder(run) / "work"
        self.assertEqual((work / "here").read_text(), "loss 3\n")
        [output] = work.glob("mine.o*")
        self.assertIn("done", output.read_text())

    def test_refused(self):
        file = self.document("refused", text="true\n", resources=", extra_directives: ['-l nosuch=1']")
        refused = self.box.run("yard", "submit", file, "--target", "pbs")
        self.assertEqual(refused.returncode, 9)
        self.assertIn("the scheduler rejected the job, and nothing was submitted: Unknown resource", refused.stderr)
        unknown = self.box.run(
            "yard", "submit", self.box.work / "fine.yaml", "--target", "pbs", "--set", "resources.partition=worqk"
        )
        self.assertNotEqual(unknown.returncode, 0)
        self.assertIn("workq", unknown.stdout + unknown.stderr)

    def test_one_start_however_often_it_is_killed(self):
        starts = self.box.work / "starts"
        names = [f"once{number}" for number in range(6)]
        killed = 0
        for number, name in enumerate(names):
            file = self.document(name, text=f"echo {name} >> {starts}\n")
            words = [str(BIN / "yard"), "submit", str(file), "--target", "pbs", "--json"]
            with subprocess.Popen(
                words, env=self.box.environment, cwd=self.box.work, stdout=subprocess.DEVNULL
            ) as submitting:
                stop = time.time() + 3 + number
                while time.time() < stop and submitting.poll() is None:
                    time.sleep(0.2 + 0.1 * number)
                    for pid in self.submitters(name):
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
                submitting.wait(timeout=400)
            runs = json.loads(self.box.must("yard", "runs", "--json"))
            self.until(next(run["run"] for run in runs if run["name"] == name), "completed", seconds=400)
        self.assertGreater(killed, 3)
        self.assertEqual(sorted(starts.read_text().split()), names)

    @staticmethod
    def submitters(name):
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes()
                if b"submit_once.sh" in words and name.encode() in words:
                    found.append(int(folder.name))
        return found


if __name__ == "__main__":
    if problem := pbs_server.whynot():
        print(f"SKIPPED: {problem}")
        sys.exit(SKIPPED)
    pbs_server.enter()
    unittest.main(verbosity=2)
