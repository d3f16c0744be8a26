# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window on a virtual screen, driven by keys: an experiment is opened, what is no value cannot be submitted and is undone, a
file that another program changed is kept, the experiment is submitted and runs to its end.

Exits 77, saying so, where Xvfb or xdotool is missing.
"""

import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from sandbox import wait_until
from screen import Window, on_screen

SCRIPT = """#!/bin/bash
for step in $(seq 1 40); do
  echo "{\\"step\\": $step, \\"train/loss\\": 4.$((60 - step))}"
  sleep 0.05
done
"""
EXPERIMENT = """format: 1
name: window  # opened by the test
workload: command
command:
  launcher: none
  program: window.sh
  metrics: jsonl
"""


def enter_nonsense(window, experiment, runs):
    """What is no value is in the document, cannot be submitted, and is undone by the field's own Ctrl+Z."""

    def entered():
        window.key("ctrl+f")
        window.key("ctrl+a")
        window.type("random sequence")
        window.key("Return")
        window.key("ctrl+a")
        window.type("1e3")
        window.key("ctrl+s")
        return 'seed: "1e3"' in experiment.read_text()

    # The first keys may come before the window has the focus.
    wait_until(entered, 30, "the entry in the document")
    window.key("ctrl+Return")
    time.sleep(2)  # long enough for a submission to be in the store, which the second half of the test shows
    assert not runs(), runs()

    def undone():
        window.key("ctrl+z")
        window.key("ctrl+s")
        return experiment.read_text() == EXPERIMENT

    wait_until(undone, 20, "the document as it was")


def change_outside(window, experiment):
    foreign = EXPERIMENT.replace("opened by the test", "changed by another program")
    experiment.write_text(foreign)
    window.key("ctrl+f")
    window.key("ctrl+a")
    window.type("random sequence")
    window.key("Return")
    window.key("ctrl+a")
    window.type("7")
    window.key("ctrl+s")
    time.sleep(1)  # a save takes a few milliseconds
    assert experiment.read_text() == foreign, experiment.read_text()
    experiment.write_text(EXPERIMENT)
    window.key("ctrl+z")


def drive(sandbox):
    script = sandbox.work / "window.sh"
    script.write_text(SCRIPT)
    script.chmod(0o700)
    experiment = sandbox.work / "window.yaml"
    experiment.write_text(EXPERIMENT)
    window = Window(sandbox, experiment)
    window.wait_for_title("window.yaml")
    colours = window.num_colours()
    assert colours > 20, f"the screen is blank: {colours} colours"

    def runs():
        return json.loads(sandbox.must("yard", "runs", "--json"))

    enter_nonsense(window, experiment, runs)
    change_outside(window, experiment)

    # A second key while it submits does nothing.
    def submitted():
        if not runs():
            window.key("ctrl+Return")
        return runs()

    run = wait_until(submitted, 30, "a submitted run")[0]["run"]
    end = wait_until(
        lambda: [one for one in runs() if one["run"] == run and one["state"] == "completed"], 60, "the run's end"
    )[0]
    assert end["step"] == 40, end
    points = json.loads(sandbox.must("yard", "metrics", run, "--json"))
    assert len(json.dumps(points)) > 500, points
    assert experiment.read_text() == EXPERIMENT, "the file was changed"
    assert window.num_colours() > 20
    assert window.process.poll() is None, "the window died"
    window.key("ctrl+q")
    assert window.process.wait(timeout=20) == 0
    assert len(runs()) == 1, runs()


if __name__ == "__main__":
    on_screen(drive)
