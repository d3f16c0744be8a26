# SPDX-License-Identifier: GPL-3.0-or-later
"""Moving pictures of the real window for the README and the site, on a virtual screen.

Usage: record.py BIN [NAME...], with BIN the folder of the built programs. Pictures: `send`, a job script that goes to a practice cluster
and its curve; `compare`, five learning rates beside each other. They are written to resources/help/images/NAME.webp, at most 1.5 MB each.
"""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
LIMIT = 1_500_000
# Frames a second, width, quality: the first that stays below the limit.
WAYS = [(5, 1000, 60), (4, 1000, 50), (4, 900, 45), (3, 800, 40)]

JOB = """#!/bin/bash
#SBATCH --job-name=digits
#SBATCH --time=10
#SBATCH --ntasks=1
python3 train.py
"""
TRAIN = """import math
import random
import time

random.seed(3)
for step in range(1, 81):
    loss = 0.3 + 2.1 * math.exp(-step / 18) + random.gauss(0, 0.05)
    print(f"step {step}: loss {loss:.4f}, accuracy {1 - loss / 3:.3f}", flush=True)
    if step % 10 == 0:
        print(f"step {step}: val_loss {loss + 0.1:.4f}", flush=True)
    time.sleep(0.12)
"""
EXPERIMENT = """format: 1
name: rates
model: {kind: gpt2, overrides: {n_embd: 64, n_head: 4, n_layer: 2, n_positions: 64, vocab_size: 600}}
data: {train: [text.txt], validation_split_ratio: 0.05, sequence_length: 64}
batch: {per_device: 8}
training: {max_steps: 120}
evaluation: {every_steps: 20}
schedule: {warmup_steps: 10}
logging: {every_steps: 2}
resources: {cpus_per_process: 1}
"""
RATES = "optimizer.learning_rate=1e-4,3e-4,1e-3,3e-3,1e-2"


def look(seconds):
    """Somebody who watches needs a moment."""
    time.sleep(seconds)


def to_webp(film, picture):
    for rate, width, quality in WAYS:
        # Frames in which nothing moves are left out: most of them.
        steps = f"fps={rate},mpdecimate,scale={width}:-1:flags=lanczos"
        subprocess.run(
            [
                *("ffmpeg", "-loglevel", "error", "-y", "-i", film, "-vf", steps, "-fps_mode", "vfr"),
                *("-c:v", "libwebp_anim", "-loop", "0", "-quality", str(quality), "-compression_level", "3", picture),
            ],
            check=True,
        )
        if picture.stat().st_size <= LIMIT:
            print(f"{picture}: {picture.stat().st_size / 1e6:.2f} MB, {rate} frames a second, {width} wide")
            return
    raise SystemExit(f"{picture} is larger than {LIMIT} bytes in every way")


@contextlib.contextmanager
def filmed(window, folder, picture):
    """What happens on the screen inside of the block, as a picture."""
    width, height = SIZE
    window.xdotool("windowsize", "--sync", window.identity, str(width), str(height))
    window.xdotool("windowmove", window.identity, "0", "0")
    look(1)
    film = folder / "film.mkv"
    display = window.environment["DISPLAY"]
    grabbing = subprocess.Popen(
        [
            *("ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-framerate", "8", "-draw_mouse", "1"),
            *(
                "-video_size",
                f"{width}x{height}",
                "-i",
                display,
                "-c:v",
                "libx264rgb",
                "-preset",
                "ultrafast",
                "-crf",
                "0",
                film,
            ),
        ],
        stdin=subprocess.PIPE,
    )
    try:
        yield
    finally:
        grabbing.communicate(b"q", timeout=60)
    to_webp(film, picture)


def state(box):
    return [run["state"] for run in json.loads(box.must("yard", "runs", "--json"))]


def send(box, picture):
    from practice import PracticeCluster
    from presets_window_test import has_two_places
    from sandbox import wait_until
    from screen import Window

    folder = box.work / "digits"
    folder.mkdir()
    (folder / "job.sh").write_text(JOB)
    (folder / "train.py").write_text(TRAIN)
    with PracticeCluster() as cluster:
        cluster.add_target(box)
        window = Window(box, folder / "job.sh")
        window.wait_for_title("digits")
        wait_until(lambda: has_two_places(window), 60, "a cluster to choose")
        with filmed(window, box.root, picture):
            look(1.5)
            window.key("alt+o")
            window.key("Down")
            look(1.5)
            window.key("ctrl+Return")
            look(3)
            window.key("ctrl+Return")
            wait_until(lambda: state(box) and state(box)[0] == "completed", 120, "the run's end")
            look(2.5)


def compare(box, picture):
    from sandbox import wait_until
    from screen import Window

    text = "".join(page.read_text() for page in sorted((SOURCE / "resources/help").glob("*.md")))
    (box.work / "text.txt").write_text(text)
    (box.work / "rates.yaml").write_text(EXPERIMENT)
    box.must("yard", "submit", box.work / "rates.yaml", "--grid", RATES)
    wait_until(lambda: state(box) == ["completed"] * 5, 600, "five runs")
    window = Window(box)
    window.key("ctrl+3")
    look(1)
    with filmed(window, box.root, picture):
        look(1.5)
        # The row of the study: its runs are chosen.
        window.xdotool("mousemove", "209", "164", "click", "1")
        look(1)
        window.key("ctrl+shift+c")
        look(2.5)
        for x in range(130, 330, 10):
            window.xdotool("mousemove", str(x), "600")
            look(0.12)
        look(1.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=["send", "compare"])
    arguments = parser.parse_args()
    os.environ["TRAINYARD_BIN"] = str(arguments.bin.resolve())
    os.environ["TRAINYARD_SOURCE"] = str(SOURCE)
    sys.path[:0] = [str(SOURCE / "tests/end_to_end"), str(SOURCE / "tests/gui")]
    from screen import on_screen

    for name in arguments.names:
        scene = {"send": send, "compare": compare}[name]
        on_screen(lambda box, scene=scene, name=name: scene(box, SOURCE / f"resources/help/images/{name}.webp"))


if __name__ == "__main__":
    main()
