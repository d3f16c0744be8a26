# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said of data before a model learns from it: nothing learned, records that are cut, doubled begins, no end, one label, another
tokenizer; and that nothing of one folder's tokenizer is left for another's.

One file because its cases share what setUpClass makes, which takes longer than most of them.
"""

import decimal
import json
import shutil
import unittest

import pyarrow
import pyarrow.parquet
import transformers
from safetensors.torch import load_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from engine_runs import WORDS, Runs

END, TURN = "<|endoftext|>", "<|im_end|>"
CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + (m.content or '') }}{% for call in m.tool_calls or [] %}{{ call | tojson }}{% endfor %}"
    "{{ '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
MODEL = "{hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 2, max_position_embeddings: 128}"
TUNING = [
    "model.kind=llama",
    f"model.overrides={MODEL}",
    "task.kind=instruction_tuning",
    "data.tokenizer=tokenizer",
    "data.train=[records.jsonl]",
]
QUICK = [
    "training.max_steps=4",
    "evaluation.every_steps=2",
    "checkpoint.every_steps=null",
    "optimizer.weight_decay=0.5",
    "optimizer.learning_rate=0.1",
    "batch.per_device=4",
]


class DataNotes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = cls.runs.folder
        cls.backend = Tokenizer(models.BPE())
        cls.backend.pre_tokenizer, cls.backend.decoder = (
            pre_tokenizers.ByteLevel(add_prefix_space=False),
            decoders.ByteLevel(),
        )
        cls.backend.train_from_iterator(
            [" ".join(WORDS)] * 3,
            trainers.BpeTrainer(
                vocab_size=320,
                show_progress=False,
                initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                special_tokens=[END, "<|im_start|>", TURN, "<pad>"],
            ),
        )
        cls.tokenizer = cls.saved("tokenizer")

    @classmethod
    def saved(cls, name, backend=None, **settings):
        tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_object=backend or cls.backend,
            **({"eos_token": END, "pad_token": "<pad>", "chat_template": CHATML} | settings),
        )
        tokenizer.save_pretrained(cls.folder / name)
        return tokenizer

    def write(self, records, name="records.jsonl"):
        (self.folder / name).write_text("".join(json.dumps(record) + "\n" for record in records))

    def run_engine(self, command, settings, *options, code=0):
        done = self.runs.run(command, self.runs.experiment, *sum((["--set", one] for one in settings), []), *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def messages(self, name):
        return {event["code"]: event["arguments"] for event in self.runs.events(name) if event["event"] == "message"}

    def prepared(self, name, settings):
        self.run_engine("prepare", settings, "--output", self.folder / name)
        return json.loads((self.folder / name / "prepared.json").read_text())

    def test_nothing_to_learn_is_refused_by_all_that_would_learn(self):
        for what, record, settings in (
            ("cut", {"prompt": "model " * 30, "completion": "yes"}, ["data.sequence_length=16"]),
            (
                "packed",
                {"prompt": "model " * 30, "completion": "yes"},
                ["data.sequence_length=16", "instructions.packing=ffd"],
            ),
            ("one token", {"text": ""}, ["data.sequence_length=16", "instructions.loss_on=everything"]),
        ):
            with self.subTest(what):
                self.write([record] * 20)
                settings = [*TUNING, *settings, *QUICK]
                for command, more in (
                    ("preflight", []),
                    ("train", ["--run-dir", self.folder / f"none {what}"]),
                    ("prepare", ["--output", self.folder / f"nothing {what}"]),
                ):
                    said = self.run_engine(command, settings, *more, code=2)
                    self.assertIn("has anything to learn: their targets are missing", said, command)
                    self.assertIn("data.sequence_length", said)
                self.assertFalse((self.folder / f"nothing {what}").exists())
                self.assertIn("has anything to learn: their targets are missing", self.run_engine("inspect", settings))

    def test_a_split_that_has_nothing_is_named(self):
        self.write([{"prompt": "a", "completion": "yes"}] * 20)
        self.write([{"prompt": "model " * 30, "completion": "yes"}] * 5, "bad.jsonl")
        for split in ("validation", "test"):
            said = self.run_engine(
                "train",
                [*TUNING, *QUICK, "data.sequence_length=16", f"data.{split}=[bad.jsonl]"],
                "--run-dir",
                self.folder / f"bad {split}",
                code=2,
            )
            self.assertIn(f"the 5 rows of the {split} split", said)
        (self.folder / "good.jsonl").write_text((self.folder / "records.jsonl").read_text())
        settings = [*TUNING, *QUICK, "data.sequence_length=16"]
        self.runs.train("to judge", 1, settings)
        said = self.run_engine(
            "evaluate", [*settings, "data.validation=[bad.jsonl]"], "--model", self.folder / "to judge", code=2
        )
        self.assertIn("of the validation split", said)

    def test_columns_of_preferences_are_not_learned_in_silence(self):
        turns = {"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "model"}]}
        for name, more, columns in (
            ("kto", {"label": False}, "label"),
            ("scores", {"score": 0.25, "source": "web"}, "score"),
            ("pairs", {"chosen": "x", "rejected": "y"}, "chosen, rejected"),
            ("none", {"source": "web"}, None),
        ):
            with self.subTest(name):
                self.write([turns | more] * 20)
                self.runs.train(f"liked {name}", 1, [*TUNING, *QUICK, "data.sequence_length=32"])
                said = self.messages(f"liked {name}").get("instructions.preference_columns")
                self.assertEqual(said and said["columns"], columns)

    def test_a_parquet_column_that_holds_no_text_is_named_with_its_type(self):
        for name, values in (
            ("bytes", pyarrow.array([b"model"] * 20)),
            ("times", pyarrow.array([0] * 20, pyarrow.timestamp("s"))),
            ("decimals", pyarrow.array([decimal.Decimal("1.5")] * 20)),
        ):
            with self.subTest(name):
                pyarrow.parquet.write_table(pyarrow.table({"text": values}), self.folder / f"{name}.parquet")
                settings = ["data.tokenizer=tokenizer", f"data.train=[{name}.parquet]", "data.sequence_length=16"]
                said = self.run_engine("preflight", settings, code=2)
                self.assertIn(str(values.type).split("[")[0].split("(")[0], said)
                self.assertIn("text", said)

    def test_some_records_without_anything_to_learn_are_counted(self):
        records = (
            [{"prompt": "model " * 30, "completion": "yes"}] * 7
            + [{"prompt": "a", "completion": "words " * 30}] * 5
            + [{"prompt": "a", "completion": "yes"}] * 28
        )
        self.write(records)
        self.write(records[:6] + records[-2:], "other.jsonl")
        settings = [*TUNING, *QUICK, "data.sequence_length=16", "data.validation=[other.jsonl]"]
        for packing in ("none", "ffd"):
            self.runs.train(f"some {packing}", 1, [*settings, f"instructions.packing={packing}"])
            said = [
                (event["code"], event["arguments"]["split"], event["arguments"]["count"])
                for event in self.runs.events(f"some {packing}")
                if event["event"] == "message" and event["code"].startswith("data.")
            ]
            self.assertEqual(
                sorted(said),
                [
                    ("data.cut", "train", 12),
                    ("data.cut", "validation", 6),
                    ("data.some_unlearned", "train", 7),
                    ("data.some_unlearned", "validation", 6),
                ],
            )

    def test_an_evaluation_without_targets_decides_nothing(self):
        self.write([{"prompt": "a", "completion": "yes"}] * 40)
        self.write(
            [{"prompt": "model " * 30, "completion": "yes"}] * 3 + [{"prompt": "a", "completion": "yes"}], "other.jsonl"
        )
        settings = [
            *TUNING,
            "training.max_steps=6",
            "evaluation.every_steps=1",
            "batch.per_device=4",
            "data.sequence_length=16",
            "data.validation=[other.jsonl]",
            "data.max_validation_samples=3",
            "evaluation.early_stopping_patience=2",
            "checkpoint.save_best=true",
        ]
        metrics = self.runs.train("no value", 1, settings)
        self.assertEqual([step for step, name in metrics if name == "train/loss"], list(range(1, 7)))
        self.assertFalse([name for _, name in metrics if name.startswith("eval/")])
        self.assertIn("evaluation.no_targets", self.messages("no value"))
        results = self.folder / "no value/results"
        for file in ("eval_results.json", "all_results.json", "validation/metrics.json"):
            text = (results / file).read_text()
            self.assertNotIn("NaN", text)
            self.assertNotIn('loss"', text.replace('train_loss"', ""))
        self.assertNotIn("best_metric", (results / "all_results.json").read_text())

    def test_a_step_without_targets_changes_no_weight(self):
        """Rows of which nothing is learned, one to a step: only the steps of the others move anything, and only they have a loss."""
        self.write([{"prompt": "model " * 30, "completion": "yes"}] * 3 + [{"prompt": "a", "completion": "yes"}])
        settings = [
            *TUNING,
            "data.sequence_length=16",
            "data.validation_split_ratio=0",
            "evaluation.every_steps=null",
            "batch.per_device=1",
            "training.max_steps=4",
            "checkpoint.every_steps=1",
            "checkpoint.keep_last=4",
            "checkpoint.save_best=false",
            "optimizer.weight_decay=0.5",
            "optimizer.learning_rate=0.1",
        ]
        metrics = self.runs.train("steps", 1, settings)
        learned = [step for step, name in metrics if name == "train/loss"]
        self.assertEqual(len(learned), 1)
        weights = [
            load_file(self.folder / f"steps/checkpoints/step-{step:08}/model.safetensors") for step in range(1, 5)
        ]
        for step in range(2, 5):
            same = all(weights[step - 1][name].equal(weights[step - 2][name]) for name in weights[0])
            self.assertEqual(same, step not in learned, step)
        said = json.loads((self.folder / "steps/results/train_results.json").read_text())
        self.assertAlmostEqual(said["train_loss"], metrics[learned[0], "train/loss"], 6)
        self.assertIn("training.no_targets", self.messages("steps"))
        said = self.run_engine(
            "train", [*settings, "data.max_train_samples=3"], "--run-dir", self.folder / "no steps", code=2
        )
        self.assertIn("none of the 4 steps had anything to learn", said)

    def test_a_begin_that_stands_twice_and_an_end_that_is_missing(self):
        backend = Tokenizer.from_str(self.backend.to_str())
        begin = backend.token_to_id("<|im_start|>")
        backend.post_processor = processors.TemplateProcessing(
            single="<|im_start|> $A", special_tokens=[("<|im_start|>", begin)]
        )
        self.saved("begins", backend)
        settings = ["data.tokenizer=begins", *QUICK]
        self.write(
            [{"prompt": "<|im_start|>a", "completion": " model"}] * 3
            + [{"text": "<|im_start|>text"}] * 2
            + [{"prompt": "a", "completion": " b"}] * 20
        )
        self.runs.train("twice", 1, [*TUNING, "data.sequence_length=16", *settings])
        self.assertEqual(self.messages("twice")["data.begins_twice"]["count"], 5)
        (self.folder / "begins.txt").write_text("<|im_start|>a model\n" * 4 + "a model learns\n" * 200)
        self.runs.train(
            "twice in text",
            1,
            [
                "data.train=[begins.txt]",
                "data.sequence_length=16",
                "model.overrides={n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32}",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
                *settings[:1],
                "training.max_steps=2",
            ],
        )
        self.assertEqual(self.messages("twice in text")["data.begins_twice"]["count"], 4)
        # ChatML ends turns with another token than the tokenizer's.
        self.write([{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "model"}]}] * 20)
        settings = [*TUNING, *QUICK, "data.sequence_length=32"]
        self.runs.train("endless", 1, settings)
        self.assertEqual(self.messages("endless")["instructions.no_end"]["count"], 20)
        self.runs.train("with an end", 1, [*settings, f"instructions.eos_token={TURN}"])
        self.assertNotIn("instructions.no_end", self.messages("with an end"))
        (self.folder / "tokenizer/generation_config.json").write_text(
            json.dumps({"eos_token_id": [0, self.backend.token_to_id(TURN)]})
        )
        self.runs.train("generates to an end", 1, settings)
        self.assertNotIn("instructions.no_end", self.messages("generates to an end"))
        (self.folder / "tokenizer/generation_config.json").unlink()

    def test_the_end_token_is_in_the_trained_folder(self):
        """The one that was trained on, as transformers' Trainer aligns it: tokenizer, configuration, and what generation ends at."""
        self.write([{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "model"}]}] * 20)
        settings = [*TUNING, *QUICK, "data.sequence_length=32"]
        self.runs.train("base", 1, settings)
        base, turn = self.folder / "base/results/model", self.backend.token_to_id(TURN)
        (base / "generation_config.json").write_text(json.dumps({"eos_token_id": 0, "temperature": 0.5}))
        for name, its_settings in (
            ("new", settings),
            (
                "tuned",
                [one for one in settings if not one.startswith(("model.overrides", "data.tokenizer"))]
                + [f"model.pretrained={base}", "model.overrides={}"],
            ),
        ):
            self.runs.train(f"ended {name}", 1, [*its_settings, f"instructions.eos_token={TURN}"])
            model = self.folder / f"ended {name}/results/model"
            self.assertEqual(transformers.AutoTokenizer.from_pretrained(model).eos_token, TURN)
            self.assertEqual(transformers.AutoConfig.from_pretrained(model).eos_token_id, turn)
        self.assertEqual(
            json.loads((model / "generation_config.json").read_text()), {"temperature": 0.5, "eos_token_id": [turn, 0]}
        )

    def test_one_label_only_is_said(self):
        small = "{n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32}"
        for kind, column, code in (
            ("single_label_classification", "tone", "data.one_label"),
            ("regression", "number", "data.one_number"),
        ):
            settings = [
                "task.kind=sequence_classification",
                f"task.problem_type={kind}",
                "data.train=[one.csv]",
                f"data.label_column={column}",
                f"model.overrides={small}",
                "data.tokenizer=tokenizer",
                "data.sequence_length=16",
                "training.max_steps=2",
                "evaluation.every_steps=null",
                "checkpoint.save_best=false",
            ]
            (self.folder / "one.csv").write_text("text,tone,number\n" + "a model,calm,1.5\n" * 30)
            self.runs.train(f"one {kind}", 1, settings)
            self.assertIn(code, self.messages(f"one {kind}"))
            (self.folder / "one.csv").write_text(
                "text,tone,number\n" + "a model,calm,1.5\n" * 30 + "words,loud,2\n" * 9
            )
            self.runs.train(f"two {kind}", 1, settings)
            self.assertNotIn(code, self.messages(f"two {kind}"))

    def test_records_that_are_cut_are_counted_of_labels_too(self):
        (self.folder / "long.csv").write_text(
            "text,label\n" + "".join(f"{'model ' * (30 if i % 3 == 0 else 2)},{i % 2}\n" for i in range(30))
        )
        self.runs.train(
            "long",
            1,
            [
                "task.kind=sequence_classification",
                "data.train=[long.csv]",
                "data.tokenizer=tokenizer",
                "data.sequence_length=8",
                "training.max_steps=1",
                "model.overrides={n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32}",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
                "checkpoint.save_best=false",
            ],
        )
        self.assertEqual(
            (self.messages("long")["data.cut"]["count"], self.messages("long")["data.cut"]["split"]), (10, "train")
        )

    def test_what_a_tokenizer_says_beside_its_json_decides(self):
        """Two folders with one tokenizer.json: another template, another end, other padding; each gets its own tokens and its own files."""
        self.write([{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "model"}]}] * 20)
        text = {
            "of": "{% for m in messages %}USER {{ m.content }}{% endfor %}",
            "other": "{% for m in messages %}<<{{ m.content }}>>{% endfor %}",
        }
        self.saved("of", chat_template=text["of"])
        self.saved("other", chat_template=text["other"], pad_token=END)
        self.assertEqual(
            (self.folder / "of/tokenizer.json").read_text(), (self.folder / "other/tokenizer.json").read_text()
        )
        for name in ("of", "other", "of", "other"):
            settings = [*TUNING, *QUICK, "data.sequence_length=32", f"data.tokenizer={name}"]
            found = json.loads(self.run_engine("inspect", settings, "--json", "--samples", "1"))
            shown = "".join(token["text"] for token in found["samples"][0]["tokens"])
            self.assertIn("<<a>>" if name == "other" else "USER a", shown)
            self.runs.train(f"by {name}", 1, settings)
            exported = self.folder / f"by {name}/results/model"
            for file in ("tokenizer_config.json", "chat_template.jinja"):
                if (self.folder / name / file).exists():
                    self.assertEqual((exported / file).read_text(), (self.folder / name / file).read_text())
            shutil.rmtree(self.folder / f"by {name}")
        # The same folder, changed.
        (self.folder / "of/chat_template.jinja").write_text(text["other"])
        (self.folder / "of/additional_chat_templates").mkdir()
        (self.folder / "of/additional_chat_templates/tool_use.jinja").write_text("tools")
        self.runs.train("changed", 1, [*TUNING, *QUICK, "data.sequence_length=32", "data.tokenizer=of"])
        exported = self.folder / "changed/results/model"
        self.assertEqual((exported / "chat_template.jinja").read_text(), text["other"])
        self.assertEqual((exported / "additional_chat_templates/tool_use.jinja").read_text(), "tools")
        # What is added beside it changes tokens of plain text, too.
        (self.folder / "plain.txt").write_text("a model learns\n" * 30)
        small = [
            "model.kind=gpt2",
            "model.overrides={n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32}",
            "task.kind=causal_language_modeling",
            "data.train=[plain.txt]",
            "data.validation_split_ratio=0",
            "evaluation.every_steps=null",
            "data.tokenizer=other",
            "data.sequence_length=8",
        ]
        one = self.prepared("plain", small)
        config = json.loads((self.folder / "other/tokenizer_config.json").read_text())
        config["additional_special_tokens"] = ["a model"]
        (self.folder / "other/tokenizer_config.json").write_text(json.dumps(config))
        other = self.prepared("added", small)
        self.assertEqual(other["vocab_size"], one["vocab_size"] + 1)
        self.assertEqual(len(transformers.AutoTokenizer.from_pretrained(self.folder / "other")), other["vocab_size"])

    def test_data_of_another_tokenizer_than_the_models_is_said(self):
        other = Tokenizer.from_str(self.backend.to_str())
        words = json.loads(other.to_str())
        vocabulary = words["model"]["vocab"]
        one, two = list(vocabulary)[-2:]
        vocabulary[one], vocabulary[two] = vocabulary[two], vocabulary[one]
        self.saved("swapped", Tokenizer.from_str(json.dumps(words)))
        (self.folder / "plain.txt").write_text("a model learns from text\n" * 60)
        small = [
            "model.kind=gpt2",
            "data.train=[plain.txt]",
            "data.sequence_length=8",
            "training.max_steps=1",
            "evaluation.every_steps=null",
            "checkpoint.save_best=false",
        ]
        new = ["model.overrides={n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32}"]
        self.runs.train("own words", 1, [*small, *new, "data.tokenizer=tokenizer"])
        self.prepared("other words", [*small, *new, "data.tokenizer=swapped"])
        tuned = [*small, "model.overrides={}", f"model.pretrained={self.folder / 'own words/results/model'}"]
        prepared = [one for one in tuned if not one.startswith("data.train")] + [
            "data.kind=prepared",
            "data.path='other words'",
            "data.train=[]",
        ]
        for name, settings in (("prepared", prepared), ("given", [*tuned, "data.tokenizer=swapped"])):
            self.assertIn("2 of 320 ids stand for different tokens", self.run_engine("preflight", settings))
            self.runs.train(f"warned {name}", 1, settings)
            said = self.messages(f"warned {name}")["data.other_tokenizer"]
            self.assertEqual((said["count"], said["entries"]), (2, 320))
        self.runs.train("its own", 1, tuned)
        self.assertNotIn("data.other_tokenizer", self.messages("its own"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
