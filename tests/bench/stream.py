# SPDX-License-Identifier: GPL-3.0-or-later
"""What reporting costs a program while 100 readers of the live stream do not read: the slowest write to TRAINYARD_EVENTS, and the agent's share of a core."""

import hmac
import json
import pathlib
import resource
import socket
import subprocess
import sys
import time
import uuid

LINES = 3000

WRITER = f"""
import json, os, sys, time
try:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))  # else every other program of the machine is measured too
except PermissionError:
    pass
fifo = os.open(os.environ["TRAINYARD_EVENTS"], os.O_WRONLY | os.O_NONBLOCK)
slowest = 0.0
for step in range({LINES}):
    line = json.dumps({{"event": "metrics", "step": step, "values": {{"train/loss": 1.0, "padding_" + "x" * 2000: 1.0}}}}).encode() + b"\\n"
    begin = time.perf_counter()
    os.write(fifo, line)
    slowest = max(slowest, time.perf_counter() - begin)
    time.sleep(0.005)
print(slowest * 1000, flush=True)
"""


def proof(token):
    nonce = uuid.uuid4().hex
    code = hmac.new(token.encode(), f"client:{nonce}".encode(), "sha256").hexdigest()
    return f"X-Trainyard-Nonce: {nonce}\r\nX-Trainyard-Proof: {code}\r\n"


def stalled_readers(agent_file, count):
    agent = json.loads(agent_file.read_text())
    readers = []
    for _ in range(count):
        reader = socket.create_connection((agent["addresses"][0], agent["port"]))
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.sendall(f"GET /v1/events?since=1:0 HTTP/1.1\r\nHost: x\r\n{proof(agent['token'])}\r\n".encode())
        readers.append(reader)
    return readers


def measure(bin_folder, folder, pairs):
    slowest, shares = [], []
    for repetition in range(pairs):
        run = folder / f"run-{repetition}"
        run.mkdir()
        (run / "run.json").write_text(
            json.dumps({"format": 1, "run": str(uuid.uuid4()), "name": "stream", "created": time.time()}) + "\n"
        )
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        agent = subprocess.Popen(
            [bin_folder / "yard-agent", "run", "--run-dir", run, "--", sys.executable, "-c", WRITER],
            stdout=subprocess.DEVNULL,
        )
        agent_file = run / "attempts/0001/agent.json"
        while not agent_file.exists() and agent.poll() is None:
            time.sleep(0.01)
        readers = stalled_readers(agent_file, 100)
        if agent.wait(timeout=120) != 0:
            raise RuntimeError("the agent failed")
        wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        for reader in readers:
            reader.close()
        output = next(pathlib.Path(run / "attempts/0001/nodes").rglob("rank-0.out")).read_text()
        slowest.append(float(output))
        # The writer's own processor time is part of it: an upper bound of the agent's.
        shares.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / wall)
        print(
            f"stream, {repetition + 1} of {pairs}: slowest write {slowest[-1]:.3f} ms; agent and writer {shares[-1] * 100:.2f} % of a core",
            file=sys.stderr,
        )
    return [
        {
            "name": "slowest of 3,000 writes, 100 stalled readers",
            "unit": "ms",
            "better": "less",
            "bar": 1.0,
            "ours": slowest,
        }
    ]
