# SPDX-License-Identifier: GPL-3.0-or-later
"""From the flush of a value that a program logs with TensorBoard's SummaryWriter, on a node of a practice cluster, to its pixel in the real window,
over ssh through a forwarded port. The library's own buffer is not part of it: the program flushes each step."""

import statistics
import sys

import desktop

FEED = """
import pathlib, sys, time
from torch.utils.tensorboard import SummaryWriter
points, go, events = int(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
writer = SummaryWriter()
def report(step, sent):
    # As a number of eight bytes: one of four has the time by two minutes only.
    writer.add_scalar("bench/sent", sent, step, new_style=True, double_precision=True)
    writer.add_scalar("train/loss", 2 + 5 / (1 + step / 300), step)
    writer.add_scalar("train/learning_rate", 1e-3 / (1 + step), step)
    for name in range(5):
        writer.add_scalar(f"part/{name}", (step * (name + 3) * 7907 % 1009) / 1009, step)
    writer.flush()
for step in range(1, points + 1):
    report(step, 0)
while not go.exists():
    time.sleep(0.05)
for step in range(points + 1, points + events + 1):
    time.sleep(0.137)
    report(step, time.time())
time.sleep(2)
"""


def measure(bin_folder, _, pairs):
    with desktop.sandbox_class(bin_folder)() as sandbox:
        del sandbox.environment["QT_QPA_PLATFORM"]
        sandbox.environment["CUDA_VISIBLE_DEVICES"] = ""
        server = desktop.start_display(sandbox.environment)
        try:
            feed = {"feed": FEED, "metrics": "auto", "venv": sys.prefix}
            figures = desktop.speed_on_cluster(bin_folder, sandbox, "friendly", min(pairs, 2), **feed)
        finally:
            server.terminate()
            server.wait(timeout=30)
    median = [statistics.median(times) / 1000 for times in figures]
    late = [desktop.percentile_95(times) / 1000 for times in figures]
    for half, most in zip(median, late):
        print(f"tracked: from a flush to the pixel {half:.2f} s, 95 % within {most:.2f} s", file=sys.stderr)
    rows = [("median", median), ("95th percentile", late)]
    return [
        {
            "name": f"from a flush on a cluster's node to pixel, {name}",
            "unit": "s",
            "better": "less",
            "bar": 2.0,
            "ours": ours,
        }
        for name, ours in rows
        if ours
    ]
