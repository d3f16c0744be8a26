# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that take more memory than they asked for, at a practice cluster: once where Slurm itself looks after a step's memory and kills
it, once where the kernel does (cgroups, as root only). A command, a job script and the engine's agent: each run has failed, says that
it was memory, and offers to resume with more.

Exits 77, saying so, where the programs of a practice cluster are missing.
"""

import json
import os
import pathlib
import unittest

from practice import PracticeCluster
from sandbox import Sandbox, wait_until

# Slowly enough for whoever looks every two seconds, and never enough for this machine.
HUNGRY = """import sys, time
held = []
for step in range(1, 25):
    held.append(bytearray(200 << 20))
    print('{"step": %d, "train/loss": %d.5}' % (step, step), flush=True)
    time.sleep(0.4)
print("ate all", flush=True)
"""
ENDS = ("completed", "failed", "cancelled", "lost")
CGROUPS = pathlib.Path("/sys/fs/cgroup/memory")


def limit_by_kernel(cluster):
    """From now on the kernel kills, as at most sites."""
    (cluster.root / "slurm/cgroup.conf").write_text(
        "CgroupPlugin=cgroup/v1\nCgroupMountpoint=/sys/fs/cgroup\nConstrainRAMSpace=yes\nConstrainSwapSpace=yes\n"
    )
    with open(cluster.root / "slurm/extra.conf", "a") as file:
        file.write("TaskPlugin=task/cgroup\nProctrackType=proctrack/cgroup\nJobAcctGatherParams=NoOverMemoryKill\n")
    for name in ("slurmctld", "gpu1", "gpu2", "gpu3", "gpu4"):
        cluster.stop(name)
        cluster.start(name)
    wait_until(
        lambda: cluster.slurm("sinfo", "-h", "-N", "-p", "gpu", "-o", "%T").stdout.split() == ["idle"] * 4,
        60,
        "the nodes",
    )


class Memory(unittest.TestCase):
    def setUp(self):
        self.cluster = self.enterContext(PracticeCluster())
        self.sandbox = self.enterContext(Sandbox())
        self.cluster.add_target(self.sandbox)

    def ended(self, words, files):
        for name, text in files.items():
            (self.sandbox.work / name).write_text(text)
        said = self.sandbox.must("yard", "submit", *words, "--on", self.cluster.target, "--json")
        run = json.loads(said)["run"]
        wait_until(
            lambda: json.loads(self.sandbox.must("yard", "show", run, "--json"))["state"] in ENDS,
            180,
            "the end of the run",
        )
        return run

    def check(self, run, has_curve=True):
        shown = json.loads(self.sandbox.must("yard", "show", run, "--json"))
        text = self.sandbox.must("yard", "show", run)
        self.assertEqual(shown["state"], "failed", text)
        self.assertIn("memory", shown["reason"], text)
        self.assertIn("resources.memory_gib_per_node", text)
        if not has_curve:  # a command reports in other ways than by lines of JSON
            return
        values = [
            v for v in json.loads(self.sandbox.must("yard", "metrics", run, "--json")) if v["metric"] == "train/loss"
        ]
        self.assertGreater(len(values), 2, text)
        self.assertLess(len(values), 24, text)

    def each_workload(self):
        command = "format: 1\nname: hungry\nworkload: command\ncommand: {launcher: none, program: python3, arguments: [eat.py]}\n"
        with self.subTest("a command"):
            document = command + "resources: {memory_gib_per_node: 1, partition: gpu}\ncode: {source: .}\n"
            self.check(self.ended(["hungry.yaml"], {"hungry.yaml": document, "eat.py": HUNGRY}), has_curve=False)
        with self.subTest("a job script"):
            script = "#!/bin/bash\n#SBATCH -p gpu\n#SBATCH --mem=1G\npython3 eat.py\n"
            self.check(self.ended(["hungry.sh"], {"hungry.sh": script, "eat.py": HUNGRY}))
        with self.subTest("a step of a job script"):
            script = "#!/bin/bash\n#SBATCH -p gpu\n#SBATCH --mem=1G\nsrun python3 eat.py\n"
            self.check(self.ended(["step.sh"], {"step.sh": script, "eat.py": HUNGRY}))

    def test_killed_by_slurm(self):
        self.each_workload()

    @unittest.skipUnless(
        os.geteuid() == 0 and CGROUPS.is_dir(), "only root makes memory groups, and here of version 1 only"
    )
    def test_killed_by_the_kernel(self):
        limit_by_kernel(self.cluster)
        self.each_workload()


if __name__ == "__main__":
    unittest.main(warnings="ignore")
