# SPDX-License-Identifier: GPL-3.0-or-later
"""Token timelines through the program: bits and AUC against the truth of the data they are made with, ranks, a kill, and what is refused."""

import gzip
import json
import math
import pickle
import random
import unittest

import numpy
import pyarrow
import pyarrow.parquet
import torch
import transformers

from engine_runs import Runs, largest_difference

NUM_WORDS, MEAN_LENGTH, WIDTH = 24, 12, 48
SPECIAL = ["TL_START", "TL_END", "PAD", "TRUNC", None, "nan"]
START, END, PAD, FIRST = 0, 1, 2, len(SPECIAL)
CHANCES = [(1, 1 / 2), (2, 1 / 4), (5, 1 / 8), (11, 1 / 8)]  # of the words that follow a word
HIGH, LOW = 0.98, 0.02
MODEL = (
    "{hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 2, "
    "max_position_embeddings: 128}"
)
SETTINGS = [
    "model.kind=llama",
    f"model.overrides={MODEL}",
    "data.kind=timelines",
    "data.train=[train.parquet]",
    "data.validation=[val.parquet]",
    "timelines.vocabulary=vocab.gzip",
    "data.sequence_length=64",
    "schedule.warmup_steps=10",
    "optimizer.weight_decay=0",
]
CLASSES = [
    *SETTINGS,
    "task.kind=sequence_classification",
    "timelines.column=padded",
    "timelines.outcome=icu_admission",
    "evaluation.metric=eval/roc_auc",
]


def bits_per_token():
    """Of timelines one after the other: TL_START is certain, the first word any, then a word or the end."""
    last = 1 / MEAN_LENGTH
    of_end = -last * math.log2(last) - (1 - last) * math.log2(1 - last)
    of_word = -sum(chance * math.log2(chance) for _, chance in CHANCES)
    return (math.log2(NUM_WORDS) + MEAN_LENGTH * (of_end + (1 - last) * of_word)) / (MEAN_LENGTH + 2)


