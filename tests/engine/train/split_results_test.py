# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of results/<split>: against scikit-learn and seqeval on the probabilities that lie beside them, by every way they are written.

One file because its cases share what setUpClass makes, which takes longer than most of them.
"""

import csv
import json
import math
import random
import unittest

import numpy
import seqeval.metrics
import sklearn.calibration
import sklearn.metrics
import torch
import transformers

from engine_runs import WORDS, Runs
from small_bert import save_tokenizer

LENGTH = 24
CONFIG = dict(
    vocab_size=95,
    max_position_embeddings=LENGTH,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=1,
    num_attention_heads=2,
)
TONES = ["calm", 'lo,"ud', "odd"]
SETTINGS = [
    "model.kind=bert",
    "model.overrides={}",
    "model.pretrained=bert",
    f"data.sequence_length={LENGTH}",
    "optimizer.learning_rate=3e-3",
    "training.max_steps=40",
    "evaluation.every_steps=10",
    "evaluation.batch_size=7",
    "checkpoint.every_steps=1000",
    "checkpoint.best_as_result=true",
]
MANY = [
    *SETTINGS,
    "task.kind=sequence_classification",
    "data.train=[many.jsonl]",
    "data.validation=[many_more.jsonl]",
    "data.test=[many_test.jsonl]",
    "data.temporal_test=[many_later.jsonl]",
    "data.label_column=tone",
    "evaluation.metric=eval/roc_auc",
]
TWO = [
    *SETTINGS,
    "task.kind=sequence_classification",
    "data.train=[two.jsonl]",
    "data.validation=[two_more.jsonl]",
    "data.test=[two_test.jsonl]",
    "data.label_column=tone",
]
TAGGED = [
    *SETTINGS,
    "task.kind=token_classification",
    "data.train=[tags.jsonl]",
    "data.validation=[more_tags.jsonl]",
    "data.text_column=words",
    "data.label_column=tags",
]
TABLES = [
    "calibration.csv",
    "calibration_scaled.csv",
    "confusion.csv",
    "curves.json",
    "labels.npy",
    "metrics.json",
    "per_class.csv",
    "precision_recall.csv",
    "probabilities.npy",
    "roc.csv",
    "thresholds.csv",
]


class SplitResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder, draw = cls.runs.folder, random.Random(11)

        def texts(name, count, tones):
            with open(cls.folder / name, "w") as file:
                for _ in range(count):
                    words = draw.choices(WORDS, k=draw.randint(1, 10))
                    tone = (
                        tones[WORDS.index(words[0]) * len(tones) // len(WORDS)]
                        if draw.random() < 0.8
                        else draw.choice(tones)
                    )
                    file.write(json.dumps({"text": " ".join(words), "tone": tone}) + "\n")

        for name, count in (("many", 200), ("many_more", 61), ("many_test", 83), ("many_later", 40)):
            texts(f"{name}.jsonl", count, TONES)
        for name, count in (("two", 200), ("two_more", 53), ("two_test", 90)):
            texts(f"{name}.jsonl", count, ["no", "yes"])
        cls.tags = {}
        for name, count in (("tags", 150), ("more_tags", 31)):
            rows = [draw.choices(WORDS, k=draw.randint(1, 12)) for _ in range(count)]
            cls.tags[name] = [
                ["B-THING" if word in ("model", "text") else "B-ACT" if word == "learns" else "O" for word in row]
                for row in rows
            ]
            (cls.folder / f"{name}.jsonl").write_text(
                "".join(json.dumps({"words": words, "tags": tags}) + "\n" for words, tags in zip(rows, cls.tags[name]))
            )
        tokenizer = save_tokenizer(cls.folder / "bert", 95)
        torch.manual_seed(5)
        transformers.BertModel(transformers.BertConfig(**CONFIG), add_pooling_layer=False).save_pretrained(
            cls.folder / "bert"
        )
        tokenizer.save_pretrained(cls.folder / "bert")

    def table(self, folder, name):
        with open(folder / name, newline="") as file:
            head, *rows = csv.reader(file)
        return head, rows

    def columns(self, folder, name, label):
        head, rows = self.table(folder, name)
        rows = [row for row in rows if row[0] == label]
        return {column: [float(row[i]) if row[i] else math.nan for row in rows] for i, column in enumerate(head) if i}

    def near(self, found, wanted, what):
        self.assertEqual(len(found), len(wanted), what)
        numpy.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9, err_msg=what)

    def expect_label(self, folder, name, scores, truth):
        roc = self.columns(folder, "roc.csv", name)
        for column, wanted in zip(
            ("false_positive_rate", "true_positive_rate", "threshold"), sklearn.metrics.roc_curve(truth, scores)
        ):
            self.near(roc[column], wanted, f"{name} {column}")
        both = self.columns(folder, "precision_recall.csv", name)
        precision, recall, thresholds = sklearn.metrics.precision_recall_curve(truth, scores)
        self.near(both["precision"], precision, name)
        self.near(both["recall"], recall, name)
        self.near(both["threshold"][:-1], thresholds, name)
        at = self.columns(folder, "thresholds.csv", name)
        self.near(at["threshold"], numpy.arange(1, 100) / 100, name)
        self.near(
            at["precision"],
            [sklearn.metrics.precision_score(truth, scores >= t / 100, zero_division=0) for t in range(1, 100)],
            name,
        )
        self.near(at["recall"], [sklearn.metrics.recall_score(truth, scores >= t / 100) for t in range(1, 100)], name)
        for file, given in (("calibration.csv", scores), ("calibration_scaled.csv", scores / scores.max())):
            bins = self.columns(folder, file, name)
            share, predicted = sklearn.calibration.calibration_curve(truth, given, n_bins=10)
            self.near(bins["share_positive"], share, name)
            self.near(bins["mean_predicted"], predicted, name)
            self.assertEqual(sum(bins["count"]), len(truth))

    def expect_split(self, folder, labels, rows):
        self.assertEqual(sorted(path.name for path in folder.iterdir()), TABLES)
        probabilities, targets = (
            numpy.load(folder / "probabilities.npy").astype(numpy.float64),
            numpy.load(folder / "labels.npy"),
        )
        self.assertEqual((probabilities.shape, targets.shape), ((rows, len(labels)), (rows,)))
        said = probabilities.argmax(1)
        of = [1] if len(labels) == 2 else range(len(labels))
        for label in of:
            self.expect_label(folder, labels[label], probabilities[:, label], targets == label)
        head, matrix = self.table(folder, "confusion.csv")
        self.assertEqual(head[1:], labels)
        self.assertEqual(
            [[int(cell) for cell in row[1:]] for row in matrix],
            sklearn.metrics.confusion_matrix(targets, said).tolist(),
        )
        report = sklearn.metrics.classification_report(
            targets, said, target_names=labels, output_dict=True, zero_division=0
        )
        _, classes = self.table(folder, "per_class.csv")
        self.assertEqual([row[0] for row in classes], [*labels, "micro avg", "macro avg", "weighted avg"])
        for row in classes:
            if row[0] in report:
                wanted = report[row[0]]
                self.near(
                    [float(cell) for cell in row[1:5]],
                    [wanted["precision"], wanted["recall"], wanted["f1-score"], wanted["support"]],
                    row[0],
                )
        self.near(
            [float(row[5]) for row in classes[: len(labels)]],
            [sklearn.metrics.roc_auc_score(targets == i, probabilities[:, i]) for i in range(len(labels))],
            "areas",
        )
        curves = json.loads((folder / "curves.json").read_text())
        self.assertEqual(
            (curves["format"], curves["split"], curves["labels"], curves["rows"]), (1, folder.name, labels, rows)
        )
        self.assertEqual(curves["confusion"], sklearn.metrics.confusion_matrix(targets, said).tolist())
        self.assertEqual(curves["label_confusions"], [])
        self.assertEqual([curve["label"] for curve in curves["roc"]], [labels[label] for label in of])
        for label, roc, both in zip(of, curves["roc"], curves["precision_recall"]):
            self.assertAlmostEqual(
                roc["auc"], sklearn.metrics.roc_auc_score(targets == label, probabilities[:, label]), 9
            )
            self.assertAlmostEqual(
                both["average_precision"],
                sklearn.metrics.average_precision_score(targets == label, probabilities[:, label]),
                9,
            )
            self.assertEqual((roc["points"][0], roc["points"][-1], both["points"][-1]), ([0, 0], [1, 1], [0, 1]))
        metrics = json.loads((folder / "metrics.json").read_text())
        self.assertAlmostEqual(metrics["accuracy"], float((said == targets).mean()), 9)
        return metrics

    def test_many_labels(self):
        self.runs.train("many", 1, MANY)
        metrics = self.told("many")
        results = self.folder / "many/results"
        state = json.loads((results / "all_results.json").read_text())
        best = state["best_global_step"]
        for split, rows, prefix in (
            ("validation", 61, "eval"),
            ("test", 83, "test"),
            ("temporal_test", 40, "temporal_test"),
        ):
            told = self.expect_split(results / split, TONES, rows)
            self.assertAlmostEqual(state[f"{prefix}_roc_auc"], told["roc_auc"], 12)
            self.assertAlmostEqual(metrics[best, f"{prefix}/roc_auc"], told["roc_auc"], 6, split)
            self.assertTrue((results / f"{prefix}_results.json").exists())
        self.assertIn("test_loss", state)
        # The folder that is left is the model that was judged.
        for split in ("validation", "test", "temporal_test"):
            again = self.evaluate("many", MANY, split)
            self.assertEqual(sorted(path.name for path in again.iterdir()), TABLES)
            numpy.testing.assert_allclose(
                numpy.load(again / "probabilities.npy"), numpy.load(results / split / "probabilities.npy"), atol=1e-5
            )

    def told(self, name):
        """{(step, metric): value} of the events."""
        return {
            (event["step"], key): value
            for event in self.runs.events(name)
            if event["event"] == "metrics"
            for key, value in event["values"].items()
        }

    def evaluate(self, name, settings, split):
        output = self.folder / f"{name} {split} again"
        done = self.runs.run(
            "evaluate",
            self.runs.experiment,
            "--model",
            self.folder / name,
            "--split",
            split,
            "--output",
            output,
            *sum((["--set", one] for one in settings), []),
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return output / split

    def test_two_labels_and_two_ranks(self):
        self.runs.train("two", 1, TWO)
        self.runs.train("two on two", 2, TWO)
        for name in ("two", "two on two"):
            self.expect_split(self.folder / name / "results/validation", ["no", "yes"], 53)
            self.expect_split(self.folder / name / "results/test", ["no", "yes"], 90)
        # What two processes wrote together is what one says of the same model.
        again = self.evaluate("two on two", TWO, "test")
        numpy.testing.assert_allclose(
            *(numpy.load(folder / "probabilities.npy") for folder in (again, self.folder / "two on two/results/test")),
            atol=1e-5,
        )
        self.assertEqual({name for _, name in self.told("two")}, {name for _, name in self.told("two on two")})

    def test_the_best_is_not_the_last(self):
        """The learning rate grows until nothing is learned: the first evaluation is the best."""
        settings = [*TWO, "optimizer.learning_rate=20", "schedule.warmup_steps=40", "evaluation.metric=eval/loss"]
        metrics = self.runs.train("spoilt", 1, settings)
        state = json.loads((self.folder / "spoilt/results/all_results.json").read_text())
        best = state["best_global_step"]
        self.assertLess(best, 40)
        self.assertAlmostEqual(state["eval_loss"], metrics[best, "eval/loss"], 6)
        self.assertGreater(metrics[40, "eval/loss"], state["eval_loss"])
        checkpoint = self.folder / f"spoilt/checkpoints/step-{best:08}/model.safetensors"
        self.assertEqual(checkpoint.read_bytes(), (self.folder / "spoilt/results/model/model.safetensors").read_bytes())

    def test_tagged_words(self):
        self.runs.train("tags", 1, TAGGED)
        folder = self.folder / "tags/results/validation"
        self.assertEqual(
            sorted(path.name for path in folder.iterdir()),
            [
                "confusion.csv",
                "curves.json",
                "labels.npy",
                "metrics.json",
                "per_class.csv",
                "probabilities.npy",
                "row_ends.npy",
            ],
        )
        done = self.runs.run(
            "predict",
            self.runs.experiment,
            "--model",
            self.folder / "tags",
            "--output",
            self.folder / "tags said",
            "--write",
            "probabilities",
            *sum((["--set", one] for one in TAGGED), []),
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        probabilities, labels = (
            numpy.load(self.folder / "tags said" / f"{name}.npy") for name in ("probabilities", "labels")
        )
        names = json.loads((self.folder / "tags said/predictions.json").read_text())["labels"]
        true, said = [], []
        for row, targets in zip(probabilities, labels):
            kept = targets != -100
            true.append([names[i] for i in targets[kept]])
            said.append([names[i] for i in row[kept].argmax(1)])
        self.expect_words(folder, probabilities, labels)
        self.runs.train("tags on two", 2, TAGGED)
        self.expect_words(self.folder / "tags on two/results/validation", None, labels)
        report = seqeval.metrics.classification_report(true, said, output_dict=True, zero_division=0)
        _, classes = self.table(folder, "per_class.csv")
        self.assertEqual(sorted(row[0] for row in classes), sorted(report))
        for row in classes:
            wanted = report[row[0]]
            self.near(
                [float(cell) for cell in row[1:5]],
                [wanted["precision"], wanted["recall"], wanted["f1-score"], wanted["support"]],
                row[0],
            )
        head, matrix = self.table(folder, "confusion.csv")
        wanted = sklearn.metrics.confusion_matrix(sum(true, []), sum(said, []), labels=head[1:])
        self.assertEqual([[int(cell) for cell in row[1:]] for row in matrix], wanted.tolist())

    def expect_words(self, folder, probabilities, labels):
        """Of each word that has a label, row after row, what `engine predict` says of its first token."""
        found, targets, ends = (numpy.load(folder / f"{name}.npy") for name in ("probabilities", "labels", "row_ends"))
        self.assertEqual((found.dtype, targets.dtype, ends.dtype), (numpy.float32, numpy.int64, numpy.int64))
        kept = [row[row != -100] for row in labels]
        self.assertEqual(targets.tolist(), numpy.concatenate(kept).tolist())
        self.assertEqual(ends.tolist(), numpy.cumsum([len(row) for row in kept]).tolist())
        numpy.testing.assert_allclose(found.sum(1), 1, atol=1e-5)
        if probabilities is not None:
            numpy.testing.assert_allclose(
                found, numpy.concatenate([row[of != -100] for row, of in zip(probabilities, labels)]), atol=1e-5
            )

    def test_rows_with_several_labels(self):
        draw = random.Random(12)
        names = ["act", 'th;"ing', "none"]
        for name, count in (("several", 150), ("several_more", 47)):
            with open(self.folder / f"{name}.jsonl", "w") as file:
                for _ in range(count):
                    words = draw.choices(WORDS, k=draw.randint(1, 8))
                    given = [label for label, share in zip(names, (0.8, 0.6)) if draw.random() < share]
                    file.write(json.dumps({"text": " ".join(words), "tones": given}) + "\n")
        settings = [
            *SETTINGS,
            "task.kind=sequence_classification",
            "task.problem_type=multi_label_classification",
            f"task.labels={json.dumps(names)}",
            "data.train=[several.jsonl]",
            "data.validation=[several_more.jsonl]",
            "data.label_column=tones",
        ]
        self.runs.train("several", 1, settings)
        folder = self.folder / "several/results/validation"
        said, true = numpy.load(folder / "probabilities.npy") > 0.5, numpy.load(folder / "labels.npy") > 0.5
        self.assertTrue(said.any() and true.any())
        wanted = sklearn.metrics.multilabel_confusion_matrix(true, said)
        head, rows = self.table(folder, "confusion.csv")
        self.assertEqual(head, ["label", "true_negatives", "false_positives", "false_negatives", "true_positives"])
        self.assertEqual([row[0] for row in rows], names)
        self.assertEqual([[int(cell) for cell in row[1:]] for row in rows], wanted.reshape(3, 4).tolist())
        curves = json.loads((folder / "curves.json").read_text())
        self.assertEqual(curves["confusion"], [])
        self.assertEqual(
            curves["label_confusions"],
            [{"label": label, "counts": counts.tolist()} for label, counts in zip(names, wanted)],
        )

    def test_a_folder_that_is_there_stays(self):
        self.runs.train("twice", 1, TWO)
        output = self.evaluate("twice", TWO, "test")
        before = {path.name: path.stat().st_mtime_ns for path in output.iterdir()}
        done = self.runs.run(
            "evaluate",
            self.runs.experiment,
            "--model",
            self.folder / "twice",
            "--split",
            "test",
            "--output",
            output.parent,
            *sum((["--set", one] for one in TWO), []),
        )
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(before, {path.name: path.stat().st_mtime_ns for path in output.iterdir()})


if __name__ == "__main__":
    unittest.main(verbosity=2)
