# SPDX-License-Identifier: GPL-3.0-or-later
"""Ranks that share out the optimizer's state (parallel.zero_stage), their gradients and their parameters, in main memory or not, beside ranks
that do not: the same curve and the same files, of each family, with adapters, in each number format, with rows that are accumulated and ranks
without any; and checkpoints that belong to no stage and no number of ranks."""

import json
import os
import random
import signal
import unittest

from engine_runs import WORDS, Runs, largest_difference, optimizer_state
from small_bert import save_tokenizer

LONG = bool(os.environ.get("TRAINYARD_LONG"))
VOCABULARY, STEPS = 95, 20
SMALL = dict(
    vocab_size=VOCABULARY,
    max_position_embeddings=32,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
)
MODELS = {
    "gpt2": dict(vocab_size=VOCABULARY, n_positions=32, n_embd=32, n_layer=2, n_head=4),  # tied, drops 0.1
    "llama": SMALL | dict(num_key_value_heads=2, attention_dropout=0.1),
    "bert": SMALL,
    "mamba": dict(vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, state_size=8),
}
UNCLIPPED, CLIPPED = "optimizer.max_gradient_norm=0", "optimizer.max_gradient_norm=0.5"
OFFLOAD = ["parallel.offload_optimizer=true", "parallel.offload_parameters=true"]
WAYS = {
    "stage 1": ["parallel.zero_stage=1"],
    "stage 2": ["parallel.zero_stage=2"],
    "stage 3": ["parallel.zero_stage=3"],
    "stage 2, optimizer offloaded": ["parallel.zero_stage=2", OFFLOAD[0]],
    "stage 3, optimizer offloaded": ["parallel.zero_stage=3", OFFLOAD[0]],
    "stage 3, all offloaded": ["parallel.zero_stage=3", *OFFLOAD],
}
GROUPS = {
    f"stage {stage} in groups": [f"parallel.zero_stage={stage}", "parallel.shard_degree=2"] for stage in (1, 2, 3)
}
WAYS_OF_GROUPS = GROUPS | {"all offloaded in groups": [*GROUPS["stage 3 in groups"], *OFFLOAD]}
STAGES = ("stage 1", "stage 2", "stage 3")
FREED = ("stage 2", "stage 3")  # the gradients, and the parameters