def write_timelines(path, count, seed):
    rng = random.Random(seed)
    columns = {"tokens": [], "padded": [], "icu_admission": [], "icu_admission_24h": []}
    for _ in range(count):
        words = [rng.randrange(NUM_WORDS)]
        while rng.random() >= 1 / MEAN_LENGTH:
            words.append(
                (words[-1] + rng.choices([step for step, _ in CHANCES], [chance for _, chance in CHANCES])[0])
                % NUM_WORDS
            )
        tokens = [START, *(FIRST + word for word in words), END]
        outcome = rng.random() < (HIGH if words[0] < NUM_WORDS // 2 else LOW)
        columns["tokens"].append(tokens)
        columns["padded"].append((tokens + [PAD] * WIDTH)[:WIDTH])
        columns["icu_admission"].append(outcome)
        columns["icu_admission_24h"].append(outcome and rng.random() < 0.3)
    pyarrow.parquet.write_table(
        pyarrow.table(
            {
                "tokens": pyarrow.array(columns["tokens"], pyarrow.list_(pyarrow.uint8())),
                "padded": pyarrow.array(columns["padded"], pyarrow.list_(pyarrow.int64())),
                "icu_admission": columns["icu_admission"],
                "icu_admission_24h": columns["icu_admission_24h"],
            }
        ),
        path,
    )
    return columns


class Timelines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        folder = cls.runs.folder
        words = SPECIAL + [f"LAB_{i}" for i in range(NUM_WORDS)]
        lookup = {word: i for i, word in enumerate(words)}
        with gzip.open(folder / "vocab.gzip", "wb") as file:
            pickle.dump(
                {"lookup": lookup, "reverse": {i: word for word, i in lookup.items()}, "aux": {"LAB_3": [0.5, 1.5]}},
                file,
            )
        cls.train = write_timelines(folder / "train.parquet", 4000, 1)
        cls.validation = write_timelines(folder / "val.parquet", 1500, 2)

    def test_bits_are_the_entropy_of_what_was_drawn(self):
        settings = [
            *SETTINGS,
            "training.max_steps=500",
            "batch.per_device=16",
            "optimizer.learning_rate=1e-2",
            "evaluation.every_steps=500",
            "checkpoint.every_steps=500",
            "timelines.padding_rate=0",
            "timelines.repeats=2",
        ]
        last = self.runs.train("bits", 1, settings)[500, "eval/loss"] / math.log(2)
        print(f"{last:.4f} bits a token; the truth is {bits_per_token():.4f}")
        self.assertLess(abs(last / bits_per_token() - 1), 0.02)

    def test_the_outcome_is_found(self):
        settings = [
            *CLASSES,
            "training.max_steps=400",
            "batch.per_device=16",
            "optimizer.learning_rate=3e-3",
            "evaluation.every_steps=100",
            "checkpoint.every_steps=100",
        ]
        found = self.runs.train("outcome", 1, settings)[400, "eval/roc_auc"]
        print(f"AUC {found:.4f} of at most {HIGH * HIGH + 2 * HIGH * LOW / 2:.4f} or so")
        self.assertGreater(found, 0.9)

    def test_ranks_and_a_kill_change_nothing(self):
        for name, settings in (
            ("windows", [*SETTINGS, "batch.global=8"]),
            ("rows", [*CLASSES, "batch.global=8", "timelines.random_truncation=true"]),
        ):
            with self.subTest(name):
                settings = [*settings, "batch.per_device=4", "evaluation.every_steps=10"]
                whole = self.runs.train(f"{name} whole", 1, settings)
                self.assertEqual(self.runs.train_through_a_kill(f"{name} cut", settings), whole)
                self.assertLess(largest_difference(whole, self.runs.train(f"{name} ranks", 2, settings)), 1e-4)

    def test_a_stream_is_the_same_for_any_ranks_and_after_a_kill(self):
        streamed = [
            *SETTINGS,
            "timelines.streaming=true",
            "training.max_steps=30",
            "evaluation.every_steps=10",
            "timelines.shuffle_buffer=64",
        ]
        for name, settings in (("packed", []), ("padded", ["timelines.collation=padded", "timelines.column=padded"])):
            with self.subTest(name):
                alone = [*streamed, *settings, "batch.per_device=8"]
                whole = self.runs.train(f"{name} stream", 1, alone)
                self.assertEqual(self.runs.train_through_a_kill(f"{name} stream cut", alone), whole)
                for ranks in (2, 4) if name == "packed" else (2,):
                    other = self.runs.train(
                        f"{name} stream {ranks}", ranks, [*streamed, *settings, f"batch.per_device={8 // ranks}"]
                    )
                    self.assertLess(largest_difference(whole, other), 1e-4)
                # Validation is prepared without shuffle and repeat: the same as without streaming.
                prepared = self.runs.train(
                    f"{name} prepared",
                    1,
                    [*alone, "timelines.streaming=false", "training.max_steps=1", "evaluation.on_start=true"],
                )
                begin = self.runs.train(
                    f"{name} begin", 1, [*alone, "training.max_steps=1", "evaluation.on_start=true"]
                )
                self.assertEqual(prepared[0, "eval/loss"], begin[0, "eval/loss"])
        # Epochs of a stream end where its windows do: what is done once an epoch is done there.
        every = self.runs.train(
            "epochs",
            1,
            [
                *streamed,
                "batch.per_device=64",
                "evaluation.every_steps=null",
                "evaluation.every_epochs=1",
                "data.max_train_samples=320",
            ],
        )
        self.assertEqual([step for step, key in every if key == "eval/loss"], [5, 10, 15, 20, 25, 30])
        self.assertIn("training.max_steps", self.refused("timelines.streaming=true", "training.max_steps=null"))
        self.assertIn(
            "row 0 ",
            self.refused_training(
                "timelines.streaming=true",
                "timelines.collation=padded",
                "timelines.column=padded",
                "data.sequence_length=32",
            ),
        )

    def test_test_files_are_judged(self):
        """Windows and rows with outcomes of data.test and data.temporal_test are read as validation's are; nothing of them is chosen by."""
        tests = ["data.test=[val.parquet]", "data.temporal_test=[later.parquet]"]
        write_timelines(self.runs.folder / "later.parquet", 300, 3)
        for name, settings in (
            ("windows", SETTINGS),
            ("streamed", [*SETTINGS, "timelines.streaming=true"]),
            ("rows", [*CLASSES, "timelines.evaluate_without_24h=true", "timelines.random_truncation=true"]),
        ):
            with self.subTest(name):
                settings = [*settings, "training.max_steps=20", "evaluation.every_steps=20"]
                self.runs.train(f"{name} judged", 1, [*settings, *tests])
                results = self.runs.folder / f"{name} judged/results"
                told = {
                    split: json.loads((results / split / "metrics.json").read_text())
                    for split in ("validation", "test", "temporal_test")
                }
                self.assertEqual({**told["test"], "split": ""}, {**told["validation"], "split": ""})  # the same file
                self.assertNotEqual(told["temporal_test"]["loss"], told["test"]["loss"])
                # As validation files the later ones are worth the same.
                done = self.runs.run(
                    "evaluate",
                    self.runs.experiment,
                    "--model",
                    self.runs.folder / f"{name} judged",
                    "--split",
                    "validation",
                    *sum(
                        (
                            ["--set", one]
                            for one in [*settings, "data.validation=[later.parquet]", "timelines.streaming=false"]
                        ),
                        [],
                    ),
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertAlmostEqual(json.loads(done.stdout)["eval_loss"], told["temporal_test"]["loss"], 6)
                if name == "rows":
                    without = sum(
                        not early
                        for early in pyarrow.parquet.read_table(self.runs.folder / "later.parquet")[
                            "icu_admission_24h"
                        ].to_pylist()
                    )
                    self.assertEqual(numpy.load(results / "temporal_test/labels.npy").shape, (without,))
        (self.runs.folder / "bad.parquet").write_bytes(b"PAR1 and no more")
        done = self.runs.run(
            "train",
            self.runs.experiment,
            "--run-dir",
            "bad",
            *sum((["--set", one] for one in [*SETTINGS, "data.test=[bad.parquet]"]), []),
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.parquet", done.stderr)

    def refused_training(self, *changes):
        name = "refused " + changes[0]
        self.runs.train(name, 1, [*SETTINGS, *changes], code=2)
        return (self.runs.folder / f"{name}.0.log").read_text()

    def test_random_truncation_and_the_share_of_rows_matter(self):
        settings = [*CLASSES, "training.max_steps=4"]
        whole = self.runs.train("not cut", 1, settings)
        self.assertGreater(
            largest_difference(whole, self.runs.train("cut", 1, [*settings, "timelines.random_truncation=true"])), 1e-6
        )
        prepared = self.runs.run(
            "prepare",
            self.runs.experiment,
            *sum(
                (
                    ["--set", one]
                    for one in [*CLASSES, "timelines.training_fraction=0.1", "timelines.evaluate_without_24h=true"]
                ),
                [],
            ),
            "--output",
            self.runs.folder / "share",
        )
        self.assertEqual(prepared.returncode, 0, prepared.stderr)
        self.assertIn(f'"train_tokens":{len(self.train["tokens"]) // 10 * WIDTH},', prepared.stdout)
        kept = len(self.validation["tokens"]) - sum(self.validation["icu_admission_24h"])
        self.assertIn(f'"validation_tokens":{kept * WIDTH},', prepared.stdout)

    def predicted(self, name, settings, *kinds):
        output = self.runs.folder / f"{name} predicted"
        done = self.runs.run(
            "predict",
            self.runs.experiment,
            "--model",
            self.runs.folder / name,
            "--input",
            self.runs.folder / "val.parquet",
            "--output",
            output,
            *sum((["--set", one] for one in settings), []),
            *sum((["--write", kind] for kind in kinds), []),
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return [numpy.load(output / f"{kind}.npy") for kind in kinds]

    def test_a_trained_model_tells_bits_and_features(self):
        self.runs.train("words", 1, [*SETTINGS, "training.max_steps=2"])
        self.assertIn('"LAB_3"', (self.runs.folder / "words/results/model/vocabulary.json").read_text())
        model = transformers.AutoModelForCausalLM.from_pretrained(self.runs.folder / "words/results/model")
        (bits,) = self.predicted("words", [*SETTINGS, "timelines.column=padded"], "bits_per_token")
        for row, tokens in list(zip(bits, self.validation["padded"], strict=True))[:20]:
            length = tokens.index(PAD) if PAD in tokens else len(tokens)
            with torch.no_grad():
                scores = model(torch.tensor([tokens[:length]])).logits[0, :-1].log_softmax(1)
            wanted = -scores.gather(1, torch.tensor(tokens[1:length])[:, None])[:, 0] / math.log(2)
            numpy.testing.assert_allclose(row[1:length], wanted, atol=1e-4)
            self.assertTrue(numpy.isnan(row[length:]).all() and numpy.isnan(row[0]))

    def test_a_classifier_says_how_likely(self):
        self.runs.train("classes", 1, [*CLASSES, "training.max_steps=2"])
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            self.runs.folder / "classes/results/model", pad_token_id=None
        )
        (found,) = self.predicted("classes", CLASSES, "probabilities")
        for row, tokens in list(zip(found, self.validation["padded"], strict=True))[:20]:
            length = tokens.index(PAD) if PAD in tokens else len(tokens)
            with torch.no_grad():
                wanted = model(torch.tensor([[PAD] * (len(tokens) - length) + tokens[:length]])).logits[0].softmax(0)
            numpy.testing.assert_allclose(row, wanted, atol=1e-4)

    def refused(self, *changes):
        done = self.runs.run(
            "preflight", self.runs.experiment, *sum((["--set", one] for one in [*SETTINGS, *changes]), [])
        )
        self.assertIn(done.returncode, (2, 3), done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_bad_input_is_told(self):
        (self.runs.folder / "cut.parquet").write_bytes((self.runs.folder / "train.parquet").read_bytes()[:1000])
        with gzip.open(self.runs.folder / "evil.gzip", "wb") as file:
            file.write(b"cos\nsystem\n(S'touch owned'\ntR.")
        for changes, words in (
            (["data.train=[cut.parquet]"], "cut.parquet"),
            (["timelines.vocabulary=evil.gzip"], "evil.gzip"),
            (["timelines.vocabulary=null"], "timelines.vocabulary"),
            (["task.kind=sequence_classification"], "timelines.outcome"),
            (["task.kind=sequence_classification", "timelines.outcome=death"], "death"),
            (["data.train=[]"], "data.train"),
            (["task.kind=token_classification"], "timelines"),
        ):
            with self.subTest(changes):
                self.assertIn(words, self.refused(*changes))
        self.assertFalse((self.runs.folder / "owned").exists())


if __name__ == "__main__":
    unittest.main()
