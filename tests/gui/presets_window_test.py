# SPDX-License-Identifier: GPL-3.0-or-later
"""Each preset's sample from the window, at a practice cluster: opened, the cluster chosen, on two nodes where the preset has several,
submitted, watched to its end, its results fetched.

The presets are those of resources/presets that have a sample. Words after the program's name choose some of them.
Exits 77, saying so, where Xvfb, xdotool or the programs of a practice cluster are missing.
"""

import json
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from practice import PracticeCluster
from practice_window_test import runs, set_field
from sandbox import PRESETS, wait_until
from screen import Window, on_screen


def samples(sandbox):
    """Presets that `engine sample` knows, and where their samples lie now."""
    chosen = sys.argv[1:] or sorted(path.stem for path in PRESETS.glob("*.yaml"))
    folders = {name: sandbox.work / name for name in chosen}
    made = {name: sandbox.run("engine", "sample", name, "--output", folder) for name, folder in folders.items()}
    assert all(result.returncode == 0 or "no sample" in result.stderr for result in made.values()), made
    return {name: folders[name] for name, result in made.items() if result.returncode == 0}


def num_nodes(name):
    found = re.search(r"^  nodes: (\d+)", (PRESETS / f"{name}.yaml").read_text(), re.M)
    return min(2, int(found.group(1))) if found else 1


def changes_screen(window, key):
    before = window.screen.read_bytes()
    window.key(key)
    try:
        return wait_until(lambda: window.screen.read_bytes() != before, 2, "another screen")
    except AssertionError:
        return False


def has_two_places(window):
    """Whether "Run on" has the cluster beside this computer: it is asked for when the window opens, and comes a little later."""
    window.key("alt+o")
    window.key("Home")
    return changes_screen(window, "End") and changes_screen(window, "Home")


def submit(window, sandbox, known):
    """On this computer two nodes are refused; one node runs there: so the cluster is chosen first."""
    wait_until(lambda: has_two_places(window), 60, "a cluster to choose")
    for _ in range(5):
        window.key("Escape")  # from the page before it is submitted, if the last try ended there
        window.key("alt+o")
        window.key("End")  # "Run on": the cluster is the last
        window.key("ctrl+Return")
        window.key("ctrl+Return")  # to look at it, then to submit it
        try:
            return wait_until(lambda: [run for run in runs(sandbox) if run["run"] not in known], 20, "a submitted run")[
                0
            ]
        except AssertionError:
            continue
    raise AssertionError("nothing was submitted")


def open_run(window, run):
    """From wherever the window is: after a search is submitted, it shows the study."""
    window.key("ctrl+k")
    window.type(f"trainyard:run/{run}")
    window.key("Return")


def fetch(window, sandbox, cluster, name, result):
    window.key("alt+f")
    window.dialog(f"Fetch from {cluster.target}")
    window.key("Down")  # from checkpoints to results
    window.key("Return")
    fetched = wait_until(
        lambda: [path for path in (sandbox.root / "data").rglob(f"results/{result}") if name in str(path)],
        120,
        "fetched results",
    )
    assert fetched[0].stat().st_size > 0, fetched


def keep_picture(window, name):
    """For a person to look at, in X's own window dump format."""
    if "PICTURES" in os.environ:
        pathlib.Path(os.environ["PICTURES"], f"{name}.xwd").write_bytes(window.screen.read_bytes())


def try_preset(sandbox, cluster, name, folder):
    began = time.monotonic()
    window = Window(sandbox, folder / "sample.yaml")
    window.wait_for_title("sample.yaml")
    if num_nodes(name) > 1:
        set_field(window, "resources.nodes", str(num_nodes(name)))
        window.key("ctrl+s")
        wait_until(
            lambda: f"nodes: {num_nodes(name)}" in (folder / "sample.yaml").read_text(),
            20,
            "the number of nodes in the saved file",
        )
    run = submit(window, sandbox, [one["run"] for one in runs(sandbox)])
    assert run["target"] == cluster.target, run
    state = lambda: next((one["state"] for one in runs(sandbox) if one["run"] == run["run"]), "forgotten")
    wait_until(lambda: state() in ("completed", "failed", "cancelled", "lost", "forgotten"), 600, f"the end of {name}")
    keep_picture(window, name)  # of a failure too
    assert state() == "completed", (
        name,
        sandbox.must("yard", "show", run["run"]),
        sandbox.must("yard", "logs", run["run"]),
    )
    points = [
        point
        for point in json.loads(sandbox.must("yard", "metrics", run["run"], "--json"))
        if point["metric"] == "train/loss"
    ]
    if points:  # a sample of a command has no curve
        assert points[-1]["value"] < points[0]["value"], points
    if "\nsearch:" in (PRESETS / f"{name}.yaml").read_text():
        open_run(window, run["run"])
    if name != "nyutron-prepare":  # what it makes is for the cluster's cache
        fetch(window, sandbox, cluster, name, "all_results.json" if points else "features/hidden_states.npy")
    window.front()
    assert window.num_colours() > 20, "the screen is blank"
    keep_picture(window, name)
    window.key("ctrl+q")
    assert window.process.wait(timeout=20) == 0
    print(
        f"{name}: {num_nodes(name)} nodes, {time.monotonic() - began:.0f} s, "
        + (f"loss {points[0]['value']:.3f} to {points[-1]['value']:.3f}" if points else "a command"),
        flush=True,
    )


def drive(sandbox):
    found = samples(sandbox)
    assert found, "no preset has a sample"
    with PracticeCluster() as cluster:
        cluster.add_target(sandbox)
        for name, folder in found.items():
            try_preset(sandbox, cluster, name, folder)


if __name__ == "__main__":
    on_screen(drive)