class Sharding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        folder, words = cls.runs.folder, random.Random(3)
        save_tokenizer(folder / "tokenizer", VOCABULARY)
        texts = [words.choices(WORDS, k=words.randint(1, 20)) for _ in range(97)]
        records = [{"text": " ".join(text), "tone": text[0]} for text in texts]
        (folder / "tones.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))

    def settings(self, kind, *more):
        own = ["task.kind=masked_language_modeling"] if kind == "bert" else []
        return [
            f"model.kind={kind}",
            f"model.overrides={json.dumps(MODELS[kind])}",
            "data.tokenizer=tokenizer",
            f"training.max_steps={STEPS}",
            "batch.global=8",
            "batch.per_device=4",
            *own,
            *more,
        ]

    def files(self, name):
        """What is written of the model and of the optimizer, byte for byte."""
        folder = self.runs.folder / name
        checkpoint = max((folder / "checkpoints").glob("step-*"))
        found = [folder / "results/model/model.safetensors", folder / "results/model/adapter_model.safetensors"]
        found += sorted(checkpoint.glob("*.safetensors"))
        files = {str(file.relative_to(folder)): file.read_bytes() for file in found if file.exists()}
        return files | optimizer_state(checkpoint)

    def beside(self, name, ranks, settings, ways=STAGES):
        """The curves of ranks that share nothing out, and by way those of ranks that do."""
        whole = self.runs.train(name, ranks, [*settings, "parallel.zero_stage=0"])
        every = WAYS | WAYS_OF_GROUPS
        return whole, {way: self.runs.train(f"{name} {way}", ranks, [*settings, *every[way]]) for way in ways}

    def check_equal(self, name, ranks, settings, ways=STAGES):
        """To the bit, but where groups sum first among themselves and then with each other."""
        whole, shared = self.beside(name, ranks, settings, ways)
        norms = {key for key in whole if key[1] == "train/gradient_norm"}  # summed in another order
        files = self.files(name)
        self.assertGreaterEqual(len(files), 2)
        for way, curve in shared.items():
            with self.subTest(name, way=way):
                self.assertLess(largest_difference(whole, curve, "train/gradient_norm"), 1e-6)
                if way in WAYS_OF_GROUPS:
                    self.assertLess(largest_difference(whole, curve), 1e-6)
                    continue
                self.assertEqual(
                    {key: value for key, value in whole.items() if key not in norms},
                    {key: value for key, value in curve.items() if key not in norms},
                )
                others = self.files(f"{name} {way}")
                self.assertEqual(files.keys(), others.keys())
                self.assertEqual([file for file in files if files[file] != others[file]], [])
        return whole

    def test_without_clipping(self):
        cases = [(kind, 2) for kind in MODELS] + [("gpt2", 4)] + ([("gpt2", 8), ("bert", 4)] if LONG else [])
        for kind, ranks in cases:
            settings = self.settings(kind, UNCLIPPED, f"batch.per_device={8 // ranks}")
            ways = WAYS if LONG or (kind == "gpt2" and ranks == 2) else FREED
            whole = self.check_equal(f"{kind} {ranks}", ranks, settings, ways)
            if kind == "gpt2" and ranks == 2:
                one = self.runs.train("gpt2 one", 1, settings)
                self.assertLess(largest_difference(one, whole), 1e-5)

    def test_one_rank_whose_optimizer_and_parameters_are_in_main_memory(self):
        settings = self.settings("llama", UNCLIPPED, "batch.per_device=8")
        self.check_equal("one", 1, settings, [way for way in WAYS if "offloaded" in way])

    def test_in_groups_that_each_have_all(self):
        settings = self.settings("llama", UNCLIPPED, "batch.per_device=2", "resources.processes_per_node=4")
        self.check_equal("groups", 4, settings, WAYS_OF_GROUPS if LONG else ["stage 2 in groups", "stage 3 in groups"])
        refused = self.runs.run(
            "validate",
            self.runs.experiment,
            "--set",
            "resources.processes_per_node=6",
            "--set",
            "parallel.shard_degree=4",
        )
        self.assertEqual(refused.returncode, 2)
        self.assertIn("parallel.shard_degree 4 does not divide the 6 processes", refused.stdout + refused.stderr)

    def test_recomputed_layers(self):
        settings = self.settings("llama", UNCLIPPED, "parallel.recompute=full")
        self.check_equal("recomputed", 2, settings, ["stage 3"])

    def test_momentum(self):
        settings = self.settings("gpt2", UNCLIPPED, "optimizer.kind=sgd", "optimizer.momentum=0.9")
        self.check_equal("momentum", 2, settings, FREED)

    def test_moments_in_8_bits(self):
        # Wide enough for blocks of their own: smaller parameters keep theirs in fp32.
        wide = json.dumps(MODELS["gpt2"] | dict(n_embd=64))
        self.check_equal(
            "8 bits", 2, self.settings("gpt2", UNCLIPPED, "optimizer.kind=adamw_8bit", f"model.overrides={wide}"), FREED
        )

    def test_in_bf16(self):
        # Rows of the embedding are looked up in bf16 where the values in fp32 are shared out.
        whole, shared = self.beside("bf16", 2, self.settings("llama", UNCLIPPED, "precision.kind=bf16"))
        for way, curve in shared.items():
            self.assertLess(largest_difference(whole, curve), 1e-2)
            self.assertNotEqual(whole, curve)
            self.assertEqual(
                {name: len(content) for name, content in self.files("bf16").items()},
                {name: len(content) for name, content in self.files(f"bf16 {way}").items()},
            )
        self.assertEqual(shared["stage 1"], shared["stage 2"])
        self.assertEqual(shared["stage 1"], shared["stage 3"])
        whole, shared = self.beside("pure", 2, self.settings("llama", UNCLIPPED, "precision.kind=pure_bf16"))
        for curve in shared.values():
            self.assertLess(largest_difference(whole, curve), 1e-5)

    def test_accumulated(self):
        # Stage 2 sums over the ranks after each micro-batch, the others after all of them.
        whole, shared = self.beside(
            "three", 2, self.settings("gpt2", UNCLIPPED, "batch.global=12", "batch.per_device=2")
        )
        self.assertLess(largest_difference(whole, shared["stage 1"]), 1e-12)
        for way in FREED:
            self.assertLess(largest_difference(whole, shared[way]), 1e-6)
        self.assertEqual(shared["stage 2"], shared["stage 3"])

    def test_clipped(self):
        whole, shared = self.beside("clipped", 2, self.settings("gpt2", CLIPPED), WAYS)
        for curve in shared.values():
            for metric in ("train/loss", "train/gradient_norm"):
                self.assertLess(largest_difference(whole, curve, metric), 1e-6)

    def test_adapters(self):
        self.runs.train("base", 1, self.settings("llama", "lora.rank=null"))
        base = [
            f"model.pretrained={self.runs.folder / 'base/results/model'}",
            "model.overrides={}",
            "lora.rank=4",
            "lora.dropout=0.1",
        ]
        for number_format in ("fp32", "bf16"):
            settings = self.settings("llama", UNCLIPPED, *base, f"precision.kind={number_format}")
            self.check_equal(f"adapters {number_format}", 2, settings, [*FREED, "stage 3, all offloaded"])

    def test_a_rank_without_rows(self):
        settings = self.settings("llama", UNCLIPPED, "batch.global=4", "batch.per_device=1", "data.max_train_samples=5")
        self.check_equal("few rows", 4, settings, [*FREED, "stage 3, all offloaded"])

    def test_evaluated(self):
        # The rounds of an evaluation are uneven: some ranks have a batch more.
        settings = self.settings("llama", UNCLIPPED, "evaluation.every_steps=6", "evaluation.batch_size=5")
        whole, shared = self.beside("evaluated", 2, settings, FREED)
        self.assertGreaterEqual(len([key for key in whole if key[1] == "eval/loss"]), 3)
        for curve in shared.values():
            self.assertEqual(largest_difference(whole, curve, "eval/loss"), 0)

    def test_a_checkpoint_belongs_to_no_stage_and_no_number_of_ranks(self):
        for number_format in ("fp32", "bf16"):
            settings = self.settings("gpt2", CLIPPED, f"precision.kind={number_format}", "checkpoint.every_steps=4")
            whole = self.runs.train(f"undisturbed {number_format}", 1, settings)
            name = f"in turns {number_format}"
            turns = [
                (4, WAYS["stage 3"], 5),
                (2, WAYS["stage 1"], 9),
                (8 if LONG else 4, [*GROUPS["stage 2 in groups"], OFFLOAD[0], "resources.processes_per_node=4"], 13),
            ]
            for attempt, (ranks, way, step) in enumerate(turns, 1):
                processes = self.runs.start(name, ranks, [*settings, *way])
                self.runs.wait_for_step(name, step, processes, attempt)
                self.assertLessEqual(set(self.runs.kill(processes, signal.SIGTERM)), {75, 0})
            curve = self.runs.train(name, 1, settings)
            with self.subTest(number_format):
                bar = 1e-5 if number_format == "fp32" else 2e-2
                self.assertLess(largest_difference(whole, curve), bar)

    def test_adafactor_is_refused(self):
        done = self.runs.run(
            "validate", self.runs.experiment, "--set", "optimizer.kind=adafactor", "--set", "parallel.zero_stage=1"
        )
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("adafactor needs whole parameters", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
