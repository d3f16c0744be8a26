# SPDX-License-Identifier: GPL-3.0-or-later
"""What following runs costs a login node that forbids forwarding: follow_load_test.py RUNS SECONDS [QUEUED [STORED]]. Every command
that a login is given is counted, and every question to Slurm, while so many runs write a metric each second, QUEUED other jobs of the
same user wait in the queue, and STORED runs are in the store; then how much of a core the service took, whether its memory grew, and
how long `yard runs` takes.

Memory is judged by the slope of a straight line (least squares) through its size every ten seconds.
"""

import os
import pathlib
import sqlite3
import statistics
import sys
import time
import uuid

from practice import PracticeCluster
from sandbox import Sandbox, wait_until

SETTLES = 60
PER_MINUTE = 2
LOOKS_EVERY = 10
# What an array may have on this cluster.
TASKS = 1000
GROWTH_MIB = 10  # over the whole time, whatever it is
# It waits without starting a program each second: so many would be measured, too.
PROGRAM = """#!/bin/bash
exec 3<> <(:)
for i in {1..3000}; do
  echo "{\\"step\\": $i, \\"train/loss\\": $i.5}"
  read -r -t 1 -u 3
done
"""


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


def fill_queue(cluster, count):
    """Held arrays: each of their tasks is a line of what squeue answers."""
    for first in range(0, count, TASKS):
        last = min(TASKS, count - first) - 1
        cluster.must("sbatch", "--hold", f"--array=0-{last}", "--output=/dev/null", "--wrap=true")
    if count:
        assert len(cluster.must("squeue", "-h", "-r").splitlines()) == count


def fill_store(box, experiment, count):
    """Copies of a run that is over, with its job, its attempt and its metrics' last values."""
    run = box.must("yard", "submit", experiment, "--watch", "--json")
    assert '"completed"' in run, run
    box.stop_everything()
    file = box.root / "data/trainyard/runs.sqlite"
    with sqlite3.connect(file) as database:

        def columns(table):
            return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]

        original = database.execute("SELECT run FROM runs").fetchone()[0]
        series = database.execute("SELECT series FROM series").fetchall()
        newest = max((row[0] for row in series), default=0)
        for _ in range(count - 1):
            copy = str(uuid.uuid4())
            for table in ("runs", "jobs", "attempts"):
                rest = ", ".join(name for name in columns(table) if name != "run")
                database.execute(
                    f"INSERT INTO {table}(run, {rest}) SELECT ?, {rest} FROM {table} WHERE run = ?", (copy, original)
                )
            for (old,) in series:
                newest += 1
                for table, given in (("series", {"series": newest, "run": copy}), ("summaries", {"series": newest})):
                    rest = ", ".join(name for name in columns(table) if name not in given)
                    database.execute(
                        f"INSERT INTO {table}({', '.join(given)}, {rest}) "
                        f"SELECT {', '.join('?' * len(given))}, {rest} FROM {table} WHERE series = ?",
                        (*given.values(), old),
                    )
    database.close()


def milliseconds_of_runs(box):
    took = []
    for _ in range(20):
        began = time.monotonic()
        box.must("yard", "runs")
        took.append(1000 * (time.monotonic() - began))
    return statistics.median(took)


def slope(samples):
    """MiB a second, of (second, MiB)."""
    return statistics.linear_regression(*zip(*samples)).slope


def submit(box, cluster, runs):
    (box.work / "code").mkdir()
    (box.work / "code/train.sh").write_text(PROGRAM)
    os.chmod(box.work / "code/train.sh", 0o755)
    experiment = box.work / "long.yaml"
    experiment.write_text(
        "format: 1\nname: long\nworkload: command\ncommand: {launcher: none, program: train.sh, metrics: jsonl}\n"
        f"code: {{source: code}}\nresources: {{time_limit: '60:00', array: 0-{runs - 1}}}\n"
    )
    box.must("yard", "submit", experiment, "--target", cluster.target, "--json", timeout=400)


def main(runs, seconds, queued, stored):
    with Sandbox() as box, PracticeCluster(site="strict") as cluster:
        if stored:
            short = box.work / "short.yaml"
            (box.work / "short.sh").write_text('#!/bin/sh\necho \'{"step": 1, "train/loss": 1.5}\'\n')
            os.chmod(box.work / "short.sh", 0o755)
            short.write_text(
                "format: 1\nname: short\nworkload: command\n"
                "command: {launcher: none, program: ./short.sh, metrics: jsonl}\nresources: {cpus_per_process: 1}\n"
            )
            fill_store(box, short, stored)
        fill_queue(cluster, queued)
        commands, questions = record(cluster)
        cluster.add_target(box)
        submit(box, cluster, runs)

        def rows():
            return [row for row in box.runs() if row["name"] == "long" and (row.get("step") or 0) > 3]

        wait_until(lambda: len(rows()) >= runs, 600, "the first steps of all runs")
        time.sleep(SETTLES)  # what starting the runs costs is not counted
        service = next(iter(box.processes("serve")))
        before = lines(commands), lines(questions), processor_seconds(service), time.monotonic()
        memory = []
        while (took := time.monotonic() - before[3]) < seconds:
            memory.append((took, memory_mib(service)))
            time.sleep(min(LOOKS_EVERY, seconds - took))  # what is counted happens in this time
        took = time.monotonic() - before[3]
        per_minute = [(lines(file) - old) * 60 / took for file, old in zip((commands, questions), before)]
        share = 100 * (processor_seconds(service) - before[2]) / took
        growth = slope(memory)
        print(
            f"{runs} runs for {took:.0f} s, {queued} jobs in the queue: {per_minute[0]:.1f} commands and {per_minute[1]:.1f} "
            f"questions to Slurm a minute, the service {share:.2f} % of a core, {memory[0][1]:.1f} MiB before and "
            f"{memory[-1][1]:.1f} MiB after, {60 * growth:.3f} MiB a minute",
            flush=True,
        )
        print(f"yard runs with {len(box.runs())} runs in the store: {milliseconds_of_runs(box):.0f} ms", flush=True)
        assert len(rows()) >= runs
        assert sum(per_minute) <= PER_MINUTE + 60 / took, per_minute
        assert growth * took < GROWTH_MIB, memory
    return 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*given, *[0] * (4 - len(given))))
