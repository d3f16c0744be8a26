# SPDX-License-Identifier: GPL-3.0-or-later
"""What following runs costs a login node that forbids forwarding: follow_load_test.py RUNS SECONDS. Every command that a login is
given is counted, and every question to Slurm, while so many runs write a metric each second; then how much of a core the service took.
"""

import os
import pathlib
import sys
import time

from practice import PracticeCluster
from sandbox import Sandbox, wait_until

SETTLES = 60
PER_MINUTE = 2
# Of the last metric in the store, beside the clock.
LATEST = 6


def record(cluster):
    """From now on every command of a login is a line of a file, and every question to Slurm one of another."""
    commands, questions = cluster.root / "commands", cluster.root / "questions"
    commands.touch(), questions.touch()
    shell = cluster.root / "bin/login-shell"
    shell.write_text(shell.read_text().replace("#!/bin/sh\n", f"#!/bin/sh\necho x >>{commands}\n", 1))
    for link in [path for path in cluster.root.rglob("squeue") if path.is_symlink()]:
        real = os.readlink(link)
        link.unlink()
        link.write_text(f'#!/bin/sh\necho x >>{questions}\nexec {real} "$@"\n')
        link.chmod(0o755)
    return commands, questions


def lines(file):
    return len(file.read_text().splitlines())


def processor_seconds(pid):
    words = pathlib.Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid):
    text = pathlib.Path("/proc", str(pid), "status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def main(runs, seconds):
    with Sandbox() as box, PracticeCluster(site="strict") as cluster:
        commands, questions = record(cluster)
        cluster.add_target(box)
        (box.work / "code").mkdir()
        (box.work / "code/train.sh").write_text(
            '#!/bin/bash\nfor i in {1..3000}; do echo "{\\"step\\": $i, \\"train/loss\\": $i.5}"; sleep 1; done\n'
        )
        os.chmod(box.work / "code/train.sh", 0o755)
        experiment = box.work / "long.yaml"
        experiment.write_text(
            "format: 1\nname: long\nworkload: command\ncommand: {launcher: none, program: train.sh, metrics: jsonl}\n"
            f"code: {{source: code}}\nresources: {{time_limit: '60:00', array: 0-{runs - 1}}}\n"
        )
        box.must("yard", "submit", experiment, "--target", cluster.target, "--json", timeout=400)

        def rows():
            return [row for row in box.runs() if (row.get("step") or 0) > 3]

        wait_until(lambda: len(rows()) >= runs, 300, "the first steps of all runs")
        time.sleep(SETTLES)  # what starting the runs costs is not counted
        service = next(iter(box.processes("serve")))
        before = lines(commands), lines(questions), processor_seconds(service), memory_mib(service), time.monotonic()
        time.sleep(seconds)  # what is counted happens in this time
        took = time.monotonic() - before[4]
        per_minute = [(lines(file) - old) * 60 / took for file, old in zip((commands, questions), before)]
        share = 100 * (processor_seconds(service) - before[2]) / took
        print(
            f"{runs} runs for {took:.0f} s: {per_minute[0]:.1f} commands and {per_minute[1]:.1f} questions to Slurm a minute, "
            f"the service {share:.1f} % of a core, {before[3]:.0f} MiB before and {memory_mib(service):.0f} MiB after",
            flush=True,
        )
        assert len(rows()) >= runs
        assert sum(per_minute) <= PER_MINUTE + 60 / took, per_minute
        assert memory_mib(service) < before[3] + 10
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), float(sys.argv[2])))
