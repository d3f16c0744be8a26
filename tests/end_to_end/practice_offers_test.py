# SPDX-License-Identifier: GPL-3.0-or-later
"""Promised starts: a run that asks for other GPUs, another time limit or partition is promised a start by the scheduler's own test;
submitted like that, the scheduler plans it then.

Usage: practice_offers_test.py [NUMBER [SEED]]. What the window's page Queue asks while a bar is dragged is the same question as that
of `yard where`: the changed document, rendered and given to `sbatch --test-only`.
"""

import json
import random
import sys
import time

from practice import PracticeCluster
from sandbox import Sandbox, wait_until

TOLERANCE = 75  # seconds; the scheduler plans in minutes
QUARTER = 15  # minutes


class Offers:
    def __init__(self, cluster, box, seed):
        self.cluster, self.box, self.random = cluster, box, random.Random(seed)
        self.file = box.work / "waits.yaml"
        self.file.write_text(
            "format: 1\nname: waits\nworkload: command\ncommand: {launcher: none, program: waits.sh, metrics: none}\n"
            "resources: {partition: gpu, gpus_per_node: 8, cpus_per_process: 1, memory_gib_per_node: 1, time_limit: '01:00:00'}\n"
        )
        script = box.work / "waits.sh"
        script.write_text("#!/bin/bash\nsleep 4000\n")
        script.chmod(0o755)

    def fill(self):
        """Each node is in use until another time, two of them in part."""
        for node, gpus, minutes in (("gpu1", 8, 25), ("gpu2", 8, 50), ("gpu3", 6, 40), ("gpu4", 5, 90)):
            self.cluster.must(
                *("sbatch", "-p", "long", "-w", node, f"--gres=gpu:{gpus}", "-t", str(minutes), "--mem=100"),
                *("-J", "others", "-o", "/dev/null", "--wrap", "sleep 6000"),
            )
        running = lambda: self.cluster.must("squeue", "-h", "-t", "R", "-o", "%i").split()
        wait_until(lambda: len(running()) == 4, 60, "the nodes in use")

    def draw(self):
        partition = self.random.choice(("gpu", "long"))
        quarters = self.random.randint(1, 4 if partition == "gpu" else 9)
        hours, minutes = divmod(quarters * QUARTER, 60)
        return {
            "resources.partition": partition,
            "resources.gpus_per_node": self.random.randint(1, 8),
            "resources.time_limit": f"'{hours:02}:{minutes:02}:00'",
        }

    @staticmethod
    def options(changes):
        return [word for path, value in changes.items() for word in ("--set", f"{path}={value}")]

    def promised(self, changes):
        """Unix seconds."""
        places = json.loads(self.box.must("yard", "where", self.file, "--json", *self.options(changes)))
        place = next(place for place in places if place["target"] == self.cluster.target)
        start = place["answer"]["estimate"]["expected_start"]
        assert start, f"no start is promised: {place}"
        return start

    def planned(self, changes):
        """When the scheduler starts it, once it is submitted like that."""
        said = json.loads(
            self.box.must("yard", "submit", self.file, "--on", self.cluster.target, "--json", *self.options(changes))
        )
        run = said["run"] if isinstance(said, dict) else said[0]["run"]

        def job():
            jobs = json.loads(self.box.must("yard", "show", run, "--json"))["jobs"]
            return jobs and jobs[-1]["job"]

        wait_until(job, 60, "the job")
        number = job()

        def start():
            told = self.cluster.must("squeue", "-h", "-j", number, "-t", "all", "-o", "%S").strip()
            return None if told in ("", "N/A", "Unknown") else time.mktime(time.strptime(told, "%Y-%m-%dT%H:%M:%S"))

        wait_until(start, 90, "the scheduler's plan")
        found = start()
        self.box.must("yard", "cancel", run)
        wait_until(
            lambda: not self.cluster.must("squeue", "-h", "-j", number, "-t", "PD,R,CG", "-o", "%i").strip(),
            90,
            "its end",
        )
        return found


def main(number, seed):
    print(f"{number} promises, seed {seed}", flush=True)
    worst, later = 0, 0
    with Sandbox() as box, PracticeCluster(extra_conf="SchedulerParameters=bf_interval=3,sched_interval=3") as cluster:
        cluster.add_target(box)
        offers = Offers(cluster, box, seed)
        offers.fill()
        for i in range(number):
            changes = offers.draw()
            promised = offers.promised(changes)
            planned = offers.planned(changes)
            wait = promised - time.time()
            later += wait > 120
            worst = max(worst, abs(promised - planned))
            print(
                f"{i + 1}: {' '.join(map(str, changes.values()))}: in {wait:.0f} s, off by {planned - promised:.0f} s",
                flush=True,
            )
            assert abs(promised - planned) <= TOLERANCE, (changes, promised, planned)
    print(f"{number} promises, {later} of them for later, the worst off by {worst:.0f} s")
    assert later >= number // 4, "too few had to wait for this to show anything"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12, int(sys.argv[2]) if len(sys.argv) > 2 else 20)
