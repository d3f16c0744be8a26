# SPDX-License-Identifier: GPL-3.0-or-later
"""Job arrays on this computer: as many tasks at once as asked for, each a run of its own that is cancelled and resumed by itself;
the array as a whole is cancelled and waited for; a job script's array finds Slurm's variables.
"""

import json
import os
import sys

from sandbox import Sandbox, wait_until

# Notes its start and end, and works until the file `go` is there.
TASK = """#!/bin/bash
echo "start $1 $(date +%s.%N)" >>"$2/notes"
until [ -e "$2/go" ]; do sleep 0.1; done
if [ "$1" = "$3" ] && [ ! -e "$2/mended" ]; then exit 7; fi
echo "end $1 $(date +%s.%N)" >>"$2/notes"
"""

SCRIPT = """#!/bin/bash
#SBATCH --job-name=swept --array=3,5 --output=log-%A_%a.txt --cpus-per-task=1
echo "task $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT ($SLURM_ARRAY_TASK_MIN to $SLURM_ARRAY_TASK_MAX) in $SLURM_ARRAY_JOB_ID"
"""


class Array:
    def __init__(self, box, name, array, failing=-1):
        self.box, self.name, self.place = box, name, box.work / name
        self.place.mkdir()
        program = self.place / "task.sh"
        program.write_text(TASK)
        os.chmod(program, 0o755)
        file = box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: {program}, metrics: none, "
            f"arguments: ['{{array_index}}', '{self.place}', '{failing}']}}\n"
            f"resources: {{cpus_per_process: 1, array: '{array}'}}\n"
        )
        self.file = file
        self.run = json.loads(box.must("yard", "submit", file, "--json"))["run"]

    def tasks(self):
        runs = json.loads(self.box.must("yard", "runs", "--json"))
        return {run["array_index"]: run for run in runs if run.get("parent") == self.run}

    def states(self):
        return {index: task["state"] for index, task in self.tasks().items()}

    def notes(self, what):
        file = self.place / "notes"
        rows = [line.split() for line in file.read_text().splitlines()] if file.exists() else []
        return [int(row[1]) for row in rows if row[0] == what]

    def go(self):
        (self.place / "go").touch()


def state_of(box, run):
    return json.loads(box.must("yard", "show", run, "--json"))["state"]


def limited(box):
    """One at a time; a task that fails is resumed by itself; a run after the array waits for all of it."""
    array = Array(box, "one-by-one", "0-3%1", failing=1)
    wait_until(lambda: array.notes("start") == [0], 30, "the first task")
    wait_until(lambda: array.states().get(0) == "running", 30, "that it runs")
    waiting = array.tasks()[2]
    assert waiting["state"] == "waiting" and "other tasks of its array" in waiting["reason"], waiting
    text = array.file.read_text().replace("name: one-by-one", "name: afterwards").replace(", array: '0-3%1'", "")
    (box.work / "afterwards.yaml").write_text(text.replace("{array_index}", "9"))
    after = json.loads(
        box.must(
            "yard",
            "submit",
            box.work / "afterwards.yaml",
            "--json",
            "--set",
            f"resources.after=['ended:{array.run[:8]}']",
        )
    )["run"]
    # A task that waits is cancelled by itself, and does not start.
    box.must("yard", "cancel", array.tasks()[3]["run"])
    wait_until(lambda: array.states()[3] == "cancelled", 30, "the end of a waiting task")
    assert array.notes("start") == [0] and state_of(box, after) == "waiting"
    array.go()
    wait_until(lambda: array.states() == {0: "completed", 1: "failed", 2: "completed", 3: "cancelled"}, 60, "all ends")
    wait_until(lambda: state_of(box, after) == "completed", 60, "the run after the array")
    assert array.notes("start") == [0, 1, 2, 9] and array.notes("end") == [0, 2, 9], (
        array.notes("start"),
        array.notes("end"),
    )
    assert array.tasks()[1]["exit_code"] == 7 and "7" in array.tasks()[1]["reason"], array.tasks()[1]
    (array.place / "mended").touch()
    box.must("yard", "resume", array.tasks()[1]["run"])
    wait_until(lambda: array.states()[1] == "completed", 60, "the resumed task")
    assert array.notes("end")[-1] == 1


def cancelled(box):
    """The whole array, in its middle."""
    array = Array(box, "broken-off", "1-40")
    together = max(1, len(os.sched_getaffinity(0)))
    wait_until(lambda: len(array.notes("start")) == min(together, 40), 60, "as many as the machine can run")
    refused = box.run("yard", "cancel", array.run)
    assert refused.returncode == 2 and "--yes" in refused.stderr, refused
    box.must("yard", "cancel", array.run, "--yes")
    wait_until(lambda: set(array.states().values()) == {"cancelled"}, 60, "the end of all tasks")
    wait_until(lambda: state_of(box, array.run) == "cancelled", 30, "the array's own end")
    assert len(array.notes("start")) == min(together, 40) and not array.notes("end")


def script(box):
    file = box.work / "swept.sh"
    file.write_text(SCRIPT)
    run = json.loads(box.must("yard", "submit", file, "--json"))["run"]
    wait_until(lambda: state_of(box, run) == "completed", 60, "the array of a script")
    folder = json.loads(box.must("yard", "show", run, "--json"))["folder"]
    said = sorted(path.read_text() for path in box.root.joinpath(folder).glob("work/log-*.txt"))
    assert len(said) == 2, (said, os.listdir(folder))
    for index, text in zip((3, 5), said):
        assert text.startswith(f"task {index} of 2 (3 to 5) in "), said


def main():
    with Sandbox() as box:
        for part in (limited, cancelled, script):
            part(box)
            print(f"{part.__name__}: done", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
