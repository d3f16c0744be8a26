# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of several values (`yard submit --grid`) that are asked for again, in turn, and planned, on this computer."""

import json
import os
import signal
import subprocess
import unittest

from sandbox import BIN, Sandbox, wait_until

# Waits for the file that its argument names; ends with the code that is in it.
WAITS = """#!/bin/bash
echo "$1" >>"$(dirname "$1")/ran"
until [ -e "$1" ]; do sleep 0.05; done
exit "$(cat "$1")"
"""


class Grid(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.ends = self.box.work / "ends"
        self.ends.mkdir()
        script = self.box.work / "waits.sh"
        script.write_text(WAITS)
        script.chmod(0o755)
        self.file = self.box.work / "grid.yaml"
        self.file.write_text(
            "format: 1\nname: grid\nworkload: command\ncommand: {launcher: none, program: waits.sh, metrics: none}\n"
            "resources: {cpus_per_process: 1}\n"
        )

    def words(self, names, *more):
        values = ",".join(f"['{self.ends / name}']" for name in names)
        return ["yard", "submit", self.file, "--grid", f"command.arguments={values}", *more]

    def end(self, names, code=0):
        for name in names:
            (self.ends / name).write_text(f"{code}\n")

    def ran(self):
        file = self.ends / "ran"
        return sorted(line.rsplit("/", 1)[1] for line in file.read_text().split()) if file.exists() else []

    def states(self, study):
        """By the name of the file that a run waits for, in the order of the runs."""
        runs = json.loads(self.box.must("yard", "runs", study, "--json"))
        return [(run["study_values"][0].rsplit("/", 1)[1][0], run["state"]) for run in runs]

    def until(self, study, wanted, seconds=60):
        wait_until(lambda: " ".join(state for _, state in self.states(study)) == wanted, seconds, wanted)

    def study(self, *words):
        return json.loads(self.box.must(*words, "--json"))["study"]

    def test_the_same_command_again(self):
        self.end("ac")
        self.end("b", 3)
        study = self.study(*self.words("abc"))
        self.until(study, "completed failed completed")
        said = self.box.must(*self.words("abc"))
        self.assertIn(f"study {study[:8]} has all of these runs: 2 completed, 1 failed", said)
        self.assertEqual(self.ran(), list("abc"))
        # More values: only the new one.
        self.end("d")
        said = self.box.must(*self.words("abcd"))
        self.assertIn(f"4 runs: 3 are there (study {study[:8]}), 1 submitted", said)
        self.until(study, "completed failed completed completed")
        self.assertEqual(self.ran(), list("abcd"))
        # What failed, once more and nothing else.
        self.end("b")
        said = self.box.must(*self.words("abcd", "--retry-failed", "--watch"))
        self.assertIn("3 are there", said)
        self.assertIn("1 submitted again", said)
        self.assertEqual(self.ran(), list("abbcd"))
        self.assertIn("study of 4: 4 completed", self.box.must("yard", "runs"))
        self.assertIn("none of these runs has failed", self.box.must(*self.words("abcd", "--retry-failed")))
        # Another document and --again are studies of their own.
        other = self.study(*self.words("ab", "--set", "tags=[x]"))
        anew = self.study(*self.words("ab", "--again"))
        self.assertEqual(len({study, other, anew}), 3)
        self.assertIn(f"study {anew[:8]} has all of these runs", self.box.must(*self.words("ab")))
        self.assertEqual(self.study(*self.words("ab", "--study", study[:8])), study)
        self.assertEqual(len(self.box.runs()), 9)

    def test_the_rest_after_an_interrupt(self):
        names = [chr(ord("a") + i) for i in range(20)]
        words = [str(BIN / "yard"), *map(str, self.words(names)[1:])]
        process = subprocess.Popen(
            words,
            env=self.box.environment,
            cwd=self.box.work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.box.must("yard", "runs")  # the service is there
        wait_until(lambda: len(self.box.runs()) >= 2, 60, "the first runs")
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=30)[1]
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("Interrupted at the run with command.arguments=", said)
        self.assertIn("of 20 runs are submitted and go on", said)
        self.assertIn("The same command submits the rest.", said)
        self.assertLess(len(self.box.runs()), 20)
        self.box.must(*self.words(names))
        runs = self.box.runs()
        self.assertEqual(len(runs), 20)
        self.assertEqual(len({run["study"] for run in runs}), 1)
        self.assertEqual(len({run["study_values"][0] for run in runs}), 20)
        self.box.must("yard", "cancel", runs[0]["study"], "--yes")

    def test_so_many_at_once(self):
        study = self.study(*self.words("abcde", "--max-parallel", 2))
        self.until(study, "running running preparing preparing preparing")
        last = json.loads(self.box.must("yard", "runs", study, "--json"))[-1]
        self.assertIn("waits for its turn in the study", last["reason"])
        # It survives the service.
        pid = json.loads((self.box.root / "data/trainyard/service.json").read_text())["pid"]
        os.kill(pid, signal.SIGKILL)
        self.end("b")
        self.until(study, "running completed running preparing preparing")
        fourth = json.loads(self.box.must("yard", "runs", study, "--json"))[3]
        self.box.must("yard", "cancel", fourth["run"])
        self.until(study, "running completed running cancelled preparing")
        self.end("ace")
        self.until(study, "completed completed completed cancelled completed")
        self.assertEqual(self.ran(), list("abce"))
        # What never was submitted is what the same command submits.
        self.end("d")
        said = self.box.must(*self.words("abcde", "--watch"))
        self.assertIn("5 runs: 4 are there", said)
        self.assertEqual(self.ran(), list("abcde"))

    def test_no_more_after_a_failure(self):
        self.end("a")
        self.end("b", 3)
        study = self.study(*self.words("abcd", "--max-parallel", 1, "--fail-fast"))
        self.until(study, "completed failed cancelled cancelled")
        self.assertEqual(self.ran(), list("ab"))
        last = json.loads(self.box.must("yard", "runs", study, "--json"))[-1]
        self.assertIn("another run of its study failed", last["reason"])

    def test_one_number_in_two_spellings(self):
        same = "resources.memory_gib_per_node=1.5,15e-1"
        for word in ("--dry-run", "--json"):
            refused = self.box.run("yard", "submit", self.file, "--grid", same, word)
            self.assertEqual(refused.returncode, 2, refused.stdout + refused.stderr)
            self.assertIn("are the same run; keep one of them", refused.stderr)
        self.assertEqual(json.loads(self.box.must("yard", "runs", "--json")), [])

    def test_a_plan(self):
        planned = self.box.run(*self.words("ab", "--grid", "resources.nodes=1,99", "--dry-run"))
        self.assertEqual(planned.returncode, 2, planned.stderr)
        self.assertIn("4 runs: 2 would be submitted, 2 would be refused", planned.stdout)
        refused = self.box.run(*self.words("ab", "--grid", "resources.nodes=1,99"))
        self.assertEqual(refused.returncode, 2)
        self.assertIn("nothing was submitted: the run with", refused.stderr)
        self.assertEqual(self.box.runs(), [])
        plan = json.loads(self.box.must(*self.words("ab", "--dry-run", "--json")))
        self.assertEqual(plan["study"], "")
        self.assertEqual([run["is_selected"] for run in plan["runs"]], [True, True])
        self.end("ab")
        study = self.study(*self.words("a"))
        self.until(study, "completed")
        plan = json.loads(self.box.must(*self.words("ab", "--dry-run", "--json")))
        self.assertEqual(plan["study"], study)
        self.assertEqual([run["state"] for run in plan["runs"]], ["completed", ""])
        self.assertEqual([run["is_selected"] for run in plan["runs"]], [False, True])
        self.assertIn("is a study of several values", self.box.run("yard", "study", "best", study[:8]).stderr)
        self.assertIn("completed", self.box.must("yard", "study", "show", study[:8]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
