# SPDX-License-Identifier: GPL-3.0-or-later
"""`engine inspect` of every kind of data: counts, lengths, ids, texts and masks against the prepared arrays, the reference tokenizers and a
second writing of what is hidden; its JSON and its text; what is refused.

One file because its cases share what setUpClass makes, which takes longer than most of them.
"""

import json
import random
import unittest

import numpy
import transformers

from classification_test import TAGS, tags_of
from engine_order import KEY_OF_EVALUATION, hidden, row_key
from engine_runs import WORDS, Runs
from huggingface_test import tokens_of
from instructions_test import END, TEMPLATE, alpaca, chats, told
from masked_lm_test import AROUND, MASK
from small_bert import save_tokenizer

LENGTH, VOCABULARY = 32, 90
BERT = ["model.kind=bert", "model.overrides={}", "data.tokenizer=tokenizer"]
MASKED = [*BERT, "task.kind=masked_language_modeling"]
LLAMA = [
    "model.kind=llama",
    "model.overrides={hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2, num_attention_heads: 4, max_position_embeddings: 128}",
    "task.kind=instruction_tuning",
    "data.tokenizer=bytes",
    "data.validation_split_ratio=0",
    "evaluation.every_steps=null",
]
ALPACA = [
    *LLAMA,
    "data.train=[alpaca.jsonl]",
    "instructions.formatter=pythonalpaca",
    f"instructions.eos_token={END}",
    "data.sequence_length=64",
]
SPLIT = {
    "name": str,
    "examples": int,
    "tokens": int,
    "learned_tokens": int,
    "padding": float,
    "lengths": dict,
    "labels": list,
}
LENGTHS = {"edges": list, "counts": list, "min": int, "median": float, "p95": float, "max": int}
SAMPLE = {"split": str, "index": int, "length": int, "label": (str, float, list, type(None)), "tokens": list}
TOKEN = {"id": int, "text": str, "learned": bool}
MORE_OF_TOKEN = {"hidden": dict, "document": int, "label": str}


def options(settings):
    return [word for setting in settings for word in ("--set", setting)]


