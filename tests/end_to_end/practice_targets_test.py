# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person is told about a cluster before and while using it: its check with and without a job, folders to choose a base
from, and on the less friendly site each thing that is done without.
"""

import json
import os
import re
import subprocess
import unittest

from practice import PracticeCluster
from sandbox import Sandbox

EXPERIMENT = """format: 1
name: slow
workload: command
command: {launcher: none, program: slow.py, metrics: jsonl}
restart: {on_time_limit: true}
code: {source: code}
"""

SLOW = """import json, time
for step in range(1, 9):
    print(json.dumps({"step": step, "train/loss": 1 / step}), flush=True)
    time.sleep(1)
"""

PARTITIONS = [
    "partition gpu (default): 4 nodes, up to 32 processors and 250 GiB each, 4 with 8 a100; at most 1:00:00, 30:00 unless asked for",
    "partition long: 4 nodes, up to 32 processors and 250 GiB each, 4 with 8 a100; no time limit",
    "partition maint: 4 nodes, up to 32 processors and 250 GiB each, 4 with 8 a100; at most 1:00:00; closed at the moment (DOWN)",
]


class Targets(unittest.TestCase):
    def begin(self, site):
        self.cluster = self.enterContext(PracticeCluster(site=site))
        self.sandbox = self.enterContext(Sandbox())
        self.cluster.add_target(self.sandbox)

    def check(self, *options):
        """[what it is, the sentence] for each finding; facts have no word in front."""
        done = self.sandbox.run("yard", "targets", "check", self.cluster.target, *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return [[line[:9].strip(), line[9:]] for line in done.stdout.splitlines()]

    def test_friendly(self):
        self.begin("friendly")
        lines = self.check()
        self.assertRegex(lines[0][1], r"^Slurm [\d.]+ on cluster practice, 3 partitions$")
        self.assertEqual([line for _, line in lines[1:4]], PARTITIONS)
        self.assertLessEqual({"lab", "teaching"}, set(lines[4][1].removeprefix("accounts: ").split(", ")))
        self.assertEqual(lines[5][1], "classes of service: debug, normal")
        self.assertRegex(lines[6][1], r"^base folder: \d+(\.\d)? .B free$")
        self.assertEqual({word for word, _ in lines}, {"ok", ""}, "something is done without")
        with_job = self.check("--job")
        self.assertEqual(with_job[:6], lines[:6])
        self.assertEqual(with_job[7], ["ok", "node gpu1 can read and write the base folder"])
        self.assertRegex(
            with_job[8][1], r"^node gpu1: C library \d\.\d+, kernel \d.*, no GPU visible to nvidia-smi, no modules$"
        )
        self.assertEqual(len(with_job), 9, with_job)
        self.assertEqual([path.name for path in self.cluster.base.iterdir()], [], "the check left something")
        facts = json.loads(self.sandbox.must("yard", "targets", "check", self.cluster.target, "--json"))["facts"]
        self.assertEqual(
            (facts["node"]["node"], facts["node"]["reachable"], facts["can_forward"]),
            ("gpu1", True, True),
            "what the job saw is kept",
        )
        self.bases()

    def bases(self):
        """Folders that the site names to login shells alone, with what is free of a disk or of a quota."""
        home, root = self.cluster.layout.home, self.cluster.root
        for name in ("scratch", "team"):
            (root / name).mkdir()
        (home / ".profile").write_text(
            f"echo Welcome\nexport SCRATCH={root}/scratch WORK={root}/team PROJECT={root}/gone\n"
        )
        self.cluster.shim(
            "lfs",
            f'case "$*" in *{root}/team*) printf "     %s\\n    900000*  800000  1000000  6d  1 0 0 -\\n" "{root}/team" ;; esac',
        )
        offered = self.offers()
        self.assertEqual(
            [line.split()[1:3] for line in offered],
            [
                ["scratch", f"{root}/scratch/trainyard,"],
                ["work", f"{root}/team/trainyard,"],
                ["home", f"{home}/trainyard,"],
            ],
        )
        self.assertRegex(offered[0], r", \d+(\.\d)? .B free$")
        self.assertTrue(offered[1].endswith(", 102.4 MB free of a quota of 1.0 GB"), offered[1])
        if (
            os.geteuid() == 0
            and subprocess.run(
                ["mount", "--bind", root / "team", root / "team"], capture_output=True, check=False
            ).returncode
            == 0
        ):
            try:
                subprocess.run(["mount", "-o", "remount,bind,ro", root / "team"], check=True)
                offered = self.offers()
                self.assertEqual(
                    [line.split()[1] for line in offered],
                    ["scratch", "home", "work"],
                    "what can be written comes first",
                )
                self.assertTrue(offered[2].endswith(", not writable"), offered[2])
            finally:
                subprocess.run(["umount", "-l", root / "team"], check=True)

    def offers(self):
        done = self.sandbox.run(
            "yard",
            "targets",
            "add",
            "new",
            "--host",
            self.cluster.layout.alias,
            "--ssh-config",
            self.cluster.layout.ssh_config,
        )
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        first, *offered, last = done.stderr.splitlines()
        self.assertEqual(first, f"Folders on {self.cluster.layout.alias}:")
        self.assertIn(f"next: yard targets add new --host {self.cluster.layout.alias} --base /", last)
        return offered

    def test_strict(self):
        self.begin("strict")
        without = {sentence for word, sentence in self.check() if word == "without"}
        self.assertEqual(len(without), 2, without)
        code = self.sandbox.work / "code"
        code.mkdir()
        (code / "slow.py").write_text(SLOW)
        experiment = self.sandbox.work / "slow.yaml"
        experiment.write_text(EXPERIMENT)
        done = self.sandbox.run("yard", "submit", experiment, "--target", self.cluster.target, "--watch")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stderr.splitlines()
        for words in (
            r"^.*slow\.yaml:5:26: warning: restart\.on_time_limit: this cluster does not requeue jobs.*`yard resume`$",
            r"^updates are a few seconds late: practice-strict forbids port forwarding, so events are read from their file$",
        ):
            self.assertEqual(len([line for line in lines if re.search(words, line)]), 1, f"{words}\n{done.stderr}")
        steps = [
            point["step"]
            for point in json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
            if point["metric"] == "train/loss"
        ]
        self.assertEqual(steps, list(range(1, 9)))
        findings = self.check("--job")
        without = [sentence for word, sentence in findings if word == "without"]
        print("\n".join(without), flush=True)
        for words in ("has no accounting", "are not requeued", "forbids port forwarding"):
            self.assertEqual(len([line for line in without if words in line]), 1, f"{words}: {without}")
        self.assertIn(["ok", "node gpu1 can read and write the base folder"], findings)
        self.assertFalse(
            [line for _, line in findings if "can be reached" in line],
            "the site's rule is said, not a guess about the node",
        )


if __name__ == "__main__":
    unittest.main(warnings="ignore")
