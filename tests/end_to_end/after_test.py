# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that wait for others (resources.after) and studies (`yard submit --grid`), on this computer: the order, the words, a run
that can never start, a resume that waits again, and what is refused before anything is made.
"""

import json
import os
import sys
import time

from sandbox import Sandbox, wait_until

# Ends with the code that the file `code` in the folder named by its argument holds, once that file is there.
WAITS = """#!/bin/bash
until [ -e "$1/code" ]; do sleep 0.1; done
date +%s.%N >>"$1/ends"
exit "$(cat "$1/code")"
"""
STARTS = '#!/bin/bash\ndate +%s.%N >>"$1/starts"\n'


class Experiments:
    def __init__(self, box):
        self.box = box
        for name, text in (("waits.sh", WAITS), ("starts.sh", STARTS)):
            (box.work / name).write_text(text)
            os.chmod(box.work / name, 0o755)

    def file(self, name, program):
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: {program}, metrics: none, "
            f"arguments: ['{self.box.work / name}']}}\nresources: {{cpus_per_process: 1}}\n"
        )
        (self.box.work / name).mkdir(exist_ok=True)
        return file

    def submit(self, name, program, *words):
        return json.loads(self.box.must("yard", "submit", self.file(name, program), "--json", *words))["run"]

    def end(self, name, code):
        (self.box.work / name / "code").write_text(str(code))


def shown(box, run):
    return json.loads(box.must("yard", "show", run, "--json"))


def until(box, run, *states, seconds=60):
    wait_until(lambda: shown(box, run)["state"] in states, seconds, f"{run} to be {states}")
    return shown(box, run)


def pair(box, ours):
    first = ours.submit("first", "waits.sh")
    second = ours.submit("second", "starts.sh", "--set", f"resources.after=[{first[:8]}]")
    wait_until(lambda: "waits for first-" in shown(box, second)["reason"], 30, "the words")
    now = shown(box, second)
    assert now["state"] == "waiting" and now["after"] == [f"completed:{first}"], now
    assert f"waits for first-{first[:8]} to complete" in box.must("yard", "show", second)
    # Checked and rendered as it would be submitted.
    words = ("--set", f"resources.after=[{first[:8]}]")
    checked = box.must("yard", "check", ours.file("third", "starts.sh"), *words)
    assert f"waits for first-{first[:8]} to complete" in checked and "resources.after" in checked, checked
    rendered = box.must("yard", "render", ours.file("third", "starts.sh"), *words)
    assert f"--after=completed:{shown(box, first)['folder']}" in rendered.replace("'", ""), rendered
    time.sleep(1)  # so long nothing must happen: the second looks twice a second whether it may start
    assert not (box.work / "second/starts").exists()
    ours.end("first", 0)
    until(box, second, "completed")
    ended, started = (float((box.work / name).read_text()) for name in ("first/ends", "second/starts"))
    assert started > ended, (started, ended)
    # What is complete already is not waited for, whatever it is called.
    for name in (f"first-{first[:8]}", f"ended:{first[:8]}", "first", "last"):
        until(box, ours.submit("third", "starts.sh", "--set", f"resources.after=[{name}]"), "completed")


def never(box, ours):
    first = ours.submit("fails", "waits.sh")
    second = ours.submit("unlucky", "starts.sh", "--set", f"resources.after=[{first[:8]}]")
    cleans = ours.submit("cleans", "starts.sh", "--set", f"resources.after=['failed:{first[:8]}']")
    until(box, first, "running")
    ours.end("fails", 3)
    now = until(box, second, "cancelled", "failed")
    assert now["state"] == "cancelled" and now["code"] == "after.not_completed", now
    assert now["reason"].startswith(f"it never starts, since it waits for fails-{first[:8]} to complete"), now["reason"]
    # What to type is ready to copy.
    what = f"yard resume fails-{first[:8]} && yard resume {second[:8]}\n"
    assert what in box.must("yard", "show", second) and what in box.must("yard", "runs"), box.must("yard", "runs")
    assert not (box.work / "unlucky/starts").exists()
    until(box, cleans, "completed")
    # A new one is refused with the sentence, and leaves nothing.
    before = len(json.loads(box.must("yard", "runs", "--json")))
    refused = box.run("yard", "submit", ours.file("late", "starts.sh"), "--set", f"resources.after=[{first[:8]}]")
    assert refused.returncode == 2 and "it never starts" in refused.stderr, (refused.returncode, refused.stderr)
    unknown = box.run("yard", "submit", ours.file("late", "starts.sh"), "--set", "resources.after=[nobody-12345678]")
    assert unknown.returncode == 2 and "nobody-12345678" in unknown.stderr, (unknown.returncode, unknown.stderr)
    for verb in ("check", "render"):
        for name, words in ((first[:8], "it never starts"), ("nobody-12345678", "nobody-12345678")):
            refused = box.run("yard", verb, box.work / "late.yaml", "--set", f"resources.after=[{name}]")
            assert refused.returncode == 2 and words in refused.stdout + refused.stderr, (verb, refused)
    assert len(json.loads(box.must("yard", "runs", "--json"))) == before
    # Resumed, both go on, and the second waits again.
    (box.work / "fails/code").unlink()
    box.must("yard", "resume", first)
    until(box, first, "running")
    box.must("yard", "resume", second)
    wait_until(lambda: f"waits for fails-{first[:8]}" in shown(box, second)["reason"], 30, "the words after a resume")
    ours.end("fails", 0)
    until(box, second, "completed")


def cancelled_while_it_waits(box, ours):
    first = ours.submit("slow", "waits.sh")
    second = ours.submit("tired", "starts.sh", "--set", f"resources.after=[{first[:8]}]")
    wait_until(lambda: "waits for slow-" in shown(box, second)["reason"], 30, "the words")
    box.must("yard", "cancel", second)
    assert until(box, second, "cancelled", "failed")["code"] == "cancelled"
    ours.end("slow", 0)
    until(box, first, "completed")


def study(box, ours):
    file = ours.file("swept", "waits.sh")
    said = json.loads(box.must("yard", "submit", file, "--json", "--grid", "seed=1,2", "--grid", "tags=[a],[b, c]"))
    assert len(said["runs"]) == 4, said
    name = said["study"][:8]
    runs = json.loads(box.must("yard", "runs", name, "--json"))
    assert [run["run"] for run in runs] == said["runs"] and {run["study"] for run in runs} == {said["study"]}, runs
    assert [run["study_values"] for run in runs] == [
        ["seed=1", "tags=[a]"],
        ["seed=1", "tags=[b, c]"],
        ["seed=2", "tags=[a]"],
        ["seed=2", "tags=[b, c]"],
    ], runs
    assert runs[1]["tags"] == ["b", "c"], runs[1]
    table = box.must("yard", "runs")
    assert table.count("swept") == 1 and "study of 4" in table and name in table, table
    opened = box.must("yard", "runs", name)
    assert opened.count("swept") == 4 and "seed=2 tags=[b, c]" in opened, opened
    unasked = box.run("yard", "cancel", name)
    assert unasked.returncode == 2 and "--yes" in unasked.stderr, unasked
    said = box.must("yard", "cancel", name, "--yes")
    assert f"4 of 4 runs of the study {name} were told to end" in said, said
    for run in runs:
        until(box, run["run"], "cancelled")
    # Nothing of a study is made where one of its values is wrong.
    before = len(json.loads(box.must("yard", "runs", "--json")))
    for grid in (["seed=1,many"], ["seed="], ["seed=1,2", "seed=3"], ["nonsense=1"]):
        refused = box.run("yard", "submit", file, *[word for one in grid for word in ("--grid", one)])
        assert refused.returncode == 2 and refused.stderr.strip(), (grid, refused)
    assert len(json.loads(box.must("yard", "runs", "--json"))) == before
    assert box.run("yard", "runs", "ffffffff").returncode == 2


def main():
    with Sandbox() as box:
        ours = Experiments(box)
        for part in (pair, never, cancelled_while_it_waits, study):
            part(box, ours)
            print(f"{part.__name__}: done", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
