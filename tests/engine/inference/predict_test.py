# SPDX-License-Identifier: GPL-3.0-or-later
"""`engine predict` on folders of transformers and peft: every array equals what transformers gives for the same rows, and every column
of Parquet the array.

One file because its cases share what setUpClass makes, which takes longer than most of them.
"""

import csv
import itertools
import json
import math
import random
import unittest

import numpy
import peft
import pyarrow.parquet
import torch
import transformers

from engine_runs import WORDS, Runs
from small_bert import save_tokenizer

VOCABULARY, LENGTH, ROWS = 95, 24, 23
SIZES = dict(
    vocab_size=VOCABULARY,
    max_position_embeddings=LENGTH,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=3,
    num_attention_heads=4,
)
TONES = ["calm", "loud", "odd"]
SETTINGS = ["data.sequence_length=24", "evaluation.batch_size=5", "model.overrides={}"]
BERT, LLAMA = ["model.kind=bert"], ["model.kind=llama"]
TEXTS = [
    "task.kind=sequence_classification",
    "data.train=[tones.csv]",
    "data.validation=[tones.csv]",
    "data.label_column=tone",
]
WORDS_WITH_TAGS = [
    "task.kind=token_classification",
    "data.train=[tags.jsonl]",
    "data.validation=[tags.jsonl]",
    "data.text_column=words",
    "data.label_column=tags",
]
LINES = ["data.tokenizer=tokenizer"]
NAMES = dict(id2label=dict(enumerate(TONES)), label2id={name: i for i, name in enumerate(TONES)}, pad_token_id=0)


