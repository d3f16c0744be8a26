# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that reports a million points in a few seconds: how long the service takes to answer its calls meanwhile, until all points are in
the store."""

import json
import os
import pathlib
import socket
import sys
import time

STEPS, METRICS, BAR = 125_000, 8, 200.0
PAUSE = 0.05  # between two calls

FLOOD = f"""
import json, os, time
fifo = os.open(os.environ["TRAINYARD_EVENTS"], os.O_WRONLY)
start = time.monotonic()
for first in range(1, {STEPS} + 1, 100):
    lines = [json.dumps({{"event": "metrics", "step": step, "values": {{f"part/{{name}}": step * (name + 3) % 101 / 101 for name in range({METRICS})}}}})
             for step in range(first, first + 100)]
    os.write(fifo, ("\\n".join(lines) + "\\n").encode())
print(time.monotonic() - start, flush=True)
"""


class Service:
    """A client of the service that sends a call at a time."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.number = 0
        self.call("hello", {"protocol": 1, "version": "bench"})

    def call(self, method, arguments):
        """Its answer, and the milliseconds until it came."""
        self.number += 1
        start = time.monotonic()
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": arguments}
        self.socket.sendall((json.dumps(request) + "\n").encode())
        for line in self.lines:
            answer = json.loads(line)
            if answer.get("id") == self.number and "method" not in answer:
                return answer, 1000 * (time.monotonic() - start)
        raise RuntimeError("the service is gone")


def points_of(sandbox, run):
    row = next(row for row in sandbox.runs() if row["run"] == run)
    return row.get("step") or 0


def flood(sandbox):
    (sandbox.work / "flood.py").write_text(FLOOD)
    experiment = sandbox.work / "flood.yaml"
    text = "format: 1\nname: flood\nworkload: command\ncommand: {launcher: none, program: flood.py, metrics: none}\n"
    experiment.write_text(text)
    run = json.loads(sandbox.must("yard", "submit", experiment, "--json"))["run"]
    service = Service(json.loads((sandbox.root / "data/trainyard/service.json").read_text())["socket"])
    calls = {
        "targets.list": {},
        "tunnels.list": {},
        "sites.list": {},
        "logs.list": {"run": run},
        "logs.read": {"run": run, "file": "stdout.log", "offset": 0},
        "results.list": {"run": run},
        "paths.list": {"target": "here", "folder": "/tmp", "prefix": ""},
        "runs.annotate": {"runs": [run], "annotation": {"note": "flood"}},
        "check": {"text": text, "path": str(experiment)},
    }
    longest = dict.fromkeys(calls, 0.0)
    refused = set()
    start = time.monotonic()
    while time.monotonic() - start < 240:
        for method, arguments in calls.items():
            answer, took = service.call(method, arguments)
            if "error" in answer:
                refused.add(f"{method}: {answer['error'].get('message')}")
            longest[method] = max(longest[method], took)
            time.sleep(PAUSE)
        if points_of(sandbox, run) >= STEPS:
            break
    else:
        raise RuntimeError("the points did not come")
    seconds = time.monotonic() - start
    written = sandbox.must("yard", "logs", run).strip().splitlines()[-1]
    print(
        f"flood: written in {float(written):.1f} s, in the store after {seconds:.1f} s; refused: {sorted(refused)}",
        file=sys.stderr,
    )
    return longest, seconds


def measure(bin_folder, _, pairs):
    os.environ["TRAINYARD_BIN"] = str(bin_folder)
    os.environ["TRAINYARD_SOURCE"] = str(pathlib.Path(__file__).parents[2])
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end_to_end"))
    from sandbox import Sandbox

    longest = {}
    for _ in range(pairs):
        with Sandbox() as sandbox:
            for method, took in flood(sandbox)[0].items():
                longest.setdefault(method, []).append(took)
    return [
        {"name": f"a million points: slowest {method}", "unit": "ms", "better": "less", "bar": BAR, "ours": figures}
        for method, figures in longest.items()
    ]
