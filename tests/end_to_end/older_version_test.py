# SPDX-License-Identifier: GPL-3.0-or-later
"""What an earlier version left behind is listed, shown, exported, continued and adopted: runs, store, prepared data, checkpoints and results.

tests/fixtures/older/VERSION.tar.xz was recorded with that version's programs:
  TRAINYARD_BIN=... python older_version_test.py --record FILE
"""

import contextlib
import json
import pathlib
import random
import sqlite3
import sys
import tarfile
import unittest

from sandbox import SOURCE, Sandbox, attempts, events, wait_until

RECORDED = pathlib.Path("/tmp/ty-recorded")
KEPT = ("data", "state", "cache", "work")
TONES = ("calm", "loud")


def texts(file, count, seed):
    draw = random.Random(seed)
    words = "a model learns from the text that it reads while others sleep and dream of rain".split()
    with open(file, "w") as out:
        for _ in range(count):
            chosen = draw.choices(words, k=draw.randint(3, 9))
            out.write(json.dumps({"text": " ".join(chosen), "tone": TONES["rain" in chosen]}) + "\n")


def submit(sandbox, file):
    return json.loads(sandbox.must("yard", "submit", file, "--json"))["run"]


def record(archive):
    """Masked language modelling, whose tokenizer a classification with results of its splits uses; a language model that was stopped, a command."""
    with Sandbox(new=RECORDED) as sandbox:
        for name, count, seed in (("train", 120, 1), ("validation", 40, 2), ("test", 40, 3)):
            texts(sandbox.work / f"{name}.jsonl", count, seed)
        model = (
            "model:\n  kind: bert\n  overrides: {hidden_size: 16, intermediate_size: 16, num_hidden_layers: 1, num_attention_heads: 2,"
            " max_position_embeddings: 16, vocab_size: 200}\n"
        )
        steps = "training: {max_steps: 20}\nevaluation: {every_steps: 10}\ncheckpoint: {every_steps: 10}\nlogging: {every_steps: 1}\n"
        words = sandbox.work / "words.yaml"
        words.write_text(
            f"format: 1\nname: words\n{model}task: {{kind: masked_language_modeling}}\n"
            f"data: {{train: [{sandbox.text(20_000).name}], sequence_length: 16}}\n{steps}"
        )
        submit(sandbox, words)
        sandbox.must("yard", "watch", "last")
        (tokenizer,) = (RECORDED / "data").rglob("results/model/tokenizer.json")
        tones = sandbox.work / "tones.yaml"
        tones.write_text(
            f"format: 1\nname: tones\n{model}task: {{kind: sequence_classification}}\n"
            "data: {train: [train.jsonl], validation: [validation.jsonl], test: [test.jsonl], label_column: tone, sequence_length: 16,"
            f" tokenizer: {tokenizer.parent}}}\n{steps}"
        )
        submit(sandbox, tones)
        sandbox.must("yard", "watch", "last")
        tiny = "{n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32, vocab_size: 300, resid_pdrop: 0.0, embd_pdrop: 0.0, attn_pdrop: 0.0}"
        settings = {
            "model__overrides": tiny,
            "data__train": f"[{sandbox.text(20_000).name}]",
            "data__sequence_length": 32,
            "training__max_steps": 100000,
            "checkpoint__every_steps": 5,
            "logging__every_steps": 1,
        }
        submit(sandbox, sandbox.small_experiment("stopped", **settings))
        wait_until(
            lambda: any(p["step"] >= 7 for p in json.loads(sandbox.must("yard", "metrics", "last", "--json"))),
            120,
            "steps",
        )
        sandbox.must("yard", "cancel", "last")
        sandbox.run("yard", "watch", "last")
        program = sandbox.work / "curve.sh"
        program.write_text('#!/bin/bash\nfor s in 1 2 3; do echo "{\\"step\\": $s, \\"train/loss\\": $s.5}"; done\n')
        program.chmod(0o755)
        command = sandbox.work / "curve.yaml"
        command.write_text(
            "format: 1\nname: curve\nworkload: command\ncommand: {launcher: none, program: curve.sh, metrics: jsonl}\n"
        )
        submit(sandbox, command)
        sandbox.must("yard", "watch", "last")
        sandbox.stop_everything()
        # Pages in the write-ahead log have checksums, which other paths would not fit.
        with contextlib.closing(sqlite3.connect(RECORDED / "data/trainyard/runs.sqlite")) as store:
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sandbox.text().unlink()
        with tarfile.open(archive, "w:xz") as tar:
            for name in KEPT:
                tar.add(RECORDED / name, name, filter=lambda entry: entry if entry.isfile() or entry.isdir() else None)


