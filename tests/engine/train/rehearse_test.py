# SPDX-License-Identifier: GPL-3.0-or-later
"""`engine rehearse`: two steps of every kind of model on the first rows, and what makes training fail only once it runs."""

import json
import unittest

from engine_runs import Runs

DECODER = (
    "hidden_size: 256, intermediate_size: 512, num_hidden_layers: 6, num_attention_heads: 4, num_key_value_heads: 2"
)
MODELS = {
    "gpt2": "n_layer: 8, n_embd: 256, n_head: 4, n_positions: 32",
    "bert": "hidden_size: 256, intermediate_size: 512, num_hidden_layers: 6, num_attention_heads: 4, max_position_embeddings: 32",
    "llama": DECODER,
    "qwen2": DECODER,
    "qwen3": DECODER + ", head_dim: 32",
    "gemma3": DECODER + ", head_dim: 64",
    "mistral": DECODER,
    "smollm3": DECODER,
    "mamba": "hidden_size: 256, num_hidden_layers: 6",
}


def options(settings):
    return [word for setting in settings for word in ("--set", setting)]


class Rehearse(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs())

    def rehearse(self, settings=(), code=0, *more):
        done = self.runs.run("rehearse", self.runs.experiment, "--json", *options(settings), *more)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout.splitlines()[-1])

    def errors(self, settings):
        found = self.rehearse(settings, code=2)
        return [(each["code"], each["path"]) for each in found["diagnostics"] if each["severity"] == "error"]

    def test_every_kind_of_model_takes_its_steps(self):
        for kind, overrides in MODELS.items():
            with self.subTest(kind):
                settings = [f"model.kind={kind}", "model.overrides={" + overrides + ", vocab_size: 400}"]
                if kind == "bert":
                    made = self.runs.run("sample", "nyutron-ner", "--output", self.runs.folder / "notes")
                    self.assertEqual(made.returncode, 0, made.stderr)
                    settings += ["task.kind=masked_language_modeling", "data.tokenizer=notes/nyutron-ner/model"]
                    settings[1] = settings[1].replace("vocab_size: 400", "vocab_size: 4000")
                rehearsal = self.rehearse(settings)
                self.assertEqual(len(rehearsal["losses"]), 2)
                self.assertTrue(all(0 < loss < 12 for loss in rehearsal["losses"]), rehearsal["losses"])
                self.assertIn("eval/loss", [metric["name"] for metric in rehearsal["metrics"]])
                # What is planned is the model itself, and not the shrunk one.
                self.assertGreater(rehearsal["plan"]["num_parameters"], 1_000_000)

    def test_settings_of_the_step_are_its_own(self):
        usual = self.rehearse()["losses"]
        for settings in (
            ["precision.kind=bf16"],
            ["optimizer.kind=sgd"],
            ["optimizer.learning_rate=0.1"],
        ):
            with self.subTest(settings):
                self.assertNotEqual(self.rehearse(settings)["losses"], usual)
        # fp16 needs a GPU, and a rehearsal does not.
        scaled = self.rehearse(["precision.kind=fp16", "resources.gpus_per_node=1"])
        self.assertEqual(len(scaled["losses"]), 2)

    def test_without_time_only_the_first_records_are_prepared(self):
        first = self.rehearse((), 0, "--data-seconds", 0)
        self.assertEqual(len(first["losses"]), 2)
        self.assertNotIn("num_examples", first["plan"])
        self.assertFalse(list(self.runs.folder.glob("cache/trainyard/prepared/*")))
        self.assertIn("num_examples", self.rehearse()["plan"])

    def test_what_training_would_fail_of_is_found(self):
        text = self.runs.folder / "short.txt"
        text.write_text("a few words\n")
        for settings, code, path in (
            (["data.sequence_length=64"], "rule.sequence_length", "data.sequence_length"),
            (["data.train=[short.txt]", "data.validation=[corpus.txt]"], "data.too_short", "data"),
            (["data.validation=[short.txt]"], "data.no_validation", "data.validation"),
            (["evaluation.metric=eval/f1"], "evaluation.metric", "evaluation.metric"),
        ):
            with self.subTest(settings):
                self.assertIn((code, path), self.errors(settings))

    def test_an_adapter_of_another_scale(self):
        model = ["model.kind=llama", "model.overrides={" + DECODER + ", vocab_size: 400}", "training.max_steps=1"]
        self.runs.train("base", 1, model)
        adapter = [*model, "model.pretrained=base/results/model", "lora.rank=4"]
        self.runs.train("adapter", 1, adapter)
        adapter.append("lora.pretrained=adapter/results/model")
        self.assertEqual(len(self.rehearse(adapter)["losses"]), 2)
        self.assertEqual(self.errors([*adapter, "lora.alpha=99"]), [("adapter.other_scale", "lora.pretrained")])

    def test_text_for_a_person(self):
        done = self.runs.run("rehearse", self.runs.experiment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 steps, loss ", done.stdout)
        done = self.runs.run("rehearse", self.runs.experiment, "--set", "data.sequence_length=64")
        self.assertEqual(done.returncode, 2)
        self.assertIn("positions", done.stdout)


if __name__ == "__main__":
    unittest.main()
