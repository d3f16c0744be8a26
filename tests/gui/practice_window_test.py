# SPDX-License-Identifier: GPL-3.0-or-later
"""The main job from the window, at a practice cluster: target, nodes and processes are chosen, it is submitted and watched to its end,
and its checkpoint is fetched with the button. Driven by keys on a virtual screen.

Exits 77, saying so, where Xvfb, xdotool or the programs of a practice cluster are missing.
"""

import collections
import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from practice import PracticeCluster
from sandbox import attempts, end_of, events, wait_until
from screen import Window, on_screen

STEPS, LOGGED = 240, list(range(5, 241, 5))


def set_field(window, words, value):
    """Finds a setting, and types its value; an empty one takes it away."""
    window.key("ctrl+f")
    window.type(words)
    window.key("Return")
    window.key("ctrl+a")
    if value:
        window.type(value)
    else:
        window.key("BackSpace")
    window.key("Return")
    time.sleep(0.3)  # a person's hands are no faster


def design(window, experiment):
    set_field(window, "resources.nodes", "2")
    set_field(window, "processes_per_node", "2")
    window.key("ctrl+s")
    wait_until(
        lambda: "nodes: 2" in experiment.read_text() and "processes_per_node: 2" in experiment.read_text(),
        20,
        "both numbers in the saved file",
    )


def runs(sandbox):
    return json.loads(sandbox.must("yard", "runs", "--json"))


def submit(window, sandbox):
    """On this computer two nodes are refused, so nothing is submitted before the window knows the cluster."""
    for _ in range(5):
        window.key("Escape")  # from the page before it is submitted, if the last try ended there
        window.key("alt+o")
        window.key("Down")  # "Run on": from this computer to the cluster
        window.key("ctrl+Return")
        window.key("ctrl+Return")  # to look at it, then to submit it
        try:
            return wait_until(lambda: runs(sandbox), 15, "a submitted run")[0]["run"]
        except AssertionError:
            continue
    raise AssertionError("nothing was submitted")


def check_steps(sandbox, folder):
    """One attempt; every logged step once where it was written, and once on this side."""
    assert len(attempts(folder)) == 1 and end_of(attempts(folder)[0])["outcome"] == "completed"
    lines = events(attempts(folder)[0])
    assert [line["world_size"] for line in lines if line["event"] == "start"] == [4]
    written = [line["step"] for line in lines if line["event"] == "metrics" and "train/loss" in line["values"]]
    assert written == LOGGED, written
    stored = [
        point["step"]
        for point in json.loads(sandbox.must("yard", "metrics", "last", "--json"))
        if point["metric"] == "train/loss"
    ]
    assert collections.Counter(stored) == collections.Counter(LOGGED), stored


def fetch(window, sandbox, cluster):
    """With the button: Alt and its letter, then the dialog's default."""
    window.key("alt+f")
    window.dialog(f"Fetch from {cluster.target}")
    window.key("Return")
    latest = wait_until(
        lambda: list((sandbox.root / "data").rglob("checkpoints/latest")), 120, "the fetched checkpoints"
    )[0]
    newest = latest.parent / latest.read_text().strip()
    assert newest.name == f"step-{STEPS:08d}" and (newest / "model.safetensors").stat().st_size > 0, newest
    window.front()


def drive(sandbox):
    experiment = sandbox.small_experiment(
        training__max_steps=STEPS,
        logging__every_steps=5,
        batch__per_device=2,
        evaluation__every_steps=120,
        checkpoint__every_steps=120,
    )
    with PracticeCluster() as cluster:
        cluster.add_target(sandbox)
        window = Window(sandbox, experiment)
        window.wait_for_title("small.yaml")
        design(window, experiment)
        run = submit(window, sandbox)
        wait_until(lambda: [one for one in runs(sandbox) if one["state"] == "completed"], 600, "the run's end")
        assert [one["run"] for one in runs(sandbox)] == [run], "one click, one run"
        folder = next(cluster.base.glob("small-*"))
        check_steps(sandbox, folder)
        wait_until(
            lambda: (
                cluster.must("sacct", "-X", "-n", "-P", "-o", "State,NNodes,JobName") == f"COMPLETED|2|{folder.name}.1"
            ),
            60,
            "COMPLETED in the accounting",
        )
        fetch(window, sandbox, cluster)
        assert window.num_colours() > 20, "the screen is blank"
        window.key("ctrl+q")
        assert window.process.wait(timeout=20) == 0


if __name__ == "__main__":
    on_screen(drive)
