# SPDX-License-Identifier: GPL-3.0-or-later
"""`engine plan` beside the training of the same document: memory, parameters and steps are those that the training says itself, before
and after the data is prepared; what cannot be planned is refused in a sentence."""

import json
import os
import subprocess
import unittest

from engine_runs import ENGINE, Runs

LONG = bool(os.environ.get("TRAINYARD_LONG"))
LLAMA = [
    "model.kind=llama",
    "model.overrides={hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2, num_attention_heads: 4, max_position_embeddings: 64, vocab_size: 400}",
]
# Of each: settings beside the small GPT-2, its ranks, and whether the data is counted.
CASES = {
    "steps": (["training.max_steps=3"], 1),
    "epochs": (["training.max_steps=null", "training.num_epochs=0.2"], 1),
    "accumulated": (["training.max_steps=null", "training.num_epochs=0.3", "batch.gradient_accumulation_steps=3"], 1),
    "tokens": (["training.max_steps=null", "training.max_tokens=2000"], 1),
    "two ranks": (["training.max_steps=null", "training.num_epochs=0.3", "resources.processes_per_node=2"], 2),
    "some examples": (["training.max_steps=null", "training.num_epochs=1", "data.max_train_samples=50"], 1),
    "bf16": (["training.max_steps=2", "precision.kind=bf16"], 1),
    "recomputed": (["training.max_steps=2", "parallel.recompute=full"], 1),
    "adapters": (["training.max_steps=2", *LLAMA, "lora.rank=4", "model.pretrained=base/results/model"], 1),
}
# What is counted in another way alone.
if not LONG:
    CASES = {
        name: CASES[name] for name in ("epochs", "accumulated", "two ranks", "some examples", "recomputed", "adapters")
    }
UNITS = {"MiB": 2**20, "GiB": 2**30}
PARTS = ("parameters", "copies", "gradients", "optimizer", "activations")


def options(settings):
    return [word for setting in settings for word in ("--set", setting)]


def in_bytes(words):
    number, unit = words.split()
    return float(number) * UNITS[unit]


def total(memory):
    return sum(memory[part] for part in PARTS)