def place():
    """RECORDED itself: checkpoints have checksums of files with its name in them. Another checkout's test may be there."""

    def free():
        with contextlib.suppress(FileExistsError):
            return Sandbox(new=RECORDED)

    return wait_until(free, 240, f"{RECORDED} to be free")


class OlderVersion(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(place())
        (self.archive,) = (SOURCE / "tests/fixtures/older").glob("*.tar.xz")
        with tarfile.open(self.archive) as tar:
            tar.extractall(self.sandbox.root)

    def yard(self, *arguments):
        return json.loads(self.sandbox.must("yard", *arguments, "--json"))

    def runs(self):
        return {run["name"]: run for run in self.yard("runs")}

    def test_runs_are_listed_and_their_curves_shown(self):
        runs = self.runs()
        self.assertEqual(
            {name: run["state"] for name, run in runs.items()},
            {"words": "completed", "tones": "completed", "stopped": "cancelled", "curve": "completed"},
        )
        for name, run in runs.items():
            points = self.yard("metrics", run["run"])
            losses = [point for point in points if point["metric"] == "train/loss"]
            self.assertGreaterEqual(len(losses), {"words": 20, "tones": 20, "stopped": 7, "curve": 3}[name], name)
            self.assertIn(name, self.sandbox.must("yard", "show", run["run"]))
            self.assertTrue(self.sandbox.must("yard", "export", run["run"], "--tensorboard", self.sandbox.work / name))

    def test_a_stopped_run_is_continued(self):
        run = self.runs()["stopped"]["run"]
        before = max(point["step"] for point in self.yard("metrics", run))
        self.sandbox.must("yard", "resume", run)
        wait_until(lambda: max(point["step"] for point in self.yard("metrics", run)) > before + 5, 120, "newer steps")
        self.sandbox.must("yard", "cancel", run)
        self.sandbox.run("yard", "watch", run)
        (folder,) = (folder for folder in self.folders() if "stopped" in folder.name)
        start = next(event for event in events(attempts(folder)[1]) if event["event"] == "start")
        self.assertEqual(start["resume_step"], before)

    def folders(self):
        return [file.parent for file in self.sandbox.root.rglob("run.json")]

    def test_its_model_is_evaluated_and_its_data_read(self):
        (folder,) = (f for f in self.folders() if "tones" in f.name)
        said = self.sandbox.must(
            "engine", "evaluate", folder / "resolved.yaml", "--model", folder / "results/model", "--split", "test"
        )
        recorded = json.loads((folder / "results/test/metrics.json").read_text())
        found = json.loads(said[said.index("{") :])
        self.assertAlmostEqual(found["eval_loss"], recorded["loss"], places=5)
        for prepared in {file.parent for file in self.sandbox.root.rglob("prepared.json")}:
            self.assertIn("examples", self.sandbox.must("engine", "inspect", prepared, "--samples", "1"))

    def test_a_store_that_is_lost_is_made_from_the_folders(self):
        before = self.runs()
        self.sandbox.stop_everything()
        for file in (self.sandbox.root / "data").rglob("runs.sqlite*"):
            file.unlink()
        self.sandbox.must("yard", "runs", "--scan", "here")
        after = self.runs()
        self.assertEqual({n: r["state"] for n, r in after.items()}, {n: r["state"] for n, r in before.items()})


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(sys.argv[2])
    else:
        unittest.main()
