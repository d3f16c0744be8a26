# SPDX-License-Identifier: GPL-3.0-or-later
"""An attempt that a later one has superseded commits nothing: it is frozen at a random moment, often while it saves, wakes up
beside its successor, and must end itself without another checkpoint, another `latest` or a result.

Usage: superseded_test.py NUMBER (how many times). The seed of the moments is printed and may be given as SUPERSEDED_SEED.
"""

import contextlib
import os
import pathlib
import random
import signal
import sys
import time

from sandbox import BIN, Sandbox, attempts, end_of, wait_until

NUMBER = int(sys.argv[1]) if len(sys.argv) > 1 else 4
SEED = int(os.environ.get("SUPERSEDED_SEED", random.SystemRandom().randrange(1_000_000)))
LIMIT_SECONDS = 60
STEPS = 60


def committed(folder):
    """Everything that readers of the run folder see of checkpoints and results."""
    found = {}
    for top in ("checkpoints", "results"):
        for path in sorted((folder / top).rglob("*")):
            name = str(path.relative_to(folder))
            if ".tmp-" not in name:
                status = path.stat()
                found[name] = (status.st_ino, status.st_size, status.st_mtime_ns if path.is_file() else 0)
    return found


def moment(folder, kind, chance):
    """Waits for the moment: inside a checkpoint, when the last step is saved, or any time after the first one."""
    deadline = time.monotonic() + 30
    wanted = {
        "saving": "checkpoints/step-*.tmp-*",
        "last": f"checkpoints/step-{STEPS:08}*",
        "any": "checkpoints/latest",
    }[kind]
    while time.monotonic() < deadline and not list(folder.glob(wanted)):
        time.sleep(0.0005)
    if kind == "any":
        time.sleep(chance.uniform(0, 0.3))
    elif kind == "last":
        time.sleep(chance.uniform(0, 0.1))


def is_stopped(pid):
    """Whether no thread of a process runs or waits for a disk: a system call that was under way is over first."""
    with contextlib.suppress(OSError):
        states = [
            (task / "stat").read_text().rpartition(")")[2].split()[0]
            for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
        ]
        return all(state in "TtZX" for state in states)
    return True


def one(box, experiment, number, kind, chance):
    """Returns how many seconds the superseded attempt lived on, or nothing when it was over before it could be frozen."""
    folder = box.run_folder(f"run-{number}")
    agent = box.start(
        "yard-agent",
        "run",
        "--run-dir",
        folder,
        "--nproc-per-node",
        "2",
        "--",
        BIN / "engine",
        "train",
        experiment,
        "--run-dir",
        folder,
    )
    moment(folder, kind, chance)
    frozen = list(box.processes(str(folder)))
    for pid in frozen:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: all(map(is_stopped, frozen)), LIMIT_SECONDS, "every process to be frozen")
    if agent.poll() is not None or (folder / "results/model").exists():
        for pid in box.processes(str(folder)):
            os.kill(pid, signal.SIGCONT)
        agent.wait(60)
        return None
    before = committed(folder)
    (folder / "attempts/0002").mkdir()
    began = time.monotonic()
    for pid in frozen:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    agent.wait(LIMIT_SECONDS)
    wait_until(
        lambda: not box.processes(str(folder)), LIMIT_SECONDS, "the end of every process of the superseded attempt"
    )
    seconds = time.monotonic() - began
    assert committed(folder) == before, (
        f"{kind}: {sorted(set(committed(folder).items()) ^ set(before.items()))} was committed by a superseded attempt"
    )
    end = end_of(attempts(folder)[0])
    assert end["outcome"] != "completed", end
    return seconds


def main():
    chance = random.Random(SEED)
    print(f"SUPERSEDED_SEED={SEED}", file=sys.stderr, flush=True)
    with Sandbox() as box:
        # A model of some size, so that saving takes a while; the last steps save and write results.
        experiment = box.small_experiment(
            model__overrides="{n_layer: 2, n_embd: 256, n_head: 4, n_positions: 64, vocab_size: 4096}",
            training__max_steps=STEPS,
            checkpoint__every_steps=5,
            evaluation__every_steps="null",
        )
        lived, tries = [], 0
        while len(lived) < NUMBER:
            tries += 1
            assert tries <= 4 * NUMBER, f"{len(lived)} of {tries} could be frozen in time"
            seconds = one(box, experiment, tries, ("saving", "any", "last")[tries % 3], chance)
            if seconds is not None:
                lived.append(seconds)
    print(
        f"{NUMBER} attempts superseded while they were frozen: 0 commits, the last ended {max(lived):.1f} s after it woke up; seed {SEED}"
    )


if __name__ == "__main__":
    main()
