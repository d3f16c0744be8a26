# SPDX-License-Identifier: GPL-3.0-or-later
"""The power fails at any moment while something is written that must last: when it comes back, nothing half made is taken for whole, and
what was said to be saved is there.

A program that writes one of the four stores runs under recorder.cpp. From its journal disk.py makes what a disk could hold after a cut at
any of its calls; then the program that reads the store looks at that. Only the writing is real; that power fails is made, so each cut
takes a fraction of a second. POWER_CUT_SEED: other cuts.
"""

import filecmp
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.environ["TRAINYARD_SOURCE"] + "/tests/engine/train")
from disk import MODES, Disk, read_journal

NUM_CUTS = 100 if os.environ.get("TRAINYARD_LONG") else 8
SEED = int(os.environ.get("POWER_CUT_SEED", "1"))


def same_tree(one, other):
    compared = filecmp.dircmp(one, other)
    if compared.left_only or compared.right_only or compared.funny_files:
        return False
    if any(not filecmp.cmp(one / name, other / name, shallow=False) for name in compared.common_files):
        return False
    return all(same_tree(one / name, other / name) for name in compared.common_dirs)


class PowerCuts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="trainyard-test-"))).resolve()
        self.root, self.journal = self.folder / "store", self.folder / "journal"
        self.root.mkdir()
        self.environment = {**os.environ, "OMP_NUM_THREADS": "1", "XDG_CACHE_HOME": str(self.folder / "cache")}

    def run_program(self, *command, **variables):
        done = subprocess.run(
            [*map(str, command)],
            env={**self.environment, **variables},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def record(self, *command, **variables):
        self.run_program(
            *command,
            LD_PRELOAD=os.environ["TRAINYARD_RECORDER"],
            RECORD_FOLDER=str(self.root),
            RECORD_JOURNAL=str(self.journal),
            **variables,
        )

    def note(self, text):
        with self.journal.open("a") as journal:
            journal.write(f"note\t{text}\t0\n")

    def after_each_cut(self, look):
        """Calls look(folder, notes) for each cut: the disk, and what had been noted before."""
        records = read_journal(self.journal)
        self.assertTrue(
            {"note", "sync", "sync-folder", "write"} <= {call for call, _, _ in records}, "little was recorded"
        )
        chance = random.Random(SEED)
        # The last cut is after everything; the others are before any call.
        moments = [chance.randrange(1, len(records)) for _ in range(NUM_CUTS - 1)] + [len(records)]
        for number, moment in enumerate(moments):
            mode = MODES[number % len(MODES)]
            disk = Disk(self.root)
            for record in records[:moment]:
                disk.do(*record)
            target = self.folder / f"cut-{number}"
            disk.write_after_cut(target, chance, mode)
            next_call = " ".join([records[moment][0], *records[moment][1]]) if moment < len(records) else "the end"
            with self.subTest(
                cut=f"{number}: {moment} of {len(records)}, before {next_call}; left of the rest: {mode}; seed {SEED}"
            ):
                look(target, disk.notes)
            shutil.rmtree(target)

    def test_what_was_synced_is_all_that_a_cut_leaves_for_sure(self):
        """The disk itself: it can lose what was not synced, and nothing else."""
        disk = Disk("/r")
        for record in [
            ("create", ["1", "/r/a"], b""),
            ("write", ["1", "0"], b"synced"),
            ("sync", ["1", "/r/a"], b""),
            ("sync-folder", ["0", "/r"], b""),
            ("write", ["1", "0"], b"LATERR"),
            ("rename", ["/r/a", "/r/b"], b""),
            ("create", ["2", "/r/c"], b""),
        ]:
            disk.do(*record)
        seen = set()
        for number in range(200):
            target = self.folder / "disk"
            disk.write_after_cut(target, random.Random(number), MODES[number % len(MODES)])
            seen.add(tuple(sorted((file.name, file.read_bytes()) for file in target.iterdir())))
            shutil.rmtree(target)
        self.assertIn((("a", b"synced"),), seen)
        self.assertIn((("b", b"LATERR"), ("c", b"")), seen)
        self.assertIn((("b", b"synced"), ("c", b"")), seen)
        for files in seen:
            self.assertEqual(
                len([name for name, _ in files if name in "ab"]), 1, "a rename happens whole or not at all"
            )

    def make_tokenizer(self):
        tokenizer = self.folder / "tokenizer"
        tokenizer.mkdir()
        (tokenizer / "tokenizer.json").write_text("{}")
        return tokenizer

    def test_checkpoints(self):
        tokenizer, stores = self.make_tokenizer(), os.environ["TRAINYARD_STORES"]
        self.record(stores, "write-checkpoints", self.root, tokenizer)

        def look(folder, notes):
            said = json.loads(self.run_program(stores, "read-checkpoints", folder, tokenizer))
            self.assertTrue(said["whole"] and said["best_whole"] and said["goes_on"], said)
            self.assertGreaterEqual(said["attempts"], 3 if "attempt 3" in notes else 2 if "attempt 2" in notes else 0)
            for change in ("damaging 4", "setting aside"):  # what was published before may be gone
                notes = notes[notes.index(change) :] if change in notes else notes
            published = max([int(note.split()[1]) for note in notes if note.startswith("published")], default=0)
            if "set aside" in notes:
                self.assertTrue(said["step"] == 0 or said["step"] >= max(11, published), said)
            elif notes[:1] != ["setting aside"]:
                is_damaged = "damaging 4" in notes and not published
                self.assertGreaterEqual(said["step"], 2 if is_damaged else published, "what was published is lost")
                self.assertLessEqual(
                    said["passed_over"], 1 if is_damaged else 0, "a checkpoint's name holds half of one"
                )
                self.assertEqual(said["error"], "")
                self.assertTrue(said["latest_whole"] or not said["latest_named"] or is_damaged, said)

        self.after_each_cut(look)

    def test_prepared_data(self):
        stores, texts = os.environ["TRAINYARD_STORES"], []
        for number in range(2):
            texts.append(self.folder / f"text-{number}")
            texts[-1].write_text("".join(f"line {line} of text {number} with some words\n" for line in range(1200)))
        self.record(stores, "write-prepared", *texts, XDG_CACHE_HOME=str(self.root))
        true = self.root / "trainyard/prepared"
        self.assertEqual(len(list(true.iterdir())), 2)

        def look(folder, notes):
            found = self.run_program(stores, "read-prepared", folder, *texts).splitlines()
            whole = json.loads(found[0])["whole"]
            certain = set()
            for note in notes:
                word, key = note.split()
                certain.add(key) if word == "prepared" else certain.discard(key)
            self.assertLessEqual(certain, set(whole), "what was prepared is lost")
            for entry in true.iterdir():  # those taken for whole were not made again, the others were
                self.assertTrue(same_tree(folder / "trainyard/prepared" / entry.name, entry), f"{entry.name} {whole}")

        self.after_each_cut(look)

    def test_results(self):
        from engine_runs import Runs

        runs = self.enterContext(Runs("resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.1"))
        runs.environment.update(
            LD_PRELOAD=os.environ["TRAINYARD_RECORDER"], RECORD_FOLDER=str(self.root), RECORD_JOURNAL=str(self.journal)
        )
        (runs.folder / "run").symlink_to(self.root)
        versions = []
        for steps in (2, 4):
            command = [
                os.environ["TRAINYARD_ENGINE"],
                "train",
                runs.experiment,
                "--run-dir",
                self.root,
                "--set",
                f"training.max_steps={steps}",
            ]
            self.run_program(
                *command,
                **{
                    key: runs.environment[key]
                    for key in ("LD_PRELOAD", "RECORD_FOLDER", "RECORD_JOURNAL", "XDG_CACHE_HOME")
                },
            )
            versions.append(self.folder / f"version-{steps}")
            shutil.copytree(self.root / "results", versions[-1])
            self.note("results")
        self.assertFalse(same_tree(versions[0] / "model", versions[1] / "model"))

        def look(folder, notes):
            model, done = folder / "results/model", notes.count("results")
            self.assertTrue(model.exists() or done == 0, "the model that was there is lost")
            if model.exists():
                self.assertIn(True, [same_tree(model, version / "model") for version in versions[max(0, done - 1) :]])
            for name in [file.name for file in versions[0].glob("*.json")]:
                file = folder / "results" / name
                self.assertTrue(file.exists() or done == 0, f"{name} is lost")
                if file.exists():
                    self.assertIn(
                        file.read_bytes(), [(version / name).read_bytes() for version in versions[max(0, done - 1) :]]
                    )

        self.after_each_cut(look)

    def test_runs(self):
        runs = os.environ.get("TRAINYARD_RUNS")
        if not runs:
            self.skipTest("built without the desktop's side")
        self.record(runs, "write", self.root / "runs.sqlite")

        def look(folder, notes):
            said = json.loads(self.run_program(runs, "read", folder / "runs.sqlite"))
            self.assertEqual(said["fault"], "")
            self.assertTrue(said["together"], "events and the place in their file do not fit each other")
            for note in notes:
                kind, name = note.split()
                self.assertIn(name, said[kind], f"{note} is lost")

        self.after_each_cut(look)


if __name__ == "__main__":
    unittest.main(verbosity=2)
