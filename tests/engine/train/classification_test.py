# SPDX-License-Identifier: GPL-3.0-or-later
"""Labelled texts through the program: metrics against transformers, scikit-learn and seqeval, ranks, a kill, and what is refused.

One file because its cases share what setUpClass makes, which takes longer than most of them.
"""

import csv
import itertools
import json
import random
import unittest

import numpy
import peft
import scipy.stats
import seqeval.metrics
import sklearn.metrics
import torch
import transformers

from engine_runs import WORDS, Runs, largest_difference
from small_bert import save_tokenizer

VOCABULARY, LENGTH = 95, 24
CONFIG = dict(
    vocab_size=VOCABULARY,
    max_position_embeddings=LENGTH,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=2,
    num_attention_heads=4,
)
QUIET = dict(hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
TONES = ["calm", "loud", "odd"]
TAGS = ["O", "B-THING", "I-THING", "B-ACT"]
SETTINGS = [
    "model.kind=bert",
    "model.overrides={}",
    "model.pretrained=bert",
    "data.sequence_length=24",
    "optimizer.learning_rate=3e-3",
    "training.max_steps=200",
    "optimizer.weight_decay=0",
    "evaluation.every_steps=20",
    "evaluation.batch_size=5",
    "checkpoint.every_steps=20",
]
SEQUENCES = [
    *SETTINGS,
    "task.kind=sequence_classification",
    "data.train=[tones.jsonl]",
    "data.validation=[tones.csv]",
    "data.label_column=tone",
    "evaluation.metric=eval/f1",
]
WORDS_WITH_TAGS = [
    *SETTINGS,
    "task.kind=token_classification",
    "data.train=[tags.jsonl]",
    "data.validation=[more_tags.jsonl]",
    "data.text_column=words",
    "data.label_column=tags",
]
PAIRS = [
    *SETTINGS,
    "task.kind=sequence_classification",
    "task.problem_type=regression",
    "data.train=[pairs.csv]",
    "data.validation=[more_pairs.csv]",
    "data.text_column=one",
    "data.text_pair_column=other",
    "data.label_column=likeness",
]


def tone_of(words):
    return TONES[WORDS.index(words[0]) * len(TONES) // len(WORDS)]


def tags_of(words):
    tags = ["O"] * len(words)
    for i, word in enumerate(words):
        if word in ("model", "text"):
            tags[i] = "I-THING" if i and tags[i - 1].endswith("THING") else "B-THING"
        elif word in ("learns", "predicts"):
            tags[i] = "B-ACT"
    return tags


class Classification(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        folder, words = cls.runs.folder, random.Random(3)

        def texts(count, longest=30):
            return [words.choices(WORDS, k=words.randint(1, longest)) for _ in range(count)]

        def write_csv(name, columns, rows):
            with open(folder / name, "w", newline="") as file:
                csv.writer(file).writerows([columns, *rows])
            return rows

        def write_json(name, records):
            (folder / name).write_text("".join(json.dumps(record) + "\n" for record in records))
            return records

        write_json(
            "tones.jsonl",
            [{"id": i, "text": " ".join(text), "tone": tone_of(text)} for i, text in enumerate(texts(301, 10))],
        )
        cls.tones = write_csv(
            "tones.csv", ["tone", "text"], [[tone_of(text), " ".join(text) + ', "quoted"'] for text in texts(83, 10)]
        )
        write_json("tags.jsonl", [{"words": text, "tags": tags_of(text)} for text in texts(301)])
        cls.tags = write_json("more_tags.jsonl", [{"words": text, "tags": tags_of(text)} for text in texts(47)])

        def pairs(count):
            return [
                [" ".join(one), " ".join(other), f"{len(set(one) & set(other)) / 4:.2f}"]
                for one, other in zip(texts(count), texts(count))
            ]

        write_csv("pairs.csv", ["one", "other", "likeness"], pairs(201))
        cls.pairs = write_csv("more_pairs.csv", ["one", "other", "likeness"], pairs(41))
        cls.tokenizer = save_tokenizer(folder / "bert", VOCABULARY)
        torch.manual_seed(5)
        transformers.BertModel(transformers.BertConfig(**CONFIG, **QUIET), add_pooling_layer=False).save_pretrained(
            folder / "bert"
        )
        cls.tokenizer.save_pretrained(folder / "llama")
        transformers.LlamaForCausalLM(
            transformers.LlamaConfig(**CONFIG, num_key_value_heads=2, pad_token_id=0)
        ).save_pretrained(folder / "llama")

    def test_a_classifier_that_is_gone_on_from_keeps_its_labels(self):
        """Their order is the model's, of sequences and of words; a part of them, others, and the same in another order."""
        for base, given, labels, metric in (
            (SEQUENCES, "tones", TONES, "eval/accuracy"),
            (WORDS_WITH_TAGS, "tags", TAGS, "eval/f1"),
        ):
            with self.subTest(given):
                order = labels[1:] + labels[:1]  # not sorted
                first = self.runs.train(
                    f"first {given}",
                    1,
                    [*base, f"task.labels=[{','.join(order)}]", "training.max_steps=120", "evaluation.every_steps=120"],
                )
                model = self.runs.folder / f"first {given}/results/model"
                settings = [one for one in base if not one.startswith("model.pretrained")] + [
                    f"model.pretrained={model}",
                    "training.max_steps=1",
                    "optimizer.learning_rate=1e-9",
                    "evaluation.every_steps=1",
                ]
                more = self.runs.train(f"more {given}", 1, settings)
                self.assertAlmostEqual(more[1, metric], first[120, metric], 6)
                config = transformers.AutoConfig.from_pretrained(self.runs.folder / f"more {given}/results/model")
                self.assertEqual([config.id2label[i] for i in range(len(order))], order)
                for command, more in (("preflight", []), ("train", ["--run-dir", self.runs.folder / f"mixed {given}"])):
                    done = self.runs.run(
                        command,
                        self.runs.experiment,
                        *sum((["--set", one] for one in [*settings, f"task.labels=[{','.join(labels)}]"]), []),
                        *more,
                    )
                    self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                    self.assertIn("the model has the labels " + ", ".join(order), done.stdout + done.stderr)
        # JSON's order is not that of the numbers; names that transformers made up are none.
        config = json.loads((self.runs.folder / "first tones/results/model/config.json").read_text())
        config["id2label"] = dict(reversed(config["id2label"].items()))
        (self.runs.folder / "first tones/results/model/config.json").write_text(json.dumps(config))
        settings = [one for one in SEQUENCES if not one.startswith("model.pretrained")] + [
            f"model.pretrained={self.runs.folder / 'first tones/results/model'}",
            "training.max_steps=1",
            "optimizer.learning_rate=1e-9",
            "evaluation.every_steps=1",
        ]
        (self.runs.folder / "calm.csv").write_text(
            "tone,text\n"
            + "".join(
                f"{tone},{text}\n"
                for tone, text in [(one, other.split(",")[0]) for one, other in self.tones]
                if tone != "odd"
            )
        )
        again = self.runs.train("a part of them", 1, [*settings, "data.train=[calm.csv]", "data.validation=[calm.csv]"])
        self.assertGreater(again[1, "eval/accuracy"], 0.9)
        config = transformers.AutoConfig.from_pretrained(self.runs.folder / "a part of them/results/model")
        self.assertEqual([config.id2label[i] for i in range(3)], TONES[1:] + TONES[:1])
        (self.runs.folder / "new.csv").write_text(
            (self.runs.folder / "tones.csv").read_text().replace("odd", "strange")
        )
        self.runs.train("new names", 1, [*settings, "data.train=[new.csv]", "data.validation=[new.csv]"])
        self.assertIn(
            "data.new_labels", [event["code"] for event in self.runs.events("new names") if event["event"] == "message"]
        )

    def test_rows_that_are_judged_worst_are_shown(self):
        """Those that the written model judges wrongly, whichever rank evaluated them; two have a wrong label for certain."""
        rows = [list(row) for row in self.tones]
        for changed in (5, 40):
            rows[changed][0] = TONES[(TONES.index(rows[changed][0]) + 1) % len(TONES)]
        with open(self.runs.folder / "changed.csv", "w", newline="") as file:
            csv.writer(file).writerows([["tone", "text"], *rows])
        self.runs.train(
            "judged",
            2,
            [*SEQUENCES, "data.validation=[changed.csv]", "training.max_steps=120", "evaluation.every_steps=120"],
        )
        tables = [event for event in self.runs.events("judged") if event["event"] == "sample"]
        self.assertEqual([(one["name"], one["kind"], one["step"]) for one in tables], [("eval/worst", "table", 120)])
        table = json.loads(tables[0]["content"])
        self.assertEqual(table["columns"], ["row", "text", "label", "predicted", "probability"])
        logits, _ = self.outputs(
            transformers.AutoModelForSequenceClassification, "judged", self.inputs([text for _, text in rows])
        )
        shares = logits.softmax(1)
        wrong = [i for i, (tone, _) in enumerate(rows) if TONES[shares[i].argmax()] != tone]
        self.assertLessEqual({5, 40}, set(wrong))
        self.assertEqual(tables[0]["caption"], f"wrong: {len(wrong)} of {len(rows)}")
        self.assertLessEqual({row[0] for row in table["rows"]}, set(wrong))
        self.assertEqual(len(table["rows"]) < len(wrong), tables[0].get("is_cut", False))
        self.assertGreaterEqual(len(table["rows"]), min(len(wrong), 10))
        of_label = []
        for row, text, label, predicted, probability in table["rows"]:
            self.assertEqual((label, predicted), (rows[row][0], TONES[shares[row].argmax()]))
            self.assertAlmostEqual(probability, shares[row].max().item(), 3)
            ids = self.tokenizer(rows[row][1], truncation=True, max_length=LENGTH)["input_ids"]
            whole = self.tokenizer.decode(ids[1:-1])
            self.assertTrue(text and whole.startswith(text), (text, whole))
            of_label.append(shares[row][TONES.index(label)].item())
        for one, following in itertools.pairwise(of_label):
            self.assertLess(one, following + 1e-4)

    def outputs(self, auto, name, inputs):
        """Logits of the trained folder, and what it says of itself."""
        model, loading = auto.from_pretrained(self.runs.folder / name / "results/model", output_loading_info=True)
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading)
        with torch.no_grad():
            return model.eval()(**inputs).logits, model.config

    def inputs(self, *texts, **options):
        return self.tokenizer(*texts, truncation=True, max_length=LENGTH, padding=True, return_tensors="pt", **options)

    def expect(self, metrics, wanted):
        step = max(step for step, name in metrics if name == "eval/loss")
        found = {name: value for (at, name), value in metrics.items() if at == step and name.startswith("eval/")}
        self.assertEqual(sorted(found), sorted(wanted))
        for name, value in wanted.items():
            # Rounding alone decides between two texts with the same score, and one pair of them counts some thousandths.
            delta = 5e-3 if "roc" in name else 1e-4 * max(1, abs(value))
            self.assertAlmostEqual(found[name], value, delta=delta, msg=name)

    def inputs_of_tones(self):
        inputs = self.inputs([text for _, text in self.tones])
        inputs.pop("token_type_ids", None)
        return inputs

    def expect_tones(self, name, metrics):
        logits, config = self.outputs(transformers.AutoModelForSequenceClassification, name, self.inputs_of_tones())
        self.assertEqual(config.id2label, dict(enumerate(TONES)))
        self.assertEqual(config.problem_type, "single_label_classification")
        return self.expect_metrics_of_tones(logits, metrics)

    def expect_metrics_of_tones(self, logits, metrics):
        targets = torch.tensor([TONES.index(tone) for tone, _ in self.tones])
        predictions, shares = logits.argmax(1), logits.softmax(1)
        precision, recall, f1, _ = sklearn.metrics.precision_recall_fscore_support(
            targets, predictions, average="macro", zero_division=0
        )
        areas = {kind: sklearn.metrics.roc_auc_score(targets, shares, multi_class=kind) for kind in ("ovr", "ovo")}
        self.expect(
            metrics,
            {
                "eval/loss": torch.nn.functional.cross_entropy(logits, targets).item(),
                "eval/accuracy": (predictions == targets).double().mean().item(),
                "eval/precision": precision,
                "eval/recall": recall,
                "eval/f1": f1,
                "eval/roc_auc": areas["ovr"],
                "eval/roc_auc_ovo": areas["ovo"],
            },
        )
        return f1

    def test_sequences_of_bert(self):
        f1 = self.expect_tones("tones", self.runs.train("tones", 1, SEQUENCES))
        self.assertGreater(f1, 0.9)
        results = json.loads((self.runs.folder / "tones/results/eval_results.json").read_text())
        self.assertGreater(results["eval_f1"], 0.9)
        changes = [word for setting in SEQUENCES for word in ("--set", setting)]
        done = self.runs.run("evaluate", self.runs.experiment, "--model", "tones", *changes)
        self.assertEqual(done.returncode, 0, done.stderr)
        again = json.loads(done.stdout)
        for name in ("eval_loss", "eval_f1", "eval_roc_auc_ovo", "eval_samples"):
            self.assertAlmostEqual(again[name], results[name], delta=1e-5, msg=name)
        done = self.runs.run(
            "evaluate",
            self.runs.experiment,
            "--model",
            "tones/results/model",
            *changes,
            "--set",
            "task.labels=[loud, calm, odd]",
        )
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("calm, loud, odd", done.stderr)
        done = self.runs.run(
            "evaluate", self.runs.experiment, "--model", "bert", *changes, "--set", "task.labels=[calm, loud, odd]"
        )
        self.assertNotEqual(done.returncode, 0, done.stdout)
        log = (self.runs.folder / "tones.0.log").read_text()
        self.assertIn(
            "no weights for the head, which is newly initialized (4 tensors, the first is", log
        )  # classifier and pooler, each with its bias

    def test_sequences_of_a_decoder(self):
        settings = [*SEQUENCES, "model.kind=llama", "model.pretrained=llama"]
        self.assertGreater(self.expect_tones("decoder", self.runs.train("decoder", 1, settings)), 0.5)

    def test_adapters_beside_a_head(self):
        settings = [
            *SEQUENCES,
            "lora.rank=8",
            "lora.alpha=16",
            "lora.target_modules=[all-linear]",
            "optimizer.learning_rate=3e-3",
            "training.max_steps=600",
        ]
        metrics = self.runs.train("adapters", 1, settings)
        base = transformers.AutoModelForSequenceClassification.from_pretrained(
            self.runs.folder / "bert", num_labels=len(TONES)
        )
        model = peft.PeftModel.from_pretrained(base, self.runs.folder / "adapters/results/model").eval()
        with torch.no_grad():
            logits = model(**self.inputs_of_tones()).logits
        self.assertGreater(self.expect_metrics_of_tones(logits, metrics), 0.45)
        done = self.runs.run("export", "adapters", "--output", "merged/results/model", "--merge")
        self.assertEqual(done.returncode, 0, done.stderr)
        merged, config = self.outputs(transformers.AutoModelForSequenceClassification, "merged", self.inputs_of_tones())
        self.assertEqual(config.id2label, dict(enumerate(TONES)))
        self.assertLess((merged - logits).abs().max().item(), 1e-4)

    def test_words(self):
        metrics = self.runs.train("words", 1, WORDS_WITH_TAGS)
        inputs = self.inputs([record["words"] for record in self.tags], is_split_into_words=True)
        places = [inputs.word_ids(row) for row in range(len(self.tags))]
        inputs.pop("token_type_ids", None)
        logits, config = self.outputs(transformers.AutoModelForTokenClassification, "words", inputs)
        self.assertEqual(sorted(config.label2id), sorted(TAGS))
        predicted, wanted, losses = [], [], []
        for row, (record, words) in enumerate(zip(self.tags, places)):
            firsts = [i for i, word in enumerate(words) if word is not None and (i == 0 or words[i - 1] != word)]
            wanted.append([record["tags"][words[i]] for i in firsts])
            predicted.append([config.id2label[logits[row, i].argmax().item()] for i in firsts])
            targets = torch.tensor([config.label2id[tag] for tag in wanted[-1]])
            losses.append(torch.nn.functional.cross_entropy(logits[row, firsts], targets, reduction="none"))
        self.expect(
            metrics,
            {
                "eval/loss": torch.cat(losses).mean().item(),
                "eval/accuracy": seqeval.metrics.accuracy_score(wanted, predicted),
                "eval/precision": seqeval.metrics.precision_score(wanted, predicted, zero_division=0),
                "eval/recall": seqeval.metrics.recall_score(wanted, predicted),
                "eval/f1": seqeval.metrics.f1_score(wanted, predicted),
            },
        )
        self.assertGreater(seqeval.metrics.f1_score(wanted, predicted), 0.8)

    def test_numbers_of_pairs(self):
        metrics = self.runs.train("pairs", 1, PAIRS)
        inputs = self.inputs(
            [one for one, _, _ in self.pairs], [other for _, other, _ in self.pairs], return_token_type_ids=True
        )
        self.assertGreater(inputs["token_type_ids"].sum().item(), 0)
        logits, config = self.outputs(transformers.AutoModelForSequenceClassification, "pairs", inputs)
        self.assertEqual((config.num_labels, config.problem_type), (1, "regression"))
        numbers, targets = logits[:, 0].double().numpy(), numpy.array([float(likeness) for *_, likeness in self.pairs])
        self.assertEqual(len(set(numbers)), len(numbers))
        error = ((numbers - targets) ** 2).mean()
        self.expect(
            metrics,
            {
                "eval/loss": error,
                "eval/mse": error,
                "eval/pearson": scipy.stats.pearsonr(numbers, targets).statistic,
                "eval/spearman": scipy.stats.spearmanr(numbers, targets).statistic,
            },
        )
        table = self.worst("pairs", "error")
        errors = [abs(numbers[row] - targets[row]) for row, *_ in table]
        for row, _, label, predicted, error in table:
            self.assertAlmostEqual(label, targets[row], 3)
            self.assertAlmostEqual(predicted, numbers[row], 3)
            self.assertAlmostEqual(error, numbers[row] - targets[row], 3)
        self.assertAlmostEqual(errors[0], abs(numbers - targets).max(), 3)
        self.assertLess(max(b - a for a, b in itertools.pairwise(errors)), 1e-3)

    def worst(self, name, measure):
        """The last table of rows that were judged worst."""
        tables = [event for event in self.runs.events(name) if event["event"] == "sample"]
        table = json.loads(tables[-1]["content"])
        self.assertEqual(table["columns"], ["row", "text", "label", "predicted", measure])
        self.assertGreater(len(table["rows"]), 3)
        return table["rows"]

    def test_rows_with_several_labels_that_are_judged_worst(self):
        records = [
            {"text": text, "moods": [tone, "long"] if len(text.split()) > 6 else [tone]} for tone, text in self.tones
        ]
        (self.runs.folder / "moods.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        self.runs.train(
            "moods",
            1,
            [
                *SETTINGS,
                "task.kind=sequence_classification",
                "task.problem_type=multi_label_classification",
                "data.train=[moods.jsonl]",
                "data.validation=[moods.jsonl]",
                "data.label_column=moods",
                "training.max_steps=30",
                "evaluation.every_steps=30",
            ],
        )
        logits, config = self.outputs(
            transformers.AutoModelForSequenceClassification, "moods", self.inputs([text for _, text in self.tones])
        )
        shares, names = logits.sigmoid(), [config.id2label[i] for i in range(config.num_labels)]
        truth = torch.tensor([[float(name in record["moods"]) for name in names] for record in records])
        errors = (shares - truth).abs().sum(1)
        wrong = ((shares > 0.5) != (truth > 0.5)).sum(1)
        table = self.worst("moods", "wrong labels")
        for row, _, label, predicted, count in table:
            self.assertEqual(label, ", ".join(name for name in names if name in records[row]["moods"]))
            self.assertEqual(predicted, ", ".join(name for name, share in zip(names, shares[row]) if share > 0.5))
            self.assertEqual(count, wrong[row].item())
        self.assertAlmostEqual(errors[table[0][0]].item(), errors[wrong > 0].max().item(), 3)

    def test_ranks_and_accumulation_change_nothing(self):
        settings = [*SEQUENCES, "training.max_steps=20", "batch.global=16", "batch.per_device=16"]
        one = self.runs.train("one", 1, settings)
        two = self.runs.train("two", 2, [*settings, "batch.per_device=4"])
        for metric, bar in (("train/loss", 1e-4), ("eval/loss", 1e-4), ("eval/roc_auc", 5e-3)):
            self.assertLess(largest_difference(one, two, metric), bar)

    def test_a_killed_run_goes_on_as_if_nothing_had_been(self):
        settings = [
            *SEQUENCES,
            "training.max_steps=40",
            "model.overrides={hidden_dropout_prob: 0.1}",
            "checkpoint.every_steps=5",
        ]
        whole = self.runs.train("whole", 1, settings)
        processes = self.runs.start("killed", 1, settings)
        self.runs.wait_for_step("killed", random.Random(2).randint(11, 30), processes)
        self.runs.kill(processes)
        self.assertEqual(whole, self.runs.train("killed", 1, settings))

    def test_a_metric_that_is_not_defined_chooses_no_best(self):
        (self.runs.folder / "calm.csv").write_text("tone,text\n" + "".join(f"calm,{word}\n" for word in WORDS[:9]))
        metrics = self.runs.train(
            "undefined",
            1,
            [
                *SEQUENCES,
                "data.validation=[calm.csv]",
                "evaluation.metric=eval/roc_auc",
                "training.max_steps=10",
                "evaluation.every_steps=5",
            ],
        )
        self.assertFalse(any(name.startswith("eval/roc_auc") for _, name in metrics))
        evaluated = [
            event["step"]
            for event in self.runs.events("undefined")
            if event["event"] == "metrics" and "eval/loss" in event["values"]
        ]
        self.assertEqual(evaluated, [5, 10])
        self.assertIn("eval/roc_auc is undefined", (self.runs.folder / "undefined.0.log").read_text())

    def refused(self, settings, *words):
        changes = [word for setting in settings for word in ("--set", setting)]
        done = self.runs.run("train", self.runs.experiment, "--run-dir", "refused", *changes)
        self.assertEqual(done.returncode, 2, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_what_cannot_be_is_refused(self):
        self.refused([*SEQUENCES, "task.labels=[calm, loud]"], "odd", "tones.")
        self.refused([*SEQUENCES, "data.label_column=mood"], "mood", "tones.jsonl")
        self.refused([*WORDS_WITH_TAGS, "data.text_column=tone"], "tone", "tags.jsonl")
        self.refused([*SEQUENCES, "evaluation.metric=eval/perplexity"], "eval/perplexity", "eval/f1")
        changes = [word for setting in SEQUENCES for word in ("--set", setting)]
        done = self.runs.run("prepare", self.runs.experiment, "--output", "prepared", *changes)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.refused([*PAIRS, "data.kind=prepared", "data.path=prepared"], "single_label", "regression")
        again = self.runs.train(
            "prepared-run",
            1,
            [
                *SEQUENCES,
                "data.kind=prepared",
                "data.path=prepared",
                "training.max_steps=5",
                "evaluation.every_steps=5",
            ],
        )
        direct = self.runs.train("direct-run", 1, [*SEQUENCES, "training.max_steps=5", "evaluation.every_steps=5"])
        self.assertEqual(again, direct)


if __name__ == "__main__":
    unittest.main(verbosity=2)
