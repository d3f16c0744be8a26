# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the window's thread is held at once over a day: an experiment is written, 20 runs report, the table is searched, eight runs
are compared, every page of a run is opened, a cluster does not answer, and neither does the file system of a run's folder."""

import json
import os
import pathlib
import socket
import subprocess
import sys

from desktop import start_display

HERE = pathlib.Path(__file__).parent
RUNS, BAR, SITE = 20, 50.0, "friendly"
REPORTS = """#!/bin/bash
for i in {1..100000}; do
  echo "{\\"step\\": $i, \\"train/loss\\": 2.$((i % 997)), \\"train/learning_rate\\": 0.$((i % 89)), \\"train/gradient_norm\\": 1.$((i % 7))}"
  sleep 0.3
done
"""


def write_program(sandbox, name, text):
    path = sandbox.work / name
    path.write_text(text)
    path.chmod(0o755)


def experiment(sandbox, name, program, more=""):
    path = sandbox.work / f"{name}.yaml"
    path.write_text(
        f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: {program}, metrics: jsonl}}\n{more}"
    )
    return path


def run_with_hung_folder(sandbox):
    """A run that has ended, and the folder that it is in."""
    write_program(sandbox, "short.sh", '#!/bin/bash\necho \'{"step": 1, "train/loss": 2.5}\'\n')
    sandbox.must("yard", "submit", experiment(sandbox, "short", "short.sh"), "--watch")
    row = next(row for row in sandbox.runs() if row["name"] == "short")
    return row["run"], row["folder"]


def reporting(sandbox):
    return sum(1 for row in sandbox.runs() if row["state"] == "running" and (row.get("step") or 0) > 5)


def silent_cluster(sandbox):
    """A target whose login node takes connections and says nothing."""
    server = socket.create_server(("127.0.0.1", 0))
    folder = pathlib.Path(sandbox.environment["HOME"]) / ".ssh"
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "config").write_text(f"Host silent\n  HostName 127.0.0.1\n  Port {server.getsockname()[1]}\n")
    sandbox.must("yard", "targets", "add", "silent", "--host", "silent", "--base", "/tmp/runs")
    return server


def measure(bin_folder, _, pairs):
    os.environ["TRAINYARD_BIN"] = str(bin_folder)
    os.environ["TRAINYARD_SOURCE"] = str(HERE.parents[1])
    sys.path.insert(0, str(HERE.parent / "end_to_end"))
    from hung_mount import HungMount
    from sandbox import Sandbox, wait_until

    if not HungMount.is_possible():
        print(
            "day: not measured: a file system that hangs needs root, /dev/fuse and the right to mount", file=sys.stderr
        )
        return []
    from practice import PracticeCluster, layouts, programs

    try:
        programs.check_programs(SITE)
    except layouts.ClusterError as problem:
        print(f"day: not measured: {problem}", file=sys.stderr)
        return []
    longest = {}
    with Sandbox() as sandbox, PracticeCluster(site=SITE) as cluster:
        del sandbox.environment["QT_QPA_PLATFORM"]
        write_program(sandbox, "report.sh", REPORTS)
        hung, folder = run_with_hung_folder(sandbox)
        silent = silent_cluster(sandbox)
        cluster.add_target(sandbox)
        array = experiment(sandbox, "array", "report.sh", f"resources: {{array: 0-{RUNS - 1}, time_limit: '60:00'}}\n")
        sandbox.must("yard", "submit", array, "--target", cluster.target, timeout=400)
        wait_until(lambda: reporting(sandbox) >= RUNS, 300, "the first steps of all runs")
        day = experiment(sandbox, "day", "report.sh")
        display = start_display(sandbox.environment)
        try:
            for _ in range(pairs):
                with HungMount(folder):
                    for name, step in pass_day(sandbox, bin_folder, day, hung).items():
                        longest.setdefault(name, []).append(step["longest_ms"])
        finally:
            display.terminate()
            display.wait(timeout=30)
            silent.close()
    return [
        {
            "name": f"longest hold of the window's thread, {name}",
            "unit": "ms",
            "better": "less",
            "bar": BAR,
            "ours": figures,
        }
        for name, figures in longest.items()
    ]


def pass_day(sandbox, bin_folder, day, hung):
    done = subprocess.run(
        [bin_folder / "day_speed", day, str(RUNS), "silent", hung],
        env=sandbox.environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode != 0:
        raise RuntimeError(f"day_speed ended with {done.returncode}: {done.stderr}")
    answer = json.loads(done.stdout)
    for one in sorted(answer["long"], key=lambda one: -one["ms"])[:12]:
        print(f"day: {one['ms']:.0f} ms, {one['step']}: {one['receiver']}, event {one['event']}", file=sys.stderr)
    return answer["steps"]