class Plan(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs())

    def plan(self, settings=(), *more):
        done = self.runs.run("plan", self.runs.experiment, "--json", *options(settings), *more)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def own(self, plan):
        return next(memory for memory in plan["memory"] if memory["per_device"] == plan["per_device"])

    def test_what_the_training_says_itself(self):
        self.runs.train("base", 1, ["training.max_steps=1", *LLAMA])
        for name, (settings, ranks) in CASES.items():
            with self.subTest(name):
                plan = self.plan(settings)
                folder = name.replace(" ", "-")
                self.runs.train(folder, ranks, settings)
                events = list(self.runs.events(folder))
                started = next(event for event in events if event["event"] == "start")
                said = next(event["arguments"] for event in events if event.get("code") == "memory.plan")
                self.assertEqual(plan["num_steps"], started["total_steps"])
                self.assertEqual(plan["world_size"], ranks)
                self.assertAlmostEqual(total(self.own(plan)), in_bytes(said["total"]), delta=0.051 * 2**20)
                self.assertLessEqual(plan["num_trained"], plan["num_parameters"])
                self.assertEqual(plan["num_trained"] < plan["num_parameters"], name == "adapters")
                self.assertEqual("recomputed" in plan, name != "recomputed")

    @unittest.skipUnless(LONG, "takes a training for each optimizer")
    def test_the_peak_of_each_optimizer(self):
        """Of many equal layers; what a run of a tiny model takes are the libraries."""
        model = "{n_layer: 6, n_embd: 640, n_head: 10, n_positions: 64, vocab_size: 8000, resid_pdrop: 0, embd_pdrop: 0, attn_pdrop: 0}"
        short = ["training.max_steps=3", "evaluation.every_steps=null", "checkpoint.every_steps=null"]
        libraries, _ = self.peak_and_plan("libraries", short)
        for kind in ("adamw", "adamw_8bit", "sgd", "adafactor"):
            with self.subTest(kind):
                peak, plan = self.peak_and_plan(
                    kind, [*short, f"optimizer.kind={kind}", f"model.overrides={model}", "batch.per_device=4"]
                )
                self.assertGreater(plan + libraries, 0.9 * peak)
                self.assertLess(plan + libraries, 1.2 * peak)

    def peak_and_plan(self, name, settings):
        self.runs.train(name, 1, [*settings, "checkpoint.save_best=false", "data.validation_split_ratio=0"])
        said = next(event["arguments"] for event in self.runs.events(name) if event.get("code") == "memory.peak")
        return in_bytes(said["peak"]), in_bytes(said["total"])

    def test_batches_around_the_documents_own(self):
        plan = self.plan()
        self.assertEqual([memory["per_device"] for memory in plan["memory"]], [4, 8, 16])
        needed = [total(memory) for memory in plan["memory"]]
        self.assertEqual(needed, sorted(needed))
        self.assertLess(plan["recomputed"]["activations"], self.own(plan)["activations"])
        # A global batch has no more rows than that for a device.
        at_most = self.plan(["batch.global=8"])
        self.assertEqual([memory["per_device"] for memory in at_most["memory"]], [4, 8])

    def test_what_would_take_less(self):
        sizes = "model.overrides={n_layer: 4, n_embd: 512, n_head: 8, n_positions: 32, vocab_size: 400}"
        ranks = [sizes, "resources.processes_per_node=4", "batch.per_device=16"]
        for settings, stages in (([sizes], 0), (ranks, 3), ([*ranks, "parallel.zero_stage=2"], 1)):
            own = self.plan(settings)
            savings = {saving["setting"]: saving["bytes"] for saving in own["savings"]}
            self.assertEqual(list(savings.values()), sorted(savings.values(), reverse=True))
            self.assertIn("parallel.recompute=full", savings)
            self.assertIn("optimizer.kind=adamw_8bit", savings)
            self.assertEqual(sum("zero_stage" in setting for setting in savings), stages, savings)
            # Each takes a plan of its own; the first document's are planned each time.
            checked = savings.items() if LONG or settings == [sizes] else list(savings.items())[:2]
            for setting, saved in checked:
                self.assertEqual(
                    total(self.own(own)) - total(self.own(self.plan([*settings, setting]))), saved, setting
                )

    def test_out_of_memory_says_what_would_take_less(self):
        limit = 7 << 29
        sizes = "model.overrides={n_layer: 6, n_embd: 512, n_head: 8, n_positions: 32, vocab_size: 400}"
        done = subprocess.run(
            ["prlimit", f"--as={limit}", ENGINE, "train", self.runs.experiment, "--run-dir", self.runs.folder / "large"]
            + options([sizes, "batch.per_device=400", "evaluation.every_steps=null"]),
            cwd=self.runs.folder,
            env=self.runs.environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr, r"what saves memory: .*batch\.per_device=200 \([\d.]+ GiB\)")
        self.assertRegex(done.stderr, r"parallel\.recompute=full \([\d.]+ GiB\)")

    def test_data_that_is_not_prepared_is_not_counted(self):
        epochs = ["training.max_steps=null", "training.num_epochs=2"]
        before = self.plan(epochs, "--data-seconds", 0)
        self.assertNotIn("num_examples", before)
        self.assertNotIn("num_steps", before)
        self.assertFalse(list(self.runs.folder.glob("cache/trainyard/prepared/*")))
        after = self.plan(epochs)
        self.assertEqual(total(self.own(before)), total(self.own(after)))
        self.assertEqual(after["num_steps"], 2 * after["steps_per_epoch"])
        self.assertEqual(after["steps_per_epoch"], -(-after["num_examples"] // 8))
        # What is prepared is found, however little time there is for it.
        self.assertEqual(self.plan(epochs, "--data-seconds", 1), after)

    def test_text_for_a_person(self):
        done = self.runs.run("plan", self.runs.experiment)
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("model   gpt2, ", "length  30 steps", "per device", "activations", "recomputed"):
            self.assertIn(words, done.stdout)

    def test_what_cannot_be_planned_is_said(self):
        for settings, words in (
            (["workload=command", "command.program=/bin/true"], "a program of its own"),
            (["data.train=[none.txt]"], "none.txt"),
            (["data.sequence_length=64"], "positions"),
            (["batch.per_device=0"], "batch.per_device"),
        ):
            with self.subTest(settings):
                done = self.runs.run("plan", self.runs.experiment, *options(settings))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(words, done.stderr)
        failed = self.runs.run("plan", self.runs.experiment, "--json", "--set", "workload=command")
        self.assertEqual(json.loads(failed.stdout)["error"]["code"], "plan.command")


if __name__ == "__main__":
    unittest.main()