class Inspect(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = folder = cls.runs.folder
        cls.runs.environment["TMPDIR"] = str(folder)
        cls.lines = (folder / "corpus.txt").read_text().splitlines(keepends=True)
        cls.bert = save_tokenizer(folder / "tokenizer", VOCABULARY)
        cls.alpaca, cls.chats = list(alpaca(200)), list(chats(100))
        words = random.Random(4)
        cls.tags = [words.choices(WORDS, k=words.randint(1, 12)) for _ in range(150)]
        cls.tones = [
            (words.choice(["calm", "loud"]), " ".join(words.choices(WORDS, k=words.randint(1, 9)))) for _ in range(150)
        ]
        for name, records in [
            ("alpaca", cls.alpaca),
            ("chats", cls.chats),
            ("tags", [{"words": text, "tags": tags_of(text)} for text in cls.tags]),
            ("tones", [{"tone": tone, "text": text} for tone, text in cls.tones]),
        ]:
            (folder / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        cls.bytes = cls.save_bytes(folder)

    @staticmethod
    def save_bytes(folder):
        """Byte-level BPE; what it was not trained on takes a token a byte, so characters span tokens."""
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

        backend = Tokenizer(models.BPE())
        backend.pre_tokenizer, backend.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
        backend.train_from_iterator(
            (folder / "alpaca.jsonl").read_text().splitlines(),
            trainers.BpeTrainer(
                vocab_size=350,
                show_progress=False,
                initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                special_tokens=["<|endoftext|>", "<|im_start|>", END],
            ),
        )
        wrapped = transformers.PreTrainedTokenizerFast(
            tokenizer_object=backend, eos_token="<|endoftext|>", pad_token="<|endoftext|>", chat_template=TEMPLATE
        )
        wrapped.save_pretrained(folder / "bytes")
        return wrapped

    def inspect(self, settings, *more, data=None):
        done = self.runs.run("inspect", data or self.runs.experiment, *options(settings), "--json", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.check_schema(said)
        return said

    def fits(self, what, schema, optional=None):
        optional = optional or {}
        self.assertLessEqual(set(schema), set(what))
        self.assertLessEqual(set(what), set(schema) | set(optional))
        for name, value in what.items():
            self.assertIsInstance(value, {**schema, **optional}[name], name)

    def check_schema(self, said):
        self.assertEqual(said["format"], 1)
        self.assertEqual(
            {
                "format",
                "kind",
                "task",
                "tokenizer",
                "vocab_size",
                "sequence_length",
                "raw",
                "warnings",
                "splits",
                "samples",
            },
            set(said),
        )
        for split in said["splits"]:
            self.fits(split, SPLIT)
            self.fits(split["lengths"], LENGTHS)
            self.assertEqual(len(split["lengths"]["edges"]), len(split["lengths"]["counts"]) + 1)
            self.assertEqual(sum(split["lengths"]["counts"]), split["examples"])
        for sample in said["samples"]:
            self.fits(sample, SAMPLE)
            for token in sample["tokens"]:
                self.fits(token, TOKEN, MORE_OF_TOKEN)

    def check_lengths(self, split, lengths):
        said = split["lengths"]
        self.assertEqual((split["examples"], split["tokens"]), (len(lengths), sum(lengths)))
        self.assertEqual((said["min"], said["max"]), (min(lengths), max(lengths)))
        self.assertEqual([said["median"], said["p95"]], numpy.percentile(lengths, [50, 95]).tolist())
        self.assertEqual(said["counts"], numpy.histogram(lengths, said["edges"])[0].tolist())

    def prepared(self, name, settings):
        done = self.runs.run("prepare", self.runs.experiment, *options(settings), "--output", self.folder / name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / name

    def test_windows_of_text(self):
        settings = [
            "data.tokenizer=bytes",
            "model.overrides={n_layer: 1, n_embd: 32, n_head: 2, n_positions: 32, vocab_size: 400}",
        ]
        tokens = tokens_of(self.prepared("windows", settings), "train")
        blocks = tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH)
        for data, more in [(None, []), (self.folder / "windows", ["--sequence-length", LENGTH])]:
            said = self.inspect(settings if data is None else [], "--samples", 2000, *more, data=data)
            self.assertEqual((said["kind"], said["vocab_size"]), ("blocks", 350))
            train = said["splits"][0]
            self.check_lengths(train, [LENGTH] * len(blocks))
            self.assertEqual((train["learned_tokens"], train["padding"]), (len(blocks) * (LENGTH - 1), 0))
            self.assertEqual(
                [[token["id"] for token in sample["tokens"]] for sample in said["samples"]], blocks.tolist()
            )
            for sample, block in zip(said["samples"], blocks):
                self.assertEqual("".join(token["text"] for token in sample["tokens"]), self.bytes.decode(block))
                self.assertEqual([token["learned"] for token in sample["tokens"]], [False] + [True] * (LENGTH - 1))

    def test_a_column_that_is_not_there(self):
        """The first one is read, and that is said: by inspect, by training as a warning of each split, by preparing."""
        for name in ("notes", "held"):
            (self.folder / f"{name}.csv").write_text(
                "title,body\n" + "".join(f"note {i} of the text,body {i}\n" for i in range(200))
            )
        settings = ["data.train=[notes.csv]", "data.validation=[held.csv]", "data.tokenizer=bytes"]
        for more in ([], ["--raw", "50"]):
            said = self.inspect(settings, "--samples", 1, *more)
            self.assertEqual(
                [
                    (warning["code"], warning["arguments"]["column"], warning["arguments"]["split"])
                    for warning in said["warnings"]
                ],
                [("data.first_column", "title", "train"), ("data.first_column", "title", "validation")],
            )
            self.assertIn("note 0 of the text", "".join(token["text"] for token in said["samples"][0]["tokens"]))
        words = "has no column text, so its first column, title, is used as the text; to use another one, set data.text_column (available: title, body)"
        text = self.runs.run("inspect", self.runs.experiment, *options(settings))
        self.assertEqual(text.stdout.count(words), 2, text.stdout)
        self.assertIn("warning: train: ", text.stdout)
        self.assertEqual(self.inspect([*settings, "data.text_column=body"])["warnings"], [])
        for ranks, name in ((1, "one"), (2, "two")):
            self.runs.train(f"warned {name}", ranks, [*settings, "training.max_steps=2"])
            told = [
                event
                for event in self.runs.events(f"warned {name}")
                if event["event"] == "message" and event["code"] == "data.first_column"
            ]
            self.assertEqual(
                [(event["level"], event["arguments"]["split"]) for event in told],
                [("warning", "train"), ("warning", "validation")],
            )
        log = (self.folder / "warned one.0.log").read_text()
        self.assertEqual(log.count(words), 2, log)
        # Also when nothing is left to prepare, and not where a name decides.
        self.assertIn(words, self.runs.run("prepare", self.runs.experiment, *options(settings)).stderr)
        self.assertIn(
            "no column text",
            self.runs.run(
                "prepare", self.runs.experiment, *options([*settings, "data.drop_incomplete_rows=true"])
            ).stderr,
        )

    def test_hidden_tokens(self):
        tokens = tokens_of(self.prepared("masked", MASKED), "validation")
        blocks = tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH)
        said = self.inspect(MASKED, "--split", "validation", "--samples", len(blocks))
        count = 0
        for i, (sample, block) in enumerate(zip(said["samples"], blocks, strict=True)):
            seen, labels = hidden(block, row_key(*KEY_OF_EVALUATION, i), AROUND, MASK, VOCABULARY)
            self.assertEqual([token["id"] for token in sample["tokens"]], seen.tolist())
            self.assertEqual([token.get("hidden", {"id": -100})["id"] for token in sample["tokens"]], labels.tolist())
            self.assertEqual([token["learned"] for token in sample["tokens"]], (labels != -100).tolist())
            self.assertEqual(
                "".join(token["text"] for token in sample["tokens"]),
                self.bert.decode(seen, clean_up_tokenization_spaces=True),
            )
            for token in sample["tokens"]:
                if "hidden" in token:
                    self.assertEqual(token["hidden"]["text"], self.bert.convert_ids_to_tokens(token["hidden"]["id"]))
            count += (labels != -100).sum()
            documents = (block[1:] == 2).cumsum()  # each text begins with [CLS]
            if documents[-1]:
                self.assertEqual([token["document"] for token in sample["tokens"]], [0, *documents])
        self.assertEqual(said["splits"][1]["learned_tokens"], count)
        self.assertGreater(count, 0)

    def test_prompts_are_not_learned(self):
        said = self.inspect(ALPACA, "--samples", 200)
        lengths, learned = [], 0
        for record, sample in zip(self.alpaca, said["samples"], strict=True):
            prompt, completion = told(record)
            ids = self.bytes(prompt + completion + END)["input_ids"][:64]
            before = len(self.bytes(prompt)["input_ids"])
            self.assertEqual([token["id"] for token in sample["tokens"]], ids)
            self.assertEqual([token["learned"] for token in sample["tokens"]], [i >= before for i in range(len(ids))])
            self.assertEqual("".join(token["text"] for token in sample["tokens"]), self.bytes.decode(ids))
            lengths.append(len(ids))
            learned += max(0, len(ids) - before)
        train = said["splits"][0]
        self.check_lengths(train, lengths)
        self.assertEqual(train["learned_tokens"], learned)
        places = sum(max(lengths[i : i + 8]) * len(lengths[i : i + 8]) for i in range(0, len(lengths), 8))
        self.assertAlmostEqual(train["padding"], 1 - sum(lengths) / places, 12)

    def test_what_the_assistant_says(self):
        said = self.inspect(
            [*LLAMA, "data.train=[chats.jsonl]", "instructions.loss_on=assistant", "data.sequence_length=128"],
            "--samples",
            100,
        )
        for record, sample in zip(self.chats, said["samples"], strict=True):
            wanted = self.bytes.apply_chat_template(
                record["messages"], return_assistant_tokens_mask=True, return_dict=True
            )
            self.assertEqual(
                [(token["id"], int(token["learned"])) for token in sample["tokens"]],
                list(zip(wanted["input_ids"], wanted["assistant_masks"])),
            )
            self.assertEqual(
                "".join(token["text"] for token in sample["tokens"]), self.bytes.decode(wanted["input_ids"])
            )

    def test_packs_have_documents(self):
        settings = [*ALPACA, "instructions.packing=ffd", "instructions.loss_on=everything", "data.sequence_length=128"]
        folder = self.prepared("packs", settings)
        columns = json.loads((folder / "prepared.json").read_text())["splits"]["train"]["columns"]
        rows, packs = (
            numpy.fromfile(folder / columns[name]["file"], dtype="<i8").tolist() for name in ("row_ends", "pack_ends")
        )
        lengths = numpy.diff([0, *rows])
        said = self.inspect(settings, "--samples", 1000)
        for sample, begin, end in zip(said["samples"], [0, *packs], packs):
            wanted = [number for number, length in enumerate(lengths[begin:end]) for _ in range(length)]
            self.assertEqual([token.get("document", 0) for token in sample["tokens"]], wanted)
            self.assertEqual(
                [token["learned"] for token in sample["tokens"]],
                [i > 0 and number == wanted[i - 1] for i, number in enumerate(wanted)],
            )
        self.assertEqual(said["splits"][0]["learned_tokens"], sum(lengths) - len(lengths))

    def test_labels_of_texts_and_words(self):
        said = self.inspect(
            [
                *BERT,
                "task.kind=sequence_classification",
                "data.train=[tones.jsonl]",
                "data.label_column=tone",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
            ],
            "--samples",
            150,
        )
        self.assertEqual([sample["label"] for sample in said["samples"]], [tone for tone, _ in self.tones])
        self.assertEqual(
            [[token["id"] for token in sample["tokens"]] for sample in said["samples"]],
            self.bert([text for _, text in self.tones])["input_ids"],
        )
        tones = [tone for tone, _ in self.tones]
        self.assertEqual(
            said["splits"][0]["labels"], [{"name": tone, "count": tones.count(tone)} for tone in ("calm", "loud")]
        )
        self.assertEqual(said["splits"][0]["learned_tokens"], 0)
        said = self.inspect(
            [
                *BERT,
                "task.kind=token_classification",
                "data.train=[tags.jsonl]",
                "data.text_column=words",
                "data.label_column=tags",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
            ],
            "--samples",
            150,
        )
        for text, sample in zip(self.tags, said["samples"], strict=True):
            self.assertEqual([token["label"] for token in sample["tokens"] if "label" in token], tags_of(text))
            self.assertEqual(
                [token["learned"] for token in sample["tokens"]], ["label" in token for token in sample["tokens"]]
            )
        every = [tag for text in self.tags for tag in tags_of(text)]
        self.assertEqual(
            {label["name"]: label["count"] for label in said["splits"][0]["labels"]},
            {tag: every.count(tag) for tag in TAGS},
        )

    def test_timelines(self):
        for name in ("fms-ehrs-pretrain", "fms-ehrs-finetune"):
            self.assertEqual(self.runs.run("sample", name, "--output", name).returncode, 0)
            document, prepared = self.folder / name / "sample.yaml", self.folder / f"{name}-prepared"
            done = self.runs.run("prepare", document, "--output", prepared)
            self.assertEqual(done.returncode, 0, done.stderr)
            words = json.loads((prepared / "vocabulary.json").read_text())["words"]
            tokens = tokens_of(prepared, "train")
            said = self.inspect([], "--samples", 2000, data=document)
            width = said["samples"][0]["length"]
            found = numpy.array([[token["id"] for token in sample["tokens"]] for sample in said["samples"]])
            self.assertTrue((found == tokens.reshape(-1, width)[: len(found)]).all())
            text = " ".join(words[id] if words[id] is not None else "None" for id in found[3])
            self.assertEqual("".join(token["text"] for token in said["samples"][3]["tokens"]), text)
            self.assertAlmostEqual(said["splits"][0]["padding"], (tokens == words.index("PAD")).mean(), 12)
            if name.endswith("finetune"):
                labels = numpy.fromfile(prepared / "train.labels", dtype="<f8")
                self.assertEqual(
                    [label["count"] for label in said["splits"][0]["labels"]],
                    [int((labels == i).sum()) for i in (0, 1)],
                )
                self.assertEqual(
                    [sample["label"] for sample in said["samples"]], [str(int(label)) for label in labels[:2000]]
                )
            raw = self.inspect([], "--raw", 40, "--samples", 0, data=document)
            if name.endswith("finetune"):
                self.assertEqual([split["examples"] for split in raw["splits"]], [40, 40])

    def test_a_part_without_preparing(self):
        for settings, kind in [(ALPACA, "sequences"), (MASKED, "blocks")]:
            whole, part = (
                self.inspect(settings, "--samples", 3),
                self.inspect(
                    [*settings, "data.validation_split_ratio=0", "evaluation.every_steps=null"],
                    "--raw",
                    20,
                    "--samples",
                    3,
                ),
            )
            self.assertEqual((part["raw"], whole["raw"]), (20, None))
            if kind == "sequences":
                self.assertEqual((part["splits"][0]["examples"], part["samples"]), (20, whole["samples"]))
        self.assertEqual(list(self.folder.glob("trainyard-inspect-*")), [])
        (self.folder / "huge.jsonl").write_text(
            json.dumps({"instruction": "a", "input": "", "output": "b"}) + "\n" + "no object at all\n" * 1000
        )
        part = self.inspect([*ALPACA, "data.train=[huge.jsonl]"], "--raw", 1)
        self.assertEqual(part["splits"][0]["examples"], 1)

    def test_which_samples(self):
        self.assertEqual(
            [sample["index"] for sample in self.inspect(ALPACA, "--samples", 3, "--from", 7)["samples"]], [7, 8, 9]
        )
        first, again = (self.inspect(ALPACA, "--samples", 200, "--random", 5)["samples"] for _ in range(2))
        self.assertEqual(first, again)
        self.assertEqual(sorted(sample["index"] for sample in first), list(range(200)))
        self.assertNotEqual([sample["index"] for sample in first], list(range(200)))
        rest = self.inspect(ALPACA, "--samples", 2, "--random", 5, "--from", 198)["samples"]
        self.assertEqual(rest, first[198:])
        cut = self.inspect(ALPACA, "--tokens", 4, "--samples", 1)["samples"][0]
        self.assertEqual((len(cut["tokens"]), cut["length"] > 4), (4, True))

    def test_text_for_a_person(self):
        (self.folder / "one.jsonl").write_text(
            json.dumps({"instruction": "Compute 1 plus 2.", "input": "", "output": "3 \x1b[31m indeed"}) + "\n"
        )
        done = self.runs.run("inspect", self.runs.experiment, *options([*ALPACA, "data.train=[one.jsonl]"]), "--ids")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("between « and »: not learned\n\ntrain 0, ", done.stdout)
        self.assertIn(
            " tokens\n«### Instruction:\nCompute 1 plus 2.\n\n### Response:\n»3 \\u001b[31m indeed<|im_end|>\n  tokens: ",
            done.stdout,
        )
        self.assertNotIn("\x1b", done.stdout)
        said = json.loads(
            self.runs.run(
                "inspect",
                self.runs.experiment,
                *options([*ALPACA, "data.train=[one.jsonl]"]),
                "--json",
                "--text",
                "colours",
            ).stdout
        )
        self.assertIn("\x1b[0;2m### Instruction:", said["text"])
        self.assertIn("\x1b[0;1m3 \\u001b[31m indeed", said["text"])

    def test_progress_comes_before_the_answer(self):
        done = self.runs.run(
            "inspect", self.runs.experiment, *options([*ALPACA, "data.sequence_length=61"]), "--json", "--progress"
        )
        *lines, last = map(json.loads, done.stdout.splitlines())
        self.assertIn("phase.tokenizing", [line["phase"] for line in lines])
        self.assertEqual(last["format"], 1)

    def test_what_is_refused(self):
        folder = self.prepared("damaged", ALPACA)
        with open(folder / "train.tokens", "r+b") as file:
            file.write(b"\xff\xff\xff")
        (self.folder / "broken.jsonl").write_text('{"instruction": "a", "output": "b"}\n{"instruction": 1\n')
        for data, settings, more, code, words in [
            (folder, [], [], "data.prepared_damaged", str(folder)),
            (self.folder / "none.yaml", [], [], None, "none.yaml"),
            (None, ALPACA, ["--split", "validation"], "inspect.no_split", "train"),
            (None, ALPACA, ["--from", "200"], "inspect.from", "200 examples"),
            (None, [*ALPACA, "data.train=[broken.jsonl]"], ["--raw", "5"], None, "broken.jsonl"),
            (self.folder / "tokenizer", [], [], None, "prepared.json"),
        ]:
            done = self.runs.run("inspect", data or self.runs.experiment, *options(settings), "--json", *more)
            self.assertEqual(done.returncode, 2, (words, done.stderr, done.stdout))
            error = json.loads(done.stdout)["error"]
            self.assertIn(words, error["text"])
            if code:
                self.assertEqual(error["code"], code)
        self.assertEqual(self.inspect(ALPACA)["splits"][0]["examples"], 200)


if __name__ == "__main__":
    unittest.main()