class Predict(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder, words = cls.runs.folder, random.Random(3)
        cls.tokenizer = save_tokenizer(cls.folder / "tokenizer", VOCABULARY)
        cls.texts = [" ".join(words.choices(WORDS, k=words.randint(1, 30))) for _ in range(ROWS)]
        cls.tones = [words.choice(TONES) for _ in range(ROWS)]
        cls.numbers = [round(words.uniform(-2, 2), 3) for _ in range(ROWS)]
        cls.some = [[tone for tone in TONES if words.random() < 0.4] for _ in range(ROWS)]
        with open(cls.folder / "tones.csv", "w", newline="") as file:
            rows = zip(cls.texts, cls.tones, cls.numbers, map(";".join, cls.some))
            csv.writer(file).writerows([["text", "tone", "number", "some"], *rows])
        cls.tags = [[words.choice(TONES) for _ in text.split()] for text in cls.texts]
        (cls.folder / "tags.jsonl").write_text(
            "".join(json.dumps({"words": text.split(), "tags": tags}) + "\n" for text, tags in zip(cls.texts, cls.tags))
        )

    def save(self, name, kind, config, **options):
        torch.manual_seed(7)
        model = kind(config(**SIZES, **options)).eval()
        with torch.no_grad():  # so that logits differ visibly
            for parameter in model.parameters():
                parameter.mul_(1.5).add_(torch.randn_like(parameter), alpha=0.02)
        model.save_pretrained(self.folder / name)
        self.tokenizer.save_pretrained(self.folder / name)
        return model

    def predict(self, name, settings, *options, model=None, code=0):
        changes = [word for setting in [*SETTINGS, *settings] for word in ("--set", setting)]
        output = self.folder / f"{name}-out"
        command = ["predict", self.runs.experiment, *changes, "--model", model or name, *options]
        done = self.runs.run(*command, "--output", output)
        self.assertEqual(done.returncode, code, done.stderr)
        if code:
            return done.stderr
        said = json.loads(done.stdout)
        self.assertEqual(said, json.loads((output / "predictions.json").read_text()))
        self.assertEqual(
            {array["file"] for array in said["arrays"].values()} | {"predictions.json"},
            {path.name for path in output.iterdir()},
        )
        arrays = {kind: numpy.load(output / array["file"]) for kind, array in said["arrays"].items()}
        for kind, array in said["arrays"].items():
            self.assertEqual((list(arrays[kind].shape), str(arrays[kind].dtype)), (array["shape"], array["dtype"]))
        self.same_in_parquet(command, said, arrays, self.folder / f"{name}-parquet")
        return said, arrays

    def same_in_parquet(self, command, said, arrays, output):
        """The same numbers in self.parquet, and of tokens nothing behind the end of a row."""
        done = self.runs.run(*command, "--format", "parquet", "--output", output)
        self.assertEqual(done.returncode, 0, done.stderr)
        described = json.loads(done.stdout)
        self.assertEqual(described, json.loads((output / "predictions.json").read_text()))
        self.assertEqual({path.name for path in output.iterdir()}, {"predictions.json", "predictions.parquet"})
        file, columns = described.pop("file"), described.pop("columns")
        self.assertEqual(described, {key: value for key, value in said.items() if key != "arrays"})
        self.parquet = pyarrow.parquet.ParquetFile(output / file)
        table = self.parquet.read()
        self.assertEqual((table.column_names, list(columns)), (list(arrays), list(arrays)))
        for kind, array in arrays.items():
            shape, dtype = columns[kind]["shape"], columns[kind]["dtype"]
            of_tokens = None in shape
            self.assertEqual(
                (shape, dtype),
                ([*array.shape[:1], None, *array.shape[2:]] if of_tokens else list(array.shape), str(array.dtype)),
            )
            wanted = {"float16": pyarrow.float16(), "float32": pyarrow.float32(), "int64": pyarrow.int64()}[dtype]
            for size in reversed(shape[2 if of_tokens else 1 :]):
                wanted = pyarrow.list_(pyarrow.field("element", wanted, nullable=False), size)
            if of_tokens:
                wanted = pyarrow.list_(pyarrow.field("element", wanted, nullable=False))
            self.assertEqual(table.schema.field(kind), pyarrow.field(kind, wanted, nullable=False))
            self.assertEqual(table.num_rows, len(array))
            for found, row in zip(table[kind].to_pylist(), array):
                if of_tokens:
                    row, behind = row[: len(found)], row[len(found) :]
                    self.assertTrue((behind == -100).all() if dtype == "int64" else numpy.isnan(behind).all())
                numpy.testing.assert_array_equal(numpy.array(found, dtype), row)

    def inputs(self, texts, **options):
        inputs = self.tokenizer(texts, truncation=True, max_length=LENGTH, padding=True, return_tensors="pt", **options)
        inputs.pop("token_type_ids", None)
        return inputs

    def equal(self, found, wanted, delta=1e-4):
        numpy.testing.assert_allclose(found, wanted, rtol=0, atol=delta, equal_nan=True)

    def test_one_label_a_text(self):
        model = self.save("one", transformers.BertForSequenceClassification, transformers.BertConfig, **NAMES)
        with torch.no_grad():
            wanted = model(**self.inputs(self.texts), output_hidden_states=True)
        kinds = "probabilities,logits,hidden_states,all_hidden_states"
        said, arrays = self.predict("one", [*BERT, *TEXTS], "--write", kinds)
        self.assertEqual((said["rows"], said["split"], said["labels"]), (ROWS, "validation", TONES))
        self.assertEqual(sorted(arrays), sorted([*kinds.split(","), "labels"]))
        self.equal(arrays["logits"], wanted.logits)
        self.equal(arrays["probabilities"], wanted.logits.softmax(1))
        self.assertEqual(arrays["labels"].tolist(), [TONES.index(tone) for tone in self.tones])
        states = torch.stack([state[:, 0] for state in wanted.hidden_states], 2)
        self.assertEqual(arrays["all_hidden_states"].dtype, numpy.float16)
        self.equal(arrays["all_hidden_states"].astype(numpy.float32), states, 2e-3 * states.abs().max().item())
        self.assertEqual(arrays["hidden_states"].tolist(), arrays["all_hidden_states"][:, :, -1].tolist())
        evaluated = self.runs.run(
            "evaluate",
            self.runs.experiment,
            "--model",
            "one",
            *[word for setting in [*SETTINGS, *BERT, *TEXTS] for word in ("--set", setting)],
        )
        loss = torch.nn.functional.cross_entropy(wanted.logits, torch.tensor(arrays["labels"])).item()
        self.assertAlmostEqual(json.loads(evaluated.stdout)["eval_loss"], loss, delta=1e-4)

    def test_several_labels_and_numbers(self):
        model = self.save(
            "several",
            transformers.BertForSequenceClassification,
            transformers.BertConfig,
            **NAMES,
            problem_type="multi_label_classification",
        )
        with torch.no_grad():
            logits = model(**self.inputs(self.texts)).logits
        _, arrays = self.predict(
            "several", [*BERT, *TEXTS, "data.label_column=some", "task.problem_type=multi_label_classification"]
        )
        self.assertEqual(sorted(arrays), ["labels", "probabilities"])
        self.equal(arrays["probabilities"], logits.sigmoid())
        self.equal(arrays["labels"], [[tone in some for tone in TONES] for some in self.some], 0)

        model = self.save("number", transformers.BertForSequenceClassification, transformers.BertConfig, num_labels=1)
        with torch.no_grad():
            logits = model(**self.inputs(self.texts)).logits
        settings = [*BERT, *TEXTS, "data.label_column=number", "task.problem_type=regression"]
        _, arrays = self.predict("number", settings)
        self.equal(arrays["logits"], logits.squeeze(1))
        self.equal(arrays["labels"], self.numbers, 1e-6)
        self.assertIn(
            "logits, labels, hidden_states",
            self.predict("number-again", settings, "--write", "probabilities", model="number", code=2),
        )

    def test_last_token_of_a_decoder(self):
        model = self.save(
            "decoder",
            transformers.LlamaForSequenceClassification,
            transformers.LlamaConfig,
            **NAMES,
            num_key_value_heads=2,
        )
        inputs = self.inputs(self.texts)
        with torch.no_grad():
            wanted = model(**inputs, output_hidden_states=True)
        _, arrays = self.predict("decoder", [*LLAMA, *TEXTS], "--write", "logits,all_hidden_states")
        self.equal(arrays["logits"], wanted.logits)
        last = inputs["attention_mask"].sum(1) - 1
        states = torch.stack([state[torch.arange(ROWS), last] for state in wanted.hidden_states], 2)
        self.equal(arrays["all_hidden_states"].astype(numpy.float32), states, 2e-3 * states.abs().max().item())

    def test_words(self):
        model = self.save("words", transformers.BertForTokenClassification, transformers.BertConfig, **NAMES)
        inputs = self.inputs([text.split() for text in self.texts], is_split_into_words=True)
        with torch.no_grad():
            logits = model(**inputs).logits
        _, arrays = self.predict("words", [*BERT, *WORDS_WITH_TAGS], "--write", "logits,probabilities")
        is_token = inputs["attention_mask"].bool()
        self.equal(arrays["logits"], torch.where(is_token.unsqueeze(2), logits, math.nan))
        self.equal(arrays["probabilities"][is_token.numpy()], logits.softmax(2)[is_token])
        labels = numpy.full(is_token.shape, -100)
        for row, tags in enumerate(self.tags):
            places = inputs.word_ids(row)
            for i, word in enumerate(places):
                if word is not None and word != places[i - 1]:
                    labels[row, i] = TONES.index(tags[word])
        self.assertEqual(arrays["labels"].tolist(), labels.tolist())
        for kind in ("logits", "labels"):
            lengths = [len(row) for row in self.parquet.read([kind])[kind].to_pylist()]
            self.assertEqual(lengths, is_token.sum(1).tolist())

    def test_groups_of_rows(self):
        self.save("groups", transformers.BertForSequenceClassification, transformers.BertConfig, **NAMES)
        with open(self.folder / "many.csv", "w", newline="") as file:
            csv.writer(file).writerows(
                [["text", "tone"], *((WORDS[i % len(WORDS)], TONES[i % 3]) for i in range(10_003))]
            )
        self.predict(
            "groups",
            [*BERT, *TEXTS, "data.train=[many.csv]", "data.validation=[many.csv]", "evaluation.batch_size=300"],
        )
        groups = [self.parquet.metadata.row_group(i) for i in range(self.parquet.num_row_groups)]
        self.assertEqual([group.num_rows for group in groups], [10_000, 3])
        self.assertEqual(groups[0].column(0).compression, "ZSTD")

    def blocks(self, settings, split):
        """The rows that a language model sees: what `engine prepare` makes of the lines, in pieces."""
        changes = [word for setting in [*SETTINGS, *settings] for word in ("--set", setting)]
        folder = self.folder / f"prepared-{split}-{settings[0]}"
        if not folder.exists():
            done = self.runs.run("prepare", self.runs.experiment, *changes, "--output", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        description = json.loads((folder / "prepared.json").read_text())
        tokens = numpy.fromfile(
            folder / description["splits"][split]["columns"]["tokens"]["file"], dtype=numpy.uint16
        ).astype(numpy.int64)
        return torch.tensor(tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH))

    def test_bits_of_tokens(self):
        model = self.save("language", transformers.LlamaForCausalLM, transformers.LlamaConfig, num_key_value_heads=2)
        settings = [*LLAMA, *LINES]
        ids = self.blocks(settings, "train")
        with torch.no_grad():
            wanted = model(input_ids=ids, output_hidden_states=True)
        said, arrays = self.predict("language", settings, "--split", "train")
        self.assertEqual((said["rows"], said["split"]), (len(ids), "train"))
        self.assertEqual(list(arrays), ["bits_per_token"])
        bits = -wanted.logits[:, :-1].log_softmax(2).gather(2, ids[:, 1:].unsqueeze(2)).squeeze(2) / math.log(2)
        self.equal(arrays["bits_per_token"][:, 1:], bits)
        self.assertTrue(numpy.isnan(arrays["bits_per_token"][:, 0]).all())

        ids = self.blocks(settings, "validation")
        with torch.no_grad():
            wanted = model(input_ids=ids, output_hidden_states=True)
        _, arrays = self.predict("language-again", settings, "--write", "logits,hidden_states", model="language")
        self.equal(arrays["logits"], wanted.logits)
        states = wanted.hidden_states[-1][:, -1]
        self.equal(arrays["hidden_states"].astype(numpy.float32), states, 2e-3 * states.abs().max().item())

    def test_nothing_is_hidden_from_a_masked_model(self):
        model = self.save("masked", transformers.BertForMaskedLM, transformers.BertConfig)
        settings = [*BERT, *LINES, "task.kind=masked_language_modeling"]
        ids = self.blocks(settings, "validation")
        with torch.no_grad():
            wanted = model(input_ids=ids, output_hidden_states=True)
        _, arrays = self.predict("masked", settings, "--write", "probabilities,hidden_states")
        self.equal(arrays["probabilities"], wanted.logits.softmax(2))
        states = wanted.hidden_states[-1][:, 0]
        self.equal(arrays["hidden_states"].astype(numpy.float32), states, 2e-3 * states.abs().max().item())

    def test_adapters(self):
        base = self.save("base", transformers.LlamaForCausalLM, transformers.LlamaConfig, num_key_value_heads=2)
        settings = [*LLAMA, *LINES]
        ids = self.blocks(settings, "validation")
        config = peft.LoraConfig(
            r=4, lora_alpha=12, target_modules="all-linear", task_type="CAUSAL_LM", init_lora_weights=False
        )
        config.base_model_name_or_path = str(self.folder / "base")
        model = peft.get_peft_model(base, config).eval()
        model.peft_config["default"].base_model_name_or_path = str(self.folder / "base")
        model.save_pretrained(self.folder / "adapters")
        with torch.no_grad():
            logits = model(input_ids=ids).logits
        _, arrays = self.predict("adapters", settings, "--write", "logits")
        self.equal(arrays["logits"], logits, 2e-4)
        # Its base is elsewhere now.
        (self.folder / "base").rename(self.folder / "moved")
        self.assertIn("--base", self.predict("adapters-again", settings, model="adapters", code=7))
        _, again = self.predict("adapters-again", settings, "--base", "moved", "--write", "logits", model="adapters")
        self.assertEqual(again["logits"].tolist(), arrays["logits"].tolist())
        (self.folder / "moved").rename(self.folder / "base")
        changes = [word for setting in [*SETTINGS, *settings] for word in ("--set", setting)]
        evaluated = self.runs.run("evaluate", self.runs.experiment, "--model", "adapters", *changes)
        loss = torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten()).item()
        self.assertAlmostEqual(json.loads(evaluated.stdout)["eval_loss"], loss, delta=1e-4)

    def test_texts_without_labels(self):
        model = self.save("unseen", transformers.BertForSequenceClassification, transformers.BertConfig, **NAMES)
        with torch.no_grad():
            logits = model(**self.inputs(self.texts)).logits
        with open(self.folder / "texts.csv", "w", newline="") as file:
            csv.writer(file).writerows([["id", "text"], *enumerate(self.texts[:9])])
        (self.folder / "texts.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in self.texts[9:]))
        said, arrays = self.predict(
            "unseen",
            [*BERT, *TEXTS],
            "--input",
            "texts.csv",
            "--input",
            "texts.jsonl",
            "--write",
            "probabilities,logits",
        )
        self.assertEqual((sorted(arrays), said["labels"], said["split"]), (["logits", "probabilities"], TONES, "input"))
        self.equal(arrays["logits"], logits)
        self.assertIn(
            "text",
            self.predict(
                "unseen-again",
                [*BERT, *TEXTS, "data.text_column=words"],
                "--input",
                "texts.csv",
                model="unseen",
                code=2,
            ),
        )

        model = self.save("unseen-words", transformers.BertForTokenClassification, transformers.BertConfig, **NAMES)
        inputs = self.inputs([text.split() for text in self.texts], is_split_into_words=True)
        with torch.no_grad():
            logits = model(**inputs).logits
        (self.folder / "words.conll").write_text(
            "".join("".join(word + "\n" for word in text.split()) + "\n" for text in self.texts[:9])
        )
        (self.folder / "words.jsonl").write_text(
            "".join(json.dumps({"words": text.split()}) + "\n" for text in self.texts[9:])
        )
        files = ["--input", "words.conll", "--input", "words.jsonl"]
        said, arrays = self.predict("unseen-words", [*BERT, *WORDS_WITH_TAGS], *files, "--write", "logits")
        self.assertEqual((sorted(arrays), said["labels"], said["split"]), (["logits", "words"], TONES, "input"))
        is_token = inputs["attention_mask"].bool()
        self.equal(arrays["logits"], torch.where(is_token.unsqueeze(2), logits, math.nan))
        for row, numbers in enumerate(arrays["words"].tolist()):
            places = [None, *inputs.word_ids(row)]
            self.assertEqual(
                numbers, [word if word not in (None, before) else -100 for before, word in itertools.pairwise(places)]
            )
        self.assertIn(
            "logits, words, hidden_states",
            self.predict(
                "unseen-words-again",
                [*BERT, *WORDS_WITH_TAGS],
                *files,
                "--write",
                "labels",
                model="unseen-words",
                code=2,
            ),
        )

        model = self.save(
            "unseen-language", transformers.LlamaForCausalLM, transformers.LlamaConfig, num_key_value_heads=2
        )
        lines = [" ".join(WORDS[i : i + 9]) for i in range(10)] * 4
        (self.folder / "lines.txt").write_text("".join(line + "\n" for line in lines))
        ids = torch.tensor([token for line in lines for token in self.tokenizer(line).input_ids])
        ids = ids[: len(ids) // LENGTH * LENGTH].view(-1, LENGTH)
        with torch.no_grad():
            bits = -model(input_ids=ids).logits[:, :-1].log_softmax(2).gather(2, ids[:, 1:].unsqueeze(2)).squeeze(
                2
            ) / math.log(2)
        _, arrays = self.predict("unseen-language", [*LLAMA, *LINES], "--input", "lines.txt")
        self.equal(arrays["bits_per_token"][:, 1:], bits)

    def test_what_cannot_be_is_refused(self):
        self.save("refused", transformers.BertForSequenceClassification, transformers.BertConfig, **NAMES)
        settings = [*BERT, *TEXTS]
        said = self.predict("refused", settings, "--write", "bits_per_token", code=2)
        self.assertIn("bits_per_token", said)
        self.assertIn("probabilities, logits, labels, hidden_states, all_hidden_states", said)
        said = self.predict("refused", settings, "--format", "csv", code=2)
        self.assertEqual(said, "engine: error: --format csv: unknown format; choose from npy, parquet\n")
        self.assertIn("calm, loud", self.predict("refused", [*settings, "task.labels=[odd, calm, loud]"], code=2))
        self.assertIn("nowhere", self.predict("refused", settings, model="nowhere", code=7))
        self.assertFalse(list(self.folder.glob("refused-out*")))
        self.predict("refused", settings)
        before = {path: path.read_bytes() for path in (self.folder / "refused-out").iterdir()}
        self.assertIn("already exists", self.predict("refused", settings, code=2))
        self.assertEqual(before, {path: path.read_bytes() for path in (self.folder / "refused-out").iterdir()})


if __name__ == "__main__":
    unittest.main(verbosity=2)
