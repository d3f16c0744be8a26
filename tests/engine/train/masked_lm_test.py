# SPDX-License-Identifier: GPL-3.0-or-later
"""BERT on text with its own tokenizer: tokens, hidden tokens, losses and the trained folder against tokenizers and transformers."""

import json
import random
import unittest

import numpy
import torch
import transformers

from engine_order import KEY_OF_EVALUATION, hidden, row_key
from engine_runs import Runs, largest_difference
from huggingface_test import tokens_of
from small_bert import SPECIAL, save_tokenizer

LENGTH = 32
MASK, AROUND, VOCABULARY = 4, {0, 2, 3}, 90
CONFIG = dict(
    vocab_size=VOCABULARY,
    max_position_embeddings=LENGTH,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=2,
    num_attention_heads=4,
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
)
SETTINGS = ["model.kind=bert", "task.kind=masked_language_modeling", "model.overrides={}", "data.tokenizer=tokenizer"]


class MaskedLanguageModeling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.lines = (cls.runs.folder / "corpus.txt").read_text().splitlines(keepends=True)
        cls.tokenizer = save_tokenizer(cls.runs.folder / "tokenizer", VOCABULARY)
        torch.manual_seed(5)
        cls.model = transformers.BertForMaskedLM(transformers.BertConfig(**CONFIG)).eval()
        cls.model.save_pretrained(cls.runs.folder / "model")
        done = cls.runs.run(
            "prepare",
            cls.runs.experiment,
            "--output",
            "prepared",
            *(word for setting in SETTINGS for word in ("--set", setting)),
        )
        assert done.returncode == 0, done.stderr
        tokens = tokens_of(cls.runs.folder / "prepared", "validation")
        blocks = tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH)
        cls.seen, cls.labels = (
            torch.from_numpy(numpy.stack(part))
            for part in zip(
                *(hidden(row, row_key(*KEY_OF_EVALUATION, i), AROUND, MASK, VOCABULARY) for i, row in enumerate(blocks))
            )
        )

    def test_each_line_stands_between_its_tokens(self):
        held_out = round(0.1 * len(self.lines))
        for split, lines in [("validation", self.lines[:held_out]), ("train", self.lines[held_out:])]:
            wanted = [token for ids in self.tokenizer(lines).input_ids for token in ids]
            self.assertEqual(tokens_of(self.runs.folder / "prepared", split).tolist(), wanted)

    def test_a_vocabulary_as_it_is_asked_for(self):
        (self.runs.folder / "cased.txt").write_text("The Model Learns\n" * 300)
        order = ["[SEP]", "[PAD]", "[UNK]", "[MASK]", "[CLS]"]
        shape = {
            "vocab_size": 60,
            "max_position_embeddings": LENGTH,
            "hidden_size": 32,
            "num_attention_heads": 4,
            "num_hidden_layers": 1,
            "intermediate_size": 48,
        }
        settings = [
            "model.kind=bert",
            "task.kind=masked_language_modeling",
            f"model.overrides={json.dumps(shape)}",
            "data.train=[cased.txt]",
            "tokenizer.lowercase=false",
        ]

        def prepare(output, special):
            return self.runs.run(
                "prepare",
                self.runs.experiment,
                "--output",
                output,
                *(
                    word
                    for setting in [*settings, f"tokenizer.special_tokens={json.dumps(special)}"]
                    for word in ("--set", setting)
                ),
            )

        done = prepare("cased", order)
        self.assertEqual(done.returncode, 0, done.stderr)
        tokenizer = transformers.AutoTokenizer.from_pretrained(self.runs.folder / "cased")
        self.assertEqual(tokenizer.convert_tokens_to_ids(order), [0, 1, 2, 3, 4])
        self.assertEqual(tokenizer.tokenize("The Model Learns"), ["The", "Model", "Learns"])
        self.assertEqual(tokenizer.tokenize("learns")[0], "l")
        self.assertEqual(tokenizer("The").input_ids, [4, tokenizer.convert_tokens_to_ids("The"), 0])
        refused = prepare("without", ["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("[MASK]", refused.stderr)

    def loss_and_accuracy(self, model):
        with torch.no_grad():
            output = model(input_ids=self.seen, labels=self.labels)
        is_target = self.labels != -100
        return output.loss.item(), (output.logits.argmax(2) == self.labels)[is_target].double().mean().item()

    def test_losses_are_transformers(self):
        metrics = self.runs.train("pretrained", 1, [*SETTINGS, "model.pretrained=model", "training.max_steps=20"])
        first = self.runs.train(
            "untouched",
            1,
            [
                *SETTINGS,
                "model.pretrained=model",
                "training.max_steps=1",
                "optimizer.learning_rate=1e-12",
                "optimizer.weight_decay=0",
                "evaluation.every_steps=1",
            ],
        )
        wanted, _ = self.loss_and_accuracy(self.model)
        self.assertLess(abs(first[1, "eval/loss"] - wanted) / wanted, 1e-5)
        exported = self.runs.folder / "pretrained/results/model"
        trained, loading = transformers.AutoModelForMaskedLM.from_pretrained(exported, output_loading_info=True)
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading)
        wanted, accuracy = self.loss_and_accuracy(trained.eval())
        self.assertLess(abs(metrics[20, "eval/loss"] - wanted) / wanted, 1e-5)
        self.assertGreater(accuracy, 0)
        self.assertAlmostEqual(metrics[20, "eval/accuracy"], accuracy, 9)
        self.assertLess(wanted, first[1, "eval/loss"])
        saved = transformers.AutoTokenizer.from_pretrained(exported)
        self.assertEqual(
            (saved(self.lines[:20]).input_ids, saved.mask_token), (self.tokenizer(self.lines[:20]).input_ids, "[MASK]")
        )

    def test_ranks_and_accumulation_hide_the_same_tokens(self):
        """A larger batch in parts, on two ranks: the same tokens are hidden and the same is learned."""
        settings = [
            *SETTINGS,
            "model.pretrained=model",
            "batch.global=16",
            "batch.per_device=16",
            "training.max_steps=12",
        ]
        one = self.runs.train("one", 1, settings)
        two = self.runs.train("two", 2, [*settings, "batch.per_device=4"])
        self.assertLess(largest_difference(one, two), 1e-4)
        self.assertLess(largest_difference(one, two, "eval/loss"), 1e-4)

    def test_a_killed_run_goes_on_as_if_nothing_had_been(self):
        settings = [*SETTINGS, "model.pretrained=model", "training.max_steps=20"]
        whole = self.runs.train("whole", 1, settings)
        processes = self.runs.start("killed", 1, settings)
        self.runs.wait_for_step("killed", random.Random(2).randint(7, 15), processes)
        self.runs.kill(processes)
        self.assertEqual(whole, self.runs.train("killed", 1, settings))

    def test_without_tokenizer_one_is_trained(self):
        size = {
            "vocab_size": 95,
            "hidden_size": 32,
            "intermediate_size": 48,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "max_position_embeddings": LENGTH,
        }
        metrics = self.runs.train(
            "new",
            1,
            [
                *SETTINGS[:2],
                f"model.overrides={json.dumps(size)}",
                "training.max_steps=60",
                "evaluation.every_steps=20",
                "optimizer.learning_rate=1e-2",
            ],
        )
        self.assertLess(metrics[60, "eval/loss"], metrics[20, "eval/loss"])
        saved = transformers.AutoTokenizer.from_pretrained(self.runs.folder / "new/results/model")
        self.assertEqual(saved.convert_ids_to_tokens(range(5)), SPECIAL)
        self.assertEqual(saved.tokenize("The model learns"), ["the", "model", "learns"])
        self.assertEqual(len(saved), 95)

    def test_a_tokenizer_without_mask_is_named(self):
        plain = self.runs.run("prepare", self.runs.experiment, "--output", "plain")
        self.assertEqual(plain.returncode, 0, plain.stderr)
        done = self.runs.run(
            "train",
            self.runs.experiment,
            "--run-dir",
            "refused",
            *(word for setting in [*SETTINGS[:3], "data.tokenizer=plain"] for word in ("--set", setting)),
        )
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("[MASK]", done.stderr)
        done = self.runs.run(
            "preflight",
            self.runs.experiment,
            *(word for setting in [*SETTINGS[:3], "data.tokenizer=plain"] for word in ("--set", setting)),
        )
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("[MASK]", done.stdout)

    def test_other_tasks_of_bert_are_refused(self):
        done = self.runs.run(
            "validate", self.runs.experiment, "--set", "model.kind=bert", "--set", "model.overrides={}"
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("masked_language_modeling", done.stdout)
        self.assertTrue(
            json.loads(
                self.runs.run(
                    "validate",
                    self.runs.experiment,
                    "--set",
                    "model.kind=bert",
                    "--set",
                    "model.overrides={}",
                    "--json",
                ).stdout
            )
        )


if __name__ == "__main__":
    unittest.main(verbosity=2)
