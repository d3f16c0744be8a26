# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that are streamed while training: the same rows as prepared ones, whatever the ranks, after a kill, and what is refused."""

import json
import unittest

from engine_runs import Runs, largest_difference
from small_bert import save_tokenizer

VOCABULARY = 90
SETTINGS = [
    "data.streaming=true",
    "data.tokenizer=tokenizer",
    "data.validation=[held_out.txt]",
    "data.validation_split_ratio=0",
    "batch.per_device=16",
]


class Streaming(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        lines = (cls.runs.folder / "corpus.txt").read_text().splitlines()
        cls.write("held_out.txt", lines[:150])
        cls.write("first.txt", lines[150:800])
        with open(cls.runs.folder / "second.jsonl", "w") as file:
            file.writelines(json.dumps({"text": line}) + "\n" for line in lines[800:])
        SETTINGS.append("data.train=[first.txt, second.jsonl]")
        save_tokenizer(cls.runs.folder / "tokenizer", VOCABULARY)

    @classmethod
    def write(cls, name, lines):
        (cls.runs.folder / name).write_text("".join(line + "\n" for line in lines))

    def test_ranks_and_a_kill_change_nothing(self):
        bert = "{vocab_size: 90, max_position_embeddings: 32, hidden_size: 32, intermediate_size: 48, num_hidden_layers: 2, num_attention_heads: 4, "
        bert += "hidden_dropout_prob: 0.0, attention_probs_dropout_prob: 0.0}"
        for name, settings in (
            ("in order", ["data.shuffle_buffer=0"]),
            ("buffered", ["data.shuffle_buffer=100", "data.texts_per_group=50"]),
            (
                "masked",
                [
                    "data.shuffle_buffer=0",
                    "data.texts_per_group=3",
                    "data.keep_short_groups=true",
                    "model.kind=bert",
                    "task.kind=masked_language_modeling",
                    f"model.overrides={bert}",
                ],
            ),
        ):
            with self.subTest(name):
                settings = [*SETTINGS, *settings, "training.max_steps=40"]
                whole = self.runs.train(name, 1, settings)
                self.assertEqual(len([step for step, key in whole if key == "eval/loss"]), 4)
                self.assertEqual(self.runs.train_through_a_kill(f"{name} cut", settings, step=25), whole)
                shared = self.runs.train(f"{name} ranks", 2, [*settings, "batch.per_device=8"])
                self.assertLess(largest_difference(whole, shared), 1e-4)
                self.assertLess(whole[40, "train/loss"], whole[1, "train/loss"])

    def test_a_step_learns_what_it_does_of_prepared_data(self):
        # An epoch of one step has the same rows, in whatever order they are.
        settings = [*SETTINGS, "data.shuffle_buffer=0", "data.max_train_samples=16", "training.max_steps=10"]
        streamed = self.runs.train("one step", 1, settings)
        prepared = self.runs.train("one step prepared", 1, [*settings, "data.streaming=false"])
        self.assertLess(largest_difference(streamed, prepared), 1e-5)
        self.assertLess(largest_difference(streamed, prepared, "eval/loss"), 1e-5)

    def test_epochs_end_where_the_rows_do(self):
        settings = [*SETTINGS, "data.max_train_samples=72", "training.max_steps=12", "evaluation.every_steps=null"]
        every = self.runs.train("epochs", 1, [*settings, "evaluation.every_epochs=1"])
        self.assertEqual([step for step, key in every if key == "eval/loss"], [5, 10, 12])  # the last step, too

    def arguments(self, settings):
        return [word for setting in settings for word in ("--set", setting)]

    def test_it_is_planned_and_looked_at(self):
        settings = self.arguments([*SETTINGS, "training.max_steps=7"])
        planned = self.runs.run("plan", self.runs.experiment, "--json", *settings)
        self.assertEqual(planned.returncode, 0, planned.stderr)
        plan = json.loads(planned.stdout)
        self.assertEqual(plan["num_steps"], 7)
        self.assertIsNone(plan.get("num_examples"))
        looked = self.runs.run("inspect", self.runs.experiment, "--json", *settings)
        self.assertEqual(looked.returncode, 0, looked.stderr)
        splits = {split["name"]: split["examples"] for split in json.loads(looked.stdout)["splits"]}
        self.assertGreater(splits["train"], 100)
        rehearsed = self.runs.run("rehearse", self.runs.experiment, "--json", *settings)
        self.assertEqual(rehearsed.returncode, 0, rehearsed.stderr)

    def test_what_is_refused(self):
        for words, settings in (
            ("training.max_steps", ["training.max_steps=null"]),
            ("data.validation_split_ratio", ["data.validation=[]", "data.validation_split_ratio=0.1"]),
            ("data.tokenizer", ["data.tokenizer=null"]),
        ):
            done = self.runs.run("preflight", self.runs.experiment, *self.arguments([*SETTINGS, *settings]))
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn(words, done.stdout + done.stderr)
        (self.runs.folder / "bad.txt").write_bytes(b"fine\n" * 300 + b"c\xe9g\n")
        for name, settings, words in (
            ("bad", ["data.train=[first.txt, bad.txt]"], "bad.txt: not valid UTF-8 in line 301"),
            (
                "short",
                ["data.train=[held_out.txt]", "data.sequence_length=32", "data.texts_per_group=1"],
                "fewer than one sequence",
            ),
        ):
            self.runs.train(name, 1, [*SETTINGS, *settings], code=2)
            self.assertIn(words, (self.runs.folder / f"{name}.0.log").read_text())


if __name__ == "__main__":
    unittest.main()
