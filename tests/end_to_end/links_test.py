# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad links: cuts, stalls and a sleeping laptop at random moments while code, data and programs are sent, a job is submitted, metrics
stream in and logs are read. Nothing may be missing or doubled afterwards, no transfer unfinished, and nothing left behind in the service.

Usage: links_test.py FAULTS [SEED]. Each run gets six of them; all go through a relay in front of a practice cluster's sshd.
"""

import collections
import contextlib
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

from practice import PracticeCluster
from relay import Relay
from sandbox import BIN, Sandbox, events, wait_until

STEPS = 240
CODE_BYTES, DATA_BYTES = 12_000_000, 20_000_000
PHASES = ("code", "data", "submit", "stream", "logs", "logs")
# It goes on for some minutes, or until the faults are over.
SCRIPT = """import json, os, sys, time
print(len(open(sys.argv[1], "rb").read()), "bytes of data", file=sys.stderr, flush=True)
for step in range(1, STEPS + 1):
    print(json.dumps({"step": step, "train/loss": step + 0.5}), flush=True)
    print("line", step, file=sys.stderr, flush=True)
    time.sleep(0.05 if os.path.exists(sys.argv[2]) else 0.2 if step < 60 else 1)
""".replace("STEPS", str(STEPS))


class Fault:
    """One thing that happens to the link: cut once, cut and refused for a while, or silent for a while; or this computer sleeps: all of
    this user's programs stand still, while the link and the cluster go on."""

    def __init__(self, random_numbers, relay, box):
        self.relay, self.box = relay, box
        self.kind = random_numbers.choice(("cut", "away", "stall", "long stall", "sleep"))
        self.seconds = {
            "cut": 0,
            "away": random_numbers.uniform(1, 6),
            "stall": random_numbers.uniform(1, 8),
            "long stall": random_numbers.uniform(18, 25),
            "sleep": random_numbers.uniform(20, 180),
        }[self.kind]

    def happen(self):
        asleep = set()
        if self.kind in ("cut", "away"):
            if self.kind == "away":
                self.relay.refuse()
            self.relay.cut()
        elif self.kind == "sleep":
            # What was forked between the look and the signal is seen by the next look.
            while new := self.box.processes().keys() - asleep:
                send(new, signal.SIGSTOP)
                asleep |= new
        else:
            self.relay.stall()
        time.sleep(self.seconds)  # the fault lasts so long
        send(asleep, signal.SIGCONT)
        self.relay.accept()
        self.relay.go()

    def __str__(self):
        return f"{self.kind} {self.seconds:.1f} s"


def send(processes, kind):
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, kind)


def store(box):
    database = sqlite3.connect(f"file:{box.root}/data/trainyard/runs.sqlite?mode=ro", uri=True, timeout=10)
    database.execute("PRAGMA busy_timeout = 10000")
    return database


def row_of(box, experiment):
    try:
        found = (
            store(box)
            .execute(
                "SELECT run, state, coalesce(reason, ''), coalesce(step, 0) FROM runs WHERE name = ?", (experiment,)
            )
            .fetchone()
        )
    except sqlite3.OperationalError:  # not made yet
        return None
    return found


def wait_for_phase(box, experiment, phase, submitting):
    """Until the submission or the run has come to the phase, or past it."""
    reasons = {
        "code": ("sending the code", "reading the data", "sending the data", "sending the engine"),
        "data": ("sending the data", "sending the engine"),
        "submit": ("submitting",),
    }
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        row = row_of(box, experiment)
        if row and phase in reasons and (row[1] != "preparing" or row[2].startswith(reasons[phase])):
            return
        if row and phase in ("stream", "logs") and (row[3] > 0 or row[1] not in ("preparing", "waiting", "running")):
            return
        assert submitting.poll() in (None, 0), (
            f"yard submit ended with {submitting.returncode}: {submitting.stderr.read()}"
        )
        time.sleep(0.01)
    raise AssertionError(f"{experiment} did not come to {phase}: {row_of(box, experiment)}")


def service_pid(box):
    pids = list(box.processes("yard", "serve"))
    assert len(pids) == 1, pids
    return pids[0]


