# SPDX-License-Identifier: GPL-3.0-or-later
"""What exactly_once_test.py submits: runs of a command and job scripts as they are, each alone, as an array, as a study of several
values or after another run; and checks of the target with a job, which are interrupted. The workload appends a line to a file when
it starts and one when it ends.
"""

import dataclasses
import random

PROGRAM = """#!/bin/bash
#SBATCH -c 1
#SBATCH --time=10
part=${PART:-${SLURM_ARRAY_TASK_ID:--}}
echo "$1 $part start $(date +%s.%N)" >>"STARTS"
[ -z "$2" ] || until [ -e "$2" ]; do sleep 0.5; done
echo "$1 $part end $(date +%s.%N)" >>"STARTS"
"""

# How often each is drawn.
KINDS = {"run": 8, "array": 3, "study": 3, "dependent": 3, "check": 2}
WORKLOADS = ("command", "script")
PARTS = {"array": ["0", "1", "2"], "study": ["a", "b", "c"]}


@dataclasses.dataclass
class Submission:
    name: str
    kind: str
    workload: str
    fault: str
    chance: random.Random
    words: list = dataclasses.field(default_factory=list)  # of `yard`
    client: object = None
    expected: list = dataclasses.field(default_factory=list)  # (name, part), each of which starts once

    def __str__(self):
        return f"{self.name} {self.what}, {self.fault}"

    @property
    def what(self):
        return self.kind if self.kind == "check" else f"{self.kind} ({self.workload})"

    @property
    def num_jobs(self):
        """Which are submitted one after the other."""
        return len(PARTS["study"]) if self.kind == "study" else 1

    @property
    def folder_name(self):
        """Without the identity that follows."""
        return "check" if self.kind == "check" else self.name

    @property
    def job_name(self):
        return "trainyard-check" if self.kind == "check" else self.name


def is_for_checks(fault):
    """What a check's submission can meet: nothing else is drawn for it."""
    return not fault.startswith(("plugin", "journal"))


def draw_kind(chance, fault):
    kinds = {kind: weight for kind, weight in KINDS.items() if kind != "check" or is_for_checks(fault)}
    return chance.choices(list(kinds), list(kinds.values()))[0], chance.choice(WORKLOADS)


class Documents:
    """Writes what is submitted into the work folder."""

    def __init__(self, box, target, starts):
        self.work, self.target = box.work, target
        (self.work / "code").mkdir()
        program = self.work / "code/count.sh"
        program.write_text(PROGRAM.replace("STARTS", str(starts)))
        program.chmod(0o755)

    def write(self, name, workload, resources, waits_for=""):
        file = self.work / f"{name}.yaml"
        arguments = f"[{name}, {waits_for}]" if waits_for else f"[{name}]"
        if workload == "script":
            what = f"script: {{file: code/count.sh, arguments: {arguments}}}\n"
        else:
            what = f"command: {{launcher: none, program: count.sh, metrics: none, arguments: {arguments}}}\n"
            resources = {"cpus_per_process": 1, "time_limit": "'10'", **resources}
        said = ", ".join(f"{key}: {value}" for key, value in resources.items())
        file.write_text(
            f"format: 1\nname: {name}\nworkload: {workload}\n{what}code: {{source: code}}\nresources: {{{said}}}\n"
        )
        return file

    def complete(self, submission, before=""):
        """Writes the document of a submission, and says what is typed and what must start. `before`: the run that it waits for."""
        name, kind = submission.name, submission.kind
        if kind == "check":
            submission.words = ["targets", "check", self.target, "--job"]
            return
        resources = {"array": "0-2"} if kind == "array" else {"after": f"[{before}]"} if before else {}
        submission.words = ["submit", self.write(name, submission.workload, resources), "--target", self.target]
        if kind == "study":
            submission.words += ["--grid", f"environment.variables.PART={','.join(PARTS[kind])}"]
        submission.expected = [(name, part) for part in PARTS.get(kind, ["-"])]
