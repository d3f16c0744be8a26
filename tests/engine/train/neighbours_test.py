# SPDX-License-Identifier: GPL-3.0-or-later
"""Neither the rows beside a record, nor how many a rank takes at once, nor the number of ranks changes losses and gradients: padded, joined
and packed rows, with dropout, noise on embeddings and adapters."""

import itertools
import json
import os
import random
import unittest

import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from engine_runs import Runs, largest_difference

LONG = bool(os.environ.get("TRAINYARD_LONG"))
# Rows of a rank and ranks: of 12 rows a step.
LAYOUTS = [(12, 1), (5, 1), (2, 3), (4, 2), (1, 1)] if LONG else [(12, 1), (5, 1), (2, 3)]
BARS = {"train/loss": 1e-6, "train/gradient_norm": 1e-6}
BARS_OF_BF16 = {"train/loss": 2e-4, "train/gradient_norm": 2e-2}  # its rounding
NO_DROPOUT = {"embd_pdrop": 0.0, "resid_pdrop": 0.0, "attn_pdrop": 0.0}
DROPOUT = {"embd_pdrop": 0.1, "resid_pdrop": 0.1, "attn_pdrop": 0.1}
ROWS = {
    "padded": [],
    "joined": ["instructions.padding_free=true"],
    "packed": ["instructions.packing=ffd"],
    "packed and joined": ["instructions.packing=ffd", "instructions.padding_free=true"],
    "wrapped": ["instructions.packing=wrapped"],
}


def gpt2(dropouts):
    return [
        "model.kind=gpt2",
        f"model.overrides={json.dumps({'n_embd': 32, 'n_layer': 2, 'n_head': 4, 'n_positions': 64} | dropouts)}",
    ]


NOISES = {
    "noise": [*gpt2(NO_DROPOUT), "training.neftune_noise_alpha=10"],
    "dropout": gpt2(DROPOUT),
    "both": [*gpt2(DROPOUT), "training.neftune_noise_alpha=10"],
    "adapters": ["model.kind=gpt2", "model.pretrained=base", "model.overrides={}", "lora.rank=4", "lora.dropout=0.2"],
}
QUICK = [
    ("padded", "noise"),
    ("joined", "both"),
    ("joined", "adapters"),
    ("packed", "noise"),
    ("packed and joined", "dropout"),
    ("wrapped", "both"),
]


class Neighbours(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        folder, rng = cls.runs.folder, random.Random(4)
        records = [
            {
                "prompt": f"What is {i}?",
                "completion": " " + " ".join(rng.choices("one two three four".split(), k=rng.randint(1, 12))),
            }
            for i in range(61)
        ]
        (folder / "records.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        backend = Tokenizer(models.BPE())
        backend.pre_tokenizer, backend.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
        backend.train_from_iterator(
            [record["completion"] for record in records],
            trainers.BpeTrainer(
                vocab_size=300,
                show_progress=False,
                initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                special_tokens=["<|endoftext|>"],
            ),
        )
        tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_object=backend, eos_token="<|endoftext|>", pad_token="<|endoftext|>"
        )
        for name in ("tokenizer", "base"):
            tokenizer.save_pretrained(folder / name)
        config = transformers.GPT2Config(
            vocab_size=len(tokenizer), n_embd=32, n_layer=2, n_head=4, n_positions=64, **NO_DROPOUT
        )
        transformers.GPT2LMHeadModel(config).save_pretrained(folder / "base")

    def curve(self, rows, noise, per_device, ranks, more=()):
        settings = [
            *NOISES[noise],
            *ROWS[rows],
            "task.kind=instruction_tuning",
            "data.train=[records.jsonl]",
            "data.tokenizer=tokenizer",
            "data.sequence_length=48",
            "data.validation_split_ratio=0",
            "evaluation.every_steps=null",
            "checkpoint.save_best=false",
            "checkpoint.every_steps=null",
            "batch.global=12",
            f"batch.per_device={per_device}",
            "training.max_steps=6",
            *more,
        ]
        name = f"{rows}-{noise}-{per_device}-{ranks}-{len(more)}".replace(" ", "-")
        return self.runs.train(name, ranks, settings)

    def are_alike(self, one, other, bars=None):
        for metric, bar in (bars or BARS).items():
            self.assertLess(largest_difference(one, other, metric), bar, metric)

    def test_neither_rows_at_once_nor_ranks_matter(self):
        for rows, noise in itertools.product(ROWS, NOISES) if LONG else QUICK:
            first = None
            for per_device, ranks in LAYOUTS:
                with self.subTest(rows=rows, noise=noise, per_device=per_device, ranks=ranks):
                    curve = self.curve(rows, noise, per_device, ranks)
                    first = first or curve
                    self.are_alike(first, curve)

    def test_joined_rows_are_the_padded_ones(self):
        for joined, padded in (("joined", "padded"), ("packed and joined", "packed")):
            for noise in NOISES if LONG else ["both"]:
                with self.subTest(joined=joined, noise=noise):
                    self.are_alike(self.curve(joined, noise, 6, 1), self.curve(padded, noise, 6, 1))

    def test_bf16_differs_by_its_rounding(self):
        bf16 = ["precision.kind=bf16"]
        first = self.curve("joined", "both", 12, 1, bf16)
        self.are_alike(first, self.curve("joined", "both", 2, 3, bf16), BARS_OF_BF16)


if __name__ == "__main__":
    unittest.main()