def resources(pid):
    """Threads and descriptors that are not caches of this process."""
    threads = len(os.listdir(f"/proc/{pid}/task"))
    descriptors = sorted(os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd"))
    return threads, descriptors


def one_run(box, cluster, name, random_numbers, faults):
    code = box.work / name
    code.mkdir()
    (code / "train.py").write_text(SCRIPT)
    for i in range(60):
        (code / f"module_{i}.py").write_bytes(random_numbers.randbytes(20_000))
    (code / "data.bin").write_bytes(random_numbers.randbytes(CODE_BYTES))
    # A program outside of the code travels as data does: once, to a folder named by its hash.
    program, over = box.work / f"{name}-start", box.work / f"{name}-over"
    program.write_bytes(
        f"#!/bin/bash\nexec python3 train.py data.bin {over}\n".encode() + random_numbers.randbytes(DATA_BYTES)
    )
    program.chmod(0o755)
    experiment = box.work / f"{name}.yaml"
    experiment.write_text(
        f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: {program.name}, metrics: jsonl}}\n"
        f"code: {{source: {name}}}\nresources: {{time_limit: '15:00'}}\n"
    )
    submitting = subprocess.Popen(
        [str(BIN / "yard"), "submit", str(experiment), "--target", cluster.target],
        env=box.environment,
        cwd=box.work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    following = None
    for phase, fault in faults:
        wait_for_phase(box, name, phase, submitting)
        if phase == "logs" and following is None:
            following = subprocess.Popen(
                [str(BIN / "yard"), "logs", row_of(box, name)[0], "--follow"],
                env=box.environment,
                cwd=box.work,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
        # Chance chooses the moment of the fault.
        time.sleep(random_numbers.uniform(0, 1.5))
        print(f"{name} {phase}: {fault}; {row_of(box, name)}", flush=True)
        fault.happen()
    over.touch()
    out, err = submitting.communicate(timeout=300)
    assert submitting.returncode == 0, f"yard submit ended with {submitting.returncode}\n{out}\n{err}"
    run = row_of(box, name)[0]
    wait_until(
        lambda: row_of(box, name)[1] not in ("preparing", "waiting", "running"),
        240,
        f"the end of {name}: {row_of(box, name)}",
    )
    assert row_of(box, name)[1] == "completed", row_of(box, name)
    check_metrics(box, run)
    check_transfers(cluster, name, code, program)
    if following:
        out, err = following.communicate(timeout=120)
        assert following.returncode == 0, err
        assert out.count('"step"') == STEPS and err.splitlines() == [
            f"{CODE_BYTES} bytes of data",
            *(f"line {i}" for i in range(1, STEPS + 1)),
        ], (out[-500:], err[-500:])


def check_metrics(box, run):
    rows = (
        store(box)
        .execute(
            "SELECT attempt, step, value FROM points JOIN series USING(series) WHERE run = ? AND name = 'train/loss' ORDER BY step",
            (run,),
        )
        .fetchall()
    )
    assert rows == [(1, step, step + 0.5) for step in range(1, STEPS + 1)], (
        f"{len(rows)} points of {STEPS}; {rows[:3]} ... {rows[-3:]}"
    )


def check_transfers(cluster, name, code, program):
    base = pathlib.Path(cluster.base)
    folders = list(base.glob(f"{name}-*"))
    assert len(folders) == 1, folders
    folder = folders[0]
    assert events(folder / "attempts/0001")[-1]["event"] == "end"
    assert len(list((folder / "attempts").iterdir())) == 1 and len(list((folder / "submissions").iterdir())) == 1, (
        "one job, one attempt"
    )
    for path in code.iterdir():
        assert (folder / "code" / path.name).read_bytes() == path.read_bytes(), path
    arrived = list((base / "data").glob(f"*/{program.name}"))
    assert len(arrived) == 1 and arrived[0].read_bytes() == program.read_bytes(), arrived
    unfinished = [
        path for path in base.rglob("*") if path.name.startswith(".trainyard-partial") or path.name == "preparing"
    ]
    assert not unfinished, unfinished


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    random_numbers = random.Random(seed)
    with Sandbox() as box, PracticeCluster() as cluster, Relay(cluster.address, bytes_per_second=3_000_000) as relay:
        cluster.add_target(box, relay.address[1])
        idle = box.start("yard", "serve", "--idle-seconds", "3600")
        wait_until(lambda: (box.root / "data/trainyard/service.json").exists(), 15, "the service")
        # What is made once and kept (the thread of Qt's network) is there after a run over the good link.
        one_run(box, cluster, "links-good", random_numbers, [])
        time.sleep(5)  # what ends after a run (its stream, its transfers) has ended then
        threads, descriptors = resources(service_pid(box))
        runs, happened = 0, collections.Counter()
        while happened.total() < count:
            phases = PHASES[: min(count - happened.total(), len(PHASES))]
            faults = [(phase, Fault(random_numbers, relay, box)) for phase in phases]
            one_run(box, cluster, f"links-{runs}", random_numbers, faults)
            happened.update(fault.kind for _, fault in faults)
            runs += 1
        assert not cluster.queue(), cluster.queue()
        box.must("yard", "targets", "check", cluster.target)

        def is_as_before():
            now_threads, now_descriptors = resources(service_pid(box))
            return now_threads <= threads and len(now_descriptors) <= len(descriptors)

        wait_until(is_as_before, 60, f"before {threads} threads {descriptors}, now {resources(service_pid(box))}")
        assert idle.poll() is None, "the service is the one that was started"
        assert not list(box.processes("rsync").values()), box.processes("rsync")
        print(
            f"{runs} runs of {STEPS} steps, {count} faults (seed {seed}; {dict(happened)}): nothing missing, doubled or left behind"
        )


if __name__ == "__main__":
    main()
