# SPDX-License-Identifier: GPL-3.0-or-later
"""A day with other people's job scripts in the real window (tests/end_to_end/day.py says which): each is opened, gets this site's
partition, account and GPUs in the form, is looked at and submitted, watched to its end, and its files are fetched with the button;
one is an array, and one waits for it. A code is typed where the site asks for one. Driven by keys on a virtual screen.

Usage: day_window_test.py friendly | strict | bastion. With PICTURES=FOLDER each run is kept there when it has ended, in X's own window
dump format. Exits 77, saying so, where Xvfb, xdotool or the programs of a practice cluster are missing.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
import day
from practice import PracticeCluster, bastion
from practice_window_test import runs, set_field
from presets_window_test import has_two_places, keep_picture
from sandbox import wait_until
from screen import Window, on_screen

ENDS = ("completed", "failed", "cancelled", "lost")


class Day:
    def __init__(self, sandbox, cluster, site):
        self.sandbox, self.cluster, self.site = sandbox, cluster, day.OF_SITE[site]
        self.asked = 0

    def settings(self, gpus=None, **more):
        wanted = {"resources.partition": self.site["partition"]}
        if self.site["account"] != "null":  # the strict site counts nothing
            wanted["resources.account"] = self.site["account"]
        if gpus:
            wanted["resources.gpus_per_node"] = str(min(gpus, self.site["gpus"]))
        return {**wanted, **{f"resources.{name}": value for name, value in more.items()}}

    def answer(self, window):
        """A login that asks gets the next code of the site."""
        for title in window.others():
            if title.startswith("Log in to"):
                code = subprocess.run(
                    [bastion.code_program(self.cluster.layout)], capture_output=True, text=True, check=True
                )
                window.dialog(title)
                window.type(code.stdout.strip())
                window.key("Return")
                wait_until(lambda title=title: title not in window.others(), 30, "the login's dialog closes")
                window.front()
                self.asked += 1

    def open(self, name, change=lambda text: text):
        folder = day.project(self.cluster, self.sandbox.work, name, change)
        window = Window(self.sandbox, folder / name)
        # A tab of the last window may be shown first.
        named = re.search(r"^#SBATCH --job-name=(\S+)", (folder / name).read_text(), re.M)
        window.wait_for_title(f"{named.group(1) if named else folder.name}.yaml")
        wait_until(lambda: self.answer(window) or has_two_places(window), 60, "a cluster to choose")
        window.key("alt+o")
        window.key("End")
        return window

    def submit(self, window):
        """Looks at what would be submitted, and submits it. Returns the run."""
        known = [run["run"] for run in runs(self.sandbox)]

        def new():
            self.answer(window)
            # One that Slurm refuses is there for a moment, and gone again.
            there = [run for run in runs(self.sandbox) if run["run"] not in known and not run["parent"]]
            return [run for run in there if run["state"] != "preparing"]

        for _ in range(3):
            window.key("Escape")  # back to the form, if the last try ended there
            window.key("ctrl+Return")
            self.answer(window)
            window.key("ctrl+Return")
            try:
                return wait_until(new, 30, "a submitted run")[0]["run"]
            except AssertionError:
                continue
        keep_picture(window, "not_submitted")
        raise AssertionError("nothing was submitted")

    def state(self, run):
        return next((one["state"] for one in runs(self.sandbox) if one["run"] == run), "forgotten")

    def ended(self, window, run, name):
        deadline = time.monotonic() + 300
        while self.state(run) not in ENDS and time.monotonic() < deadline:
            self.answer(window)
            time.sleep(1)  # yard is a process each time
        time.sleep(1)  # until the window has drawn it; nothing outside tells
        keep_picture(window, name)
        assert self.state(run) == "completed", (
            name,
            self.sandbox.must("yard", "show", run),
            self.sandbox.must("yard", "queue", self.cluster.target),
            self.sandbox.run("yard", "logs", run).stdout,
        )

    def fetch(self, window, run, *files):
        """With the button and the dialog's defaults; each pattern is the name of a file that comes."""
        window.key("alt+f")
        window.dialog(f"Fetch from {self.cluster.target}")
        window.key("Return")

        def found():
            there = [str(path) for path in (self.sandbox.root / "data").rglob("*") if path.is_file()]
            return all(any(re.fullmatch(f".*/{pattern}", path) for path in there) for pattern in files)

        wait_until(found, 120, f"fetched {files}")
        window.front()

    def points(self, run):
        values = json.loads(self.sandbox.must("yard", "metrics", run, "--json"))
        return len([value for value in values if value["metric"] == "train/loss"])

    def close(self, window):
        assert window.num_colours() > 20, "the screen is blank"
        window.key("ctrl+q")
        if window.process.poll() is None:
            wait_until(lambda: window.process.poll() is not None or self.leave(window), 30, "the window closes")
        assert window.process.wait(timeout=20) == 0

    def leave(self, window):
        """A document that was never saved is asked about."""
        for title in window.others():
            window.dialog(title)
            window.key("alt+d")
        return False

    def one(self, name, settings, files, change=lambda text: text, points=3):
        began = time.monotonic()
        window = self.open(name, change)
        for field, value in settings.items():
            set_field(window, field, value)
        run = self.submit(window)
        self.ended(window, run, name)
        assert self.points(run) == points, (name, self.points(run))
        self.fetch(window, run, *files)
        self.close(window)
        print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)

    def array_and_what_waits_for_it(self):
        clock = time.monotonic()
        window = self.open("01_randi_tune.sh")
        for field, value in self.settings(8, reservation="").items():
            set_field(window, field, value)
        array = self.submit(window)
        self.close(window)
        assert self.state(array) not in ENDS, "the array ended before anything could wait for it"
        window = self.open("04_unity_gpt2.sh")
        for field, value in self.settings(2, after=array[:8]).items():
            set_field(window, field, value)
        after = self.submit(window)
        self.ended(window, after, "04_unity_gpt2.sh")
        # What was asked of Slurm's accounting comes with the next look at it.
        wait_until(lambda: self.state(array) in ENDS, 90, "the end of the array")
        assert self.state(array) == "completed", self.state(array)
        known = runs(self.sandbox)
        began = next(run["started"] for run in known if run["run"] == after)
        ends = [run["ended"] for run in known if run["parent"] == array]
        assert len(ends) == 10 and max(ends) <= began + 1, (began, ends)
        self.fetch(window, after, r"slurm-\d+\.out")
        self.close(window)
        print(f"an array of ten, and a run after it: {time.monotonic() - clock:.0f} s", flush=True)


def drive(sandbox):
    site = sys.argv[1] if len(sys.argv) > 1 else "friendly"
    with PracticeCluster(site=site) as cluster:
        cluster.add_target(sandbox)
        day.prepare(cluster)
        person = Day(sandbox, cluster, site)
        person.array_and_what_waits_for_it()
        person.one("02_leonardo_sft.sh", person.settings(4), (r"logs/output_sft\.log", r"logs/error_sft\.log"))
        person.one(
            "03_nyu_pretrain.sh",
            person.settings(8, qos="", time_limit="1:00:00"),
            (r"outs/multinode_\d+\.out",),
            change=day.without_names_of_nodes,
        )
        # The stand-in of each of two nodes prints three points.
        person.one("05_twcc_gpt2.sh", person.settings(8), (r"\d+\.out", r"\d+\.err"), points=6)
        # The service keeps the login while windows come and go.
        assert person.asked == (1 if site == "bastion" else 0), person.asked


if __name__ == "__main__":
    on_screen(drive)
