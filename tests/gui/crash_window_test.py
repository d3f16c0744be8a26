# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window is killed while somebody types: at most a second of what was typed is lost, and the next window offers it.

Run: crash_window_test.py [NUM_KILLS [SEED]]. Exits 77, saying so, where Xvfb or xdotool is missing.
"""

import json
import os
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from sandbox import wait_until
from screen import Window, on_screen

NUM_KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 50
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 7
MOST_LOST_SECONDS = 1.0
TEXT = "format: 1\nname: crash\nworkload: command\ncommand: {launcher: none, program: a.sh}\n"


def drafts(sandbox):
    return list((pathlib.Path(sandbox.environment["XDG_DATA_HOME"]) / "trainyard/drafts").glob("*.json"))


def text_of(draft):
    return json.loads(draft.read_text())["text"]


def type_until_killed(window, seconds):
    """Types numbered words for so long and kills the window: each word with the moment after which it was in the window."""
    words = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        word = f"w{len(words):04}"
        window.xdotool("type", "--delay", "1", word + " ")
        words.append((word, time.monotonic()))
        time.sleep(0.05)  # nobody types faster than some ten words a second
    window.process.kill()
    killed = time.monotonic()
    window.process.wait(timeout=20)
    return words, killed


def kill_once(sandbox, experiment, seconds):
    experiment.write_text(TEXT)
    for draft in drafts(sandbox):
        draft.unlink()
    window = Window(sandbox, experiment)

    # The first window that is found may be one that Qt makes for itself.
    def is_shown():
        for identity in window.xdotool("search", "--onlyvisible", "--pid", str(window.process.pid)).split():
            if window.xdotool("getwindowname", identity).startswith("crash.yaml"):
                window.identity = identity
                window.front()
                return True
        return False

    wait_until(is_shown, 30, "the experiment's name as title")

    def is_in_notes():
        window.key("ctrl+f")
        window.key("ctrl+a")
        window.type("free text about the purpose")
        window.key("Return")
        window.type("begin ")
        return any("begin" in text_of(draft) for draft in drafts(sandbox)) or time.sleep(1)

    wait_until(is_in_notes, 30, "the field of notes")
    words, killed = type_until_killed(window, seconds)
    left = drafts(sandbox)
    assert len(left) == 1, f"{len(left)} drafts after a kill"
    kept = text_of(left[0])
    lost = [killed - at for word, at in words if word not in kept]
    assert experiment.read_text() == TEXT, "the file was changed"
    return len(words), max(lost, default=0.0)


def drive(sandbox):
    draws = random.Random(SEED)
    experiment = sandbox.work / "crash.yaml"
    worst = 0.0
    for number in range(NUM_KILLS):
        num_words, lost = kill_once(sandbox, experiment, draws.uniform(0.3, 4))
        print(f"kill {number + 1}: {num_words} words typed, the last {lost:.2f} s lost", flush=True)
        worst = max(worst, lost)
    assert worst <= MOST_LOST_SECONDS, f"{worst:.2f} s of typing were lost"

    # What is left is offered, and a window that goes on with it has it.
    kept = text_of(drafts(sandbox)[0])
    window = Window(sandbox, experiment)
    time.sleep(2)  # long enough for a draft to be removed, which the second half of this shows
    assert window.process.poll() is None, "the window died"
    assert [text_of(draft) for draft in drafts(sandbox)] == [kept], "the draft is gone before it was answered"
    print(f"{NUM_KILLS} kills, at most {worst:.2f} s of typing lost")


if __name__ == "__main__":
    on_screen(drive)
