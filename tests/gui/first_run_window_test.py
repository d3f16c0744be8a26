# SPDX-License-Identifier: GPL-3.0-or-later
"""The same programs as in first_run_test.py, opened in the window and submitted as they are: each has a curve, or the run says which line would do.
Driven by keys on a virtual screen. Exits 77, saying so, where Xvfb or xdotool is missing.
"""

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from first_programs import CURVES, PROGRAMS, SENTENCES, program_file, with_libraries
from sandbox import attempts, events, wait_until
from screen import Window, on_screen

ENDS = ("completed", "failed")


def submit(window, sandbox, known):
    """The run."""
    for _ in range(5):
        window.key("Escape")  # back to the form, if the last try ended there
        window.key("ctrl+Return")
        window.key("ctrl+Return")  # to look at it, then to submit it
        try:
            return wait_until(lambda: [run for run in sandbox.runs() if run["run"] not in known], 15, "a run")[0]["run"]
        except AssertionError:
            continue
    raise AssertionError(f"nothing was submitted; the title is {window.title()!r}")


def one(sandbox, name):
    known = [run["run"] for run in sandbox.runs()]
    window = Window(sandbox, program_file(sandbox, name))
    window.wait_for_title(f"train_{name}")
    run = submit(window, sandbox, known)
    ended = wait_until(
        lambda: [each for each in sandbox.runs() if each["run"] == run and each["state"] in ENDS], 120, f"{name} ends"
    )[0]
    said = [
        line.get("text") or line.get("reason") or "" for line in events(attempts(pathlib.Path(ended["folder"]))[-1])
    ]
    if name in CURVES:
        points = json.loads(sandbox.must("yard", "metrics", run, "--json"))
        loss = [point for point in points if point["metric"] in ("train/loss", "loss")]
        assert ended["state"] == "completed" and len(loss) >= 10, (name, ended, said)
    else:
        assert any(SENTENCES[name] in text for text in said), (name, said)
    assert window.num_colours() > 20, "the screen is blank"
    window.key("ctrl+q")
    if window.process.poll() is None:
        wait_until(lambda: window.process.poll() is not None or leave(window), 30, "the window closes")
    print(f"{name}: {ended['state']}", flush=True)


def leave(window):
    """A document that was never saved is asked about."""
    for title in window.others():
        window.dialog(title)
        window.key("alt+d")
    return False


def drive(sandbox):
    with_libraries(sandbox.environment)
    for name in PROGRAMS:
        one(sandbox, name)


if __name__ == "__main__":
    on_screen(drive)
