# SPDX-License-Identifier: GPL-3.0-or-later
"""What reading a program's curves costs the node, and how late they are: eight processes that log 300 values a second each to TensorBoard's files,
and a program that prints a gigabyte of lines. The agent's own share of a core and its memory; for the files also the time from a value's flush to
its line in events.jsonl."""

import json
import os
import pathlib
import subprocess
import sys
import threading
import time
import uuid

RANKS, TAGS, SECONDS = 8, 300, 60
GIGABYTE = 1 << 30

WRITERS = f"""
import os, pathlib, sys, time
from torch.utils.tensorboard import SummaryWriter
folder = pathlib.Path(sys.argv[1])
start = time.time() + 20  # until all of them have their libraries
for rank in range({RANKS} - 1):
    if os.fork() == 0:
        break
else:
    rank = {RANKS} - 1
writer = SummaryWriter(str(folder / f"tb-{{rank}}"))
with open(folder / f"written-{{rank}}", "w") as written:
    for step in range({SECONDS}):
        time.sleep(max(0, start + step + rank / {RANKS} - time.time()))
        for tag in range({TAGS}):
            writer.add_scalar(f"rank{{rank}}/value{{tag}}", step * tag % 101, step)
        writer.flush()
        print(step, time.time(), file=written, flush=True)
time.sleep(3)
if rank == {RANKS} - 1:
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
os._exit(0)
"""

PRINTER = f"""
import sys
block, count = [], 0
for number in range(20000):
    block.append(f"iter {{number}}: loss {{3 + number % 97 / 100:.4f}}, time {{11 + number % 7:.2f}}ms, mfu {{20 + number % 3:.2f}}%")
text = ("\\n".join(block) + "\\n").encode()
for _ in range({GIGABYTE} // len(text) + 1):
    sys.stdout.buffer.write(text)
"""


class Agent:
    """An agent with a program, in a folder of its own; what it used is read once more while its program is still there."""

    def __init__(self, bin_folder, run, program, *arguments):
        run.mkdir()
        (run / "run.json").write_text(
            json.dumps({"format": 1, "run": str(uuid.uuid4()), "name": "curves", "created": time.time()}) + "\n"
        )
        self.events = run / "attempts/0001/events.jsonl"
        self.process = subprocess.Popen(
            [
                bin_folder / "yard-agent",
                "run",
                "--run-dir",
                run,
                "--metrics",
                "auto",
                "--",
                sys.executable,
                "-c",
                program,
                *arguments,
            ],
            stdout=subprocess.DEVNULL,
            cwd=run,
        )
        self.seconds = self.mebibytes = 0.0

    def look(self):
        """Reads the processor time (user and system, without the program's) and the largest memory so far."""
        try:
            stat = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return
        if "VmHWM" not in status:
            return
        self.seconds = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        self.mebibytes = int(status.partition("VmHWM:")[2].split()[0]) / 1024

    def wait(self):
        while self.process.poll() is None:
            self.look()
            time.sleep(0.05)
        if self.process.returncode != 0:
            raise RuntimeError(f"the agent ended with {self.process.returncode}")


def arrivals(events, is_over):
    """When the last value of each process and step was in events.jsonl: {(rank, step): Unix seconds}."""
    times, part = {}, b""
    while not events.exists():
        time.sleep(0.02)
    with open(events, "rb") as lines:
        while True:
            ended = is_over()
            data = lines.read()
            if not data and ended:
                return times
            if not data:
                time.sleep(0.02)
                continue
            now = time.time()
            *whole, part = (part + data).split(b"\n")
            for line in whole:
                event = json.loads(line)
                if event["event"] == "metrics":
                    for name in event["values"]:
                        times[(int(name.partition("/")[0].removeprefix("rank")), event["step"])] = now


def files(bin_folder, run):
    agent = Agent(bin_folder, run, WRITERS, run)
    times = {}
    reading = threading.Thread(
        target=lambda: times.update(arrivals(agent.events, lambda: agent.process.poll() is not None))
    )
    reading.start()
    began = time.monotonic()
    agent.wait()
    wall = time.monotonic() - began
    reading.join()
    late = []
    for rank in range(RANKS):
        for line in (run / f"written-{rank}").read_text().splitlines():
            step, written = line.split()
            late.append(times[(rank, int(step))] - float(written))
    late.sort()
    return agent.seconds / wall * 100, agent.mebibytes, late[int(0.95 * len(late))]


def measure(bin_folder, folder, pairs):
    shares, memory, late, printed, printed_memory = [], [], [], [], []
    for repetition in range(min(pairs, 2)):
        share, mebibytes, seconds = files(bin_folder, folder / f"files-{repetition}")
        shares.append(share)
        memory.append(mebibytes)
        late.append(seconds)
        agent = Agent(bin_folder, folder / f"lines-{repetition}", PRINTER)
        agent.wait()
        printed.append(agent.seconds)
        printed_memory.append(agent.mebibytes)
        print(
            f"curves, {repetition + 1}: files {share:.2f} % of a core, {mebibytes:.0f} MiB, 95 % within {seconds:.2f} s; "
            f"a gigabyte of lines {agent.seconds:.1f} s of a core, {agent.mebibytes:.0f} MiB",
            file=sys.stderr,
        )
    rows = [
        (f"files of {RANKS} processes, {TAGS} values a second each", "% of a core", 1.0, shares),
        ("memory meanwhile", "MiB", 64.0, memory),
        ("from a flush to events.jsonl, 95th percentile", "s", 2.0, late),
        # Five percent of a core for the ten minutes in which a fast program prints as much.
        ("a gigabyte of printed lines", "s of a core", 30.0, printed),
        ("memory meanwhile, lines", "MiB", 64.0, printed_memory),
    ]
    return [{"name": name, "unit": unit, "better": "less", "bar": bar, "ours": ours} for name, unit, bar, ours in rows]
