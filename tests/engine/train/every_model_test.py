# SPDX-License-Identifier: GPL-3.0-or-later
"""Every model that is killed goes on bit for bit, and on another number of ranks along the same curve."""

import json
import os
import random
import signal
import unittest

from engine_runs import WORDS, Runs, largest_difference
from small_bert import save_tokenizer

IS_LONG = bool(os.environ.get("TRAINYARD_LONG"))
VOCABULARY, STEPS = 95, 60
SMALL = dict(
    vocab_size=VOCABULARY,
    max_position_embeddings=32,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
)
DROPPED = dict(attention_dropout=0.1)
MODELS = {
    "gpt2": dict(
        vocab_size=VOCABULARY, n_positions=32, n_embd=32, n_layer=2, n_head=4
    ),  # drops 0.1 by default, as BERT
    "bert": SMALL,
    "llama": SMALL | DROPPED,
    "qwen2": SMALL | DROPPED,
    "qwen3": SMALL | DROPPED | dict(head_dim=8),
    "gemma3": SMALL | DROPPED | dict(num_key_value_heads=2, head_dim=8),
    "mistral": SMALL | DROPPED | dict(num_key_value_heads=2),
    "smollm3": SMALL | DROPPED,
    "mamba": dict(vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, state_size=8),
}
LABELLED = [
    "data.train=[tones.jsonl]",
    "data.validation=[tones.jsonl]",
    "data.label_column=tone",
    "checkpoint.save_best=false",
]
TASKS = {
    "classifies texts": [*LABELLED, "task.kind=sequence_classification"],
    "classifies words": [
        *LABELLED,
        "task.kind=token_classification",
        "data.text_column=words",
        "data.label_column=tags",
    ],
}


def settings_of(kind, task=()):
    own = ["task.kind=masked_language_modeling"] if kind == "bert" and not task else []
    return [
        f"model.kind={kind}",
        f"model.overrides={json.dumps(MODELS[kind])}",
        "data.tokenizer=tokenizer",
        f"training.max_steps={STEPS}",
        *own,
        *task,
    ]


class EveryModel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        folder, words = cls.runs.folder, random.Random(3)
        save_tokenizer(folder / "tokenizer", VOCABULARY)
        texts = [words.choices(WORDS, k=words.randint(1, 20)) for _ in range(97)]
        records = [{"text": " ".join(text), "tone": text[0], "words": text, "tags": text} for text in texts]
        (folder / "tones.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))

    def killed(self, name, settings, kills, moments):
        whole = self.runs.train(f"{name} whole", 1, settings)
        cut = f"{name} cut"
        for attempt in range(1, kills + 1):
            begun = max((event["step"] for event in self.runs.events(cut) if event["event"] == "metrics"), default=0)
            if begun >= STEPS - 5:
                break
            processes = self.runs.start(cut, 1, settings)
            self.runs.wait_for_step(cut, moments.randint(begun + 1, STEPS - 4), processes, attempt)
            self.runs.kill(processes)
        self.assertEqual(self.runs.train(cut, 1, settings), whole)
        starts = [event["resume_step"] for event in self.runs.events(cut) if event["event"] == "start"]
        self.assertGreater(len(starts), 1)
        return len(starts) - 1

    def test_killed_at_any_moment(self):
        seed = random.randrange(1 << 30) if IS_LONG else 7
        moments, count = random.Random(seed), 0
        cases = [(kind, settings_of(kind)) for kind in MODELS] + [
            (f"bert {name}", settings_of("bert", task)) for name, task in TASKS.items()
        ]
        cases.append(("llama classifies texts", settings_of("llama", TASKS["classifies texts"])))
        for name, settings in cases:
            with self.subTest(name, seed=seed):
                count += self.killed(name, settings, 3 if IS_LONG else 1, moments)
        print(f"{count} kills, seed {seed}")
        self.assertGreaterEqual(count, 20 if IS_LONG else len(cases))

    def test_goes_on_with_another_number_of_ranks(self):
        for kind in MODELS if IS_LONG else ["llama"]:
            settings = [*settings_of(kind), "batch.global=8", "batch.per_device=2"]
            whole = self.runs.train(f"{kind} one", 1, settings)
            for before, after in ((4, 2), (2, 4)):
                with self.subTest(kind, before=before, after=after):
                    name = f"{kind} {before} to {after}"
                    processes = self.runs.start(name, before, settings)
                    self.runs.wait_for_step(name, 20, processes)
                    self.assertEqual(set(self.runs.kill(processes, signal.SIGTERM)), {75})
                    curve = self.runs.train(name, after, settings)
                    for metric in ("train/loss", "eval/loss"):
                        self.assertLess(largest_difference(whole, curve, metric), 1e-4, metric)


if __name__ == "__main__":
    unittest.main(verbosity=2)
