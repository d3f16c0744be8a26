# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths, data and a site of a practice cluster, in the real window: a path that lies there is typed and completed, its size counted,
its data looked at there; the cluster gets a site in the dialogue and loses it again. Driven by keys on a virtual screen.

With PICTURES=FOLDER each step is kept there, in X's own window dump format. Exits 77, saying so, where Xvfb, xdotool or the programs
of a practice cluster are missing.
"""

import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from practice import PracticeCluster
from sandbox import BIN, wait_until
from screen import Window, on_screen

DOCUMENT = """format: 1
name: there
workload: engine
data:
  train: []
  sequence_length: 16
"""


def picture(window, name):
    if "PICTURES" in os.environ:
        pathlib.Path(os.environ["PICTURES"], f"{name}.xwd").write_bytes(window.screen.read_bytes())


def connect(window, sandbox, cluster):
    sandbox.must("yard", "targets", "edit", cluster.target, "--engine", BIN)
    sandbox.must("yard", "targets", "check", cluster.target)

    def chosen():
        window.key("alt+o")
        window.key("End")
        window.key("Return")
        time.sleep(1)  # in a loop: until the window knows of the cluster
        settings = "".join(path.read_text() for path in (sandbox.root / "config").rglob("*.conf"))
        return "\\0p\\0r" in settings  # the first letters of its name, as Qt writes lists

    wait_until(chosen, 60, "the cluster as the place to run")


def complete_path(window, experiment, folder):
    """Types the folder's beginning, takes the one name that begins so, and the file in it."""
    window.key("ctrl+f")
    window.key("ctrl+a")
    window.type("data.train")
    window.key("Return")
    window.key("ctrl+a")
    window.type(f"{folder}/my")
    wait = 2.5  # the pause of typing, a command on the cluster, its answer
    time.sleep(wait)  # nothing outside of the window tells that the names are shown
    picture(window, "1-names")
    window.key("Tab")
    time.sleep(wait)  # as above, for the names in that folder
    picture(window, "2-names-in-it")
    window.key("Down")
    window.key("Return")
    window.key("ctrl+s")
    wait_until(
        lambda: f"{folder}/my data/notes of May.txt" in experiment.read_text(),
        20,
        "the completed path in the saved file",
    )
    time.sleep(wait)  # until it is counted
    picture(window, "3-counted")


def look_at_data(window):
    window.key("ctrl+d")
    time.sleep(12)  # the engine starts there and reads
    picture(window, "4-data")


def site_of(sandbox, cluster):
    return next(
        target for target in json.loads(sandbox.must("yard", "targets", "--json")) if target["name"] == cluster.target
    ).get("site", "")


def change_site(window, sandbox, cluster):
    window.key("ctrl+6")
    time.sleep(1)  # until the page is drawn
    picture(window, "5-clusters")

    def change(*keys, name):
        window.key("alt+g")
        window.dialog("Change a cluster")
        for key in keys:
            window.key(key)
        time.sleep(1)  # until the words of the site are drawn
        picture(window, name)
        window.key("Return")
        wait_until(lambda: "Change a cluster" not in window.others(), 20, "the dialogue closes")
        window.front()

    change("Down", name="6-site-chosen")
    assert site_of(sandbox, cluster) == "leonardo", site_of(sandbox, cluster)
    time.sleep(1)  # until the page is drawn
    picture(window, "7-site-known")
    change("Home", name="8-no-site")
    assert site_of(sandbox, cluster) == "", site_of(sandbox, cluster)


def drive(sandbox):
    experiment = sandbox.work / "there.yaml"
    experiment.write_text(DOCUMENT)
    with PracticeCluster() as cluster:
        cluster.add_target(sandbox)
        folder = cluster.layout.home
        (folder / "my data").mkdir()
        (folder / "my data" / ".hidden").write_text("x")
        (folder / "my data" / "notes of May.txt").write_text(
            "".join(f"note {number} says what happened\n" for number in range(3000))
        )
        (folder / "my data" / "<b>odd\n.txt").write_text("x")
        window = Window(sandbox, experiment)
        window.wait_for_title("there.yaml")
        connect(window, sandbox, cluster)
        complete_path(window, experiment, folder)
        look_at_data(window)
        change_site(window, sandbox, cluster)
        assert window.num_colours() > 20, "the screen is blank"
        window.key("ctrl+q")
        assert window.process.wait(timeout=20) == 0


if __name__ == "__main__":
    on_screen(drive)
