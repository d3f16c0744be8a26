# SPDX-License-Identifier: GPL-3.0-or-later
"""Beside Hugging Face: the reading of text, the loss curve of its Trainer, and the exported folder."""

import json
import math
import unittest

import numpy
import torch
import transformers

from engine_order import InOrder, epoch_order
from engine_runs import Runs, largest_difference

LENGTH, ROWS, STEPS, RATE, DECAY, WARMUP = 32, 8, 50, 2e-3, 0.1, 5


def tokens_of(folder, split):
    about = json.loads((folder / "prepared.json").read_text())
    return numpy.fromfile(
        folder / about["splits"][split]["columns"]["tokens"]["file"],
        dtype={2: numpy.uint16, 4: numpy.uint32}[about["token_bytes"]],
    ).astype(numpy.int64)


class HuggingFace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        done = cls.runs.run("prepare", cls.runs.experiment, "--output", cls.runs.folder / "prepared")
        assert done.returncode == 0, done.stderr
        cls.prepared = cls.runs.folder / "prepared"
        config = transformers.GPT2Config(
            vocab_size=400,
            n_positions=LENGTH,
            n_embd=32,
            n_layer=2,
            n_head=2,
            resid_pdrop=0,
            embd_pdrop=0,
            attn_pdrop=0,
        )
        torch.manual_seed(3)
        transformers.GPT2LMHeadModel(config).save_pretrained(cls.runs.folder / "initial")

    def test_reads_text_as_run_clm(self):
        tokenizer = transformers.AutoTokenizer.from_pretrained(self.prepared)
        lines = (self.runs.folder / "corpus.txt").read_text().splitlines(keepends=True)
        held_out = round(0.1 * len(lines))
        for split, part in (("validation", lines[:held_out]), ("train", lines[held_out:])):
            wanted = [token for ids in tokenizer(part, add_special_tokens=False)["input_ids"] for token in ids]
            self.assertEqual(tokens_of(self.prepared, split).tolist(), wanted)

    def blocks(self):
        tokens = tokens_of(self.prepared, "train")
        return tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH)

    def compare(self, name, duration, batch, order, blocks):
        """Ours and Trainer's curve; `order` gives the examples that an epoch of Trainer's takes."""
        settings = [
            "model.pretrained=initial",
            "model.overrides={}",
            "data.kind=prepared",
            "data.path=prepared",
            "data.train=[]",
            f"optimizer.learning_rate={RATE}",
            f"optimizer.weight_decay={DECAY}",
            f"schedule.warmup_steps={WARMUP}",
            f"batch.per_device={batch[0]}",
            f"batch.gradient_accumulation_steps={batch[1]}",
            *(f"training.{key}={value}" for key, value in duration.items()),
        ]
        ours = self.runs.train(name, 1, settings)
        # Trainer divides by all labels, though the first of a sequence is no target of a causal model: masked, it divides by the targets.
        labels = blocks.copy()
        labels[:, 0] = -100
        examples = [
            {"input_ids": torch.from_numpy(blocks[i]), "labels": torch.from_numpy(labels[i])}
            for i in range(len(blocks))
        ]
        duration = {
            {"max_steps": "max_steps", "num_epochs": "num_train_epochs"}[key]: value
            for key, value in duration.items()
            if value != "null"
        }
        arguments = transformers.TrainingArguments(
            output_dir=str(self.runs.folder / "trainer"),
            **duration,
            learning_rate=RATE,
            weight_decay=DECAY,
            warmup_steps=WARMUP,
            per_device_train_batch_size=batch[0],
            gradient_accumulation_steps=batch[1],
            logging_steps=1,
            use_cpu=True,
            report_to=[],
            save_strategy="no",
            disable_tqdm=True,
        )
        trainer = InOrder(
            model=transformers.GPT2LMHeadModel.from_pretrained(self.runs.folder / "initial"),
            args=arguments,
            train_dataset=examples,
        )
        trainer.order = order
        trainer.train()
        theirs = {
            (entry["step"], name): entry[key]
            for entry in trainer.state.log_history
            if "loss" in entry
            for name, key in (
                ("train/loss", "loss"),
                ("train/gradient_norm", "grad_norm"),
                ("train/learning_rate", "learning_rate"),
            )
        }
        for metric in ("train/loss", "train/gradient_norm"):
            self.assertLess(largest_difference(ours, theirs, metric), 1e-4, metric)
        for step in {step for step, _ in theirs}:
            self.assertAlmostEqual(ours[step, "train/learning_rate"], theirs[step, "train/learning_rate"], 12)
        return max(step for step, _ in theirs)

    def test_loss_curve_is_that_of_trainer(self):
        blocks = self.blocks()
        self.assertLess(STEPS * ROWS, len(blocks) * 2)
        order = lambda epoch: epoch_order(42, epoch, len(blocks))
        self.assertEqual(self.compare("parity", {"max_steps": STEPS}, (4, 2), order, blocks), STEPS)

    def test_last_step_of_an_epoch_may_be_short_in_every_way(self):
        blocks = self.blocks()
        for name, batch in (("short_accumulation", (4, 15)), ("short_batch", (5, 9))):
            count, size = len(blocks), batch[0] * batch[1]
            self.assertNotEqual(count % size, 0)
            self.assertNotEqual(-(-count // batch[0]) % batch[1], 0, "the last accumulation is whole")
            last = self.compare(
                name,
                {"max_steps": "null", "num_epochs": 2.5},
                batch,
                lambda epoch: epoch_order(42, epoch, count),  # noqa: B023 - called in this turn only
                blocks,
            )
            self.assertEqual(last, math.ceil(2.5 * -(-count // size)))

    def test_transformers_loads_what_was_trained(self):
        metrics = self.runs.train("exported")
        folder = self.runs.folder / "exported/results/model"
        model, loading = transformers.AutoModelForCausalLM.from_pretrained(folder, output_loading_info=True)
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading)
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self.assertEqual(tokenizer.decode(tokenizer("the model learns")["input_ids"]), "the model learns")
        tokens = tokens_of(self.prepared, "validation")
        blocks = torch.from_numpy(tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH))
        with torch.no_grad():
            loss = model.eval()(input_ids=blocks, labels=blocks).loss.item()
        self.assertLess(abs(loss - metrics[30, "eval/loss"]) / loss, 1e-5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
