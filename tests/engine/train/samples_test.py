# SPDX-License-Identifier: GPL-3.0-or-later
"""Every preset is a sound document, and the small sample of each of the originals trains: its loss falls, the same bytes are written
each time, and the models of the presets have the sizes that they are known by."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

import numpy
import torch
import transformers
import yaml
from sklearn.metrics import roc_auc_score

from engine_runs import ENGINE, Runs

PRESETS = pathlib.Path(__file__).parents[3] / "resources/presets"
# Of each sample: the metric that must fall, and below which share of its first value.
SAMPLES = {
    "fms-ehrs-finetune": ("train/loss", 0.95),
    "fms-ehrs-pretrain": ("train/loss", 0.95),
    "leonardo-sft": ("train/loss", 0.3),
    "leonardo-sft-lora": ("train/loss", 0.9),
    "leonardo-sft-multinode": ("train/loss", 0.3),
    "nyutron-finetune-comorbidity": ("train/loss", 0.8),
    "nyutron-finetune-denial": ("train/loss", 0.8),
    "nyutron-finetune-length-of-stay": ("train/loss", 0.8),
    "nyutron-finetune-mortality": ("train/loss", 0.8),
    "nyutron-finetune-readmission": ("train/loss", 0.8),
    "nyutron-ner": ("train/loss", 0.5),
    "nyutron-pretrain": ("train/loss", 0.8),
    "quickstart": ("train/loss", 0.95),
    "twcc-run-clm": ("train/loss", 0.6),
    "unity-gpt2-medium": ("eval/loss", 0.95),
}
# Others train as one of those here does, with other rows or labels.
ALIKE = {
    "leonardo-sft-lora",
    "leonardo-sft-multinode",
    "nyutron-finetune-comorbidity",
    "nyutron-finetune-denial",
    "nyutron-finetune-length-of-stay",
    "nyutron-finetune-mortality",
}
TRAINED = [name for name in SAMPLES if os.environ.get("TRAINYARD_LONG") or name not in ALIKE]


def document(path):
    return yaml.safe_load(path.read_text())


def originals():
    return {
        path.stem: document(path) for path in sorted(PRESETS.glob("*.yaml")) if "original" in document(path)["tags"]
    }


def bytes_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def size_on_paper(make, config):
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in make(config).parameters())


class Presets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())

    def sample(self, name):
        folder = self.runs.folder / name
        if not folder.exists():
            done = self.runs.run("sample", name, "--output", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        return folder

    def test_every_preset_is_sound(self):
        for path in sorted(PRESETS.glob("*.yaml")):
            with self.subTest(path.stem):
                done = self.runs.run("validate", path, "--json")
                self.assertEqual((done.returncode, json.loads(done.stdout)), (0, []), done.stderr)
                self.assertEqual(document(path)["name"], path.stem)
                self.assertTrue(path.read_text().startswith("# "), "the desktop shows the first lines")

    def test_every_original_has_a_sample(self):
        self.assertEqual(sorted([*originals(), "quickstart"]), sorted(SAMPLES))
        refused = self.runs.run("sample", "of-nothing", "--output", "none")
        self.assertEqual(refused.returncode, 2)
        for name in SAMPLES:
            self.assertIn(name, refused.stderr)
        self.assertFalse((self.runs.folder / "none").exists())

    def test_nothing_is_replaced(self):
        folder = self.sample("twcc-run-clm")
        before = bytes_of(folder)
        refused = self.runs.run("sample", "twcc-run-clm", "--output", folder)
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertEqual(bytes_of(folder), before)

    def test_the_same_bytes_each_time(self):
        for name in TRAINED:
            with self.subTest(name):
                again = self.runs.folder / f"{name}-again"
                self.assertEqual(self.runs.run("sample", name, "--output", again).returncode, 0)
                first, second = bytes_of(self.sample(name)), bytes_of(again)
                self.assertEqual(sorted(first), sorted(second))
                self.assertEqual([file for file in first if first[file] != second[file]], [])

    def test_each_sample_names_the_files_of_its_preset(self):
        for name, preset in originals().items():
            with self.subTest(name):
                folder = self.sample(name)
                for file in (
                    *preset["data"]["train"],
                    *preset["data"].get("validation", ()),
                    *preset["data"].get("temporal_test", ()),
                ):
                    self.assertTrue((folder / file).is_file(), file)
                if pretrained := preset["model"].get("pretrained"):
                    self.assertTrue((folder / pretrained / "model.safetensors").is_file())

    def trained(self, name):
        """The run of a sample's moved copy, made once: a sample can be used elsewhere than it was written."""
        folder, run = self.runs.folder / "moved" / name, f"run-{name}"
        if not folder.exists():
            shutil.copytree(self.sample(name), folder)
            done = self.runs.run("train", folder / "sample.yaml", "--run-dir", self.runs.folder / run)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return run

    def curve(self, name, metric):
        return [value for (_, key), value in sorted(self.runs.metrics(self.trained(name)).items()) if key == metric]

    def test_each_sample_is_sound(self):
        for name in SAMPLES:
            for command in ("validate", "preflight"):
                with self.subTest(name, command=command):
                    done = self.runs.run(command, self.sample(name) / "sample.yaml", "--json")
                    self.assertEqual((done.returncode, json.loads(done.stdout)), (0, []), done.stderr)

    def test_each_sample_learns(self):
        for name in TRAINED:
            metric, share = SAMPLES[name]
            with self.subTest(name):
                curve = self.curve(name, metric)
                self.assertGreater(len(curve), 1)
                self.assertLess(curve[-1], share * curve[0], curve)

    def test_the_outcome_is_found(self):
        """The best there can be has an AUC of 0.85 in timelines and 0.9 in notes."""
        for name, least in [("fms-ehrs-finetune", 0.65), ("nyutron-finetune-readmission", 0.8)]:
            with self.subTest(name):
                found = self.curve(name, "eval/roc_auc")
                self.assertGreater(found[-1], least, found)

    def test_timelines_are_predicted(self):
        """engine predict gives each row the probability that the evaluation judged."""
        run = self.runs.folder / self.trained("fms-ehrs-finetune")
        output = self.runs.folder / "predictions"
        done = self.runs.run(
            "predict", self.sample("fms-ehrs-finetune") / "sample.yaml", "--model", run, "--output", output
        )
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        probabilities, labels = (numpy.load(output / f"{name}.npy") for name in ("probabilities", "labels"))
        self.assertEqual(probabilities.shape, (800, 2))
        self.assertAlmostEqual(
            roc_auc_score(labels, probabilities[:, 1]),
            json.loads((run / "results/eval_results.json").read_text())["eval_roc_auc"],
            4,
        )

    def test_features_are_written(self):
        """The arguments of the preset's command, run in its folder as a job does."""
        folder, run = self.sample("fms-ehrs-features"), self.runs.folder / "run-features"
        arguments = [
            word.replace("{run_dir}", str(run)) for word in document(folder / "sample.yaml")["command"]["arguments"]
        ]
        done = subprocess.run(
            [ENGINE, *arguments],
            cwd=folder / "fms-ehrs-features",
            env=self.runs.environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        states, bits = (
            numpy.load(run / f"results/features/{name}.npy") for name in ("hidden_states", "bits_per_token")
        )
        self.assertEqual((states.shape, states.dtype, bits.shape), ((200, 64), numpy.float16, (200, 32)))
        self.assertTrue(numpy.isfinite(states).all() and numpy.isnan(bits[:, 0]).all() and (bits[:, 1] > 0).all())

    def test_the_models_have_the_sizes_they_are_known_by(self):
        overrides = originals()["fms-ehrs-pretrain"]["model"]["overrides"]
        llama = transformers.LlamaConfig(**overrides, vocab_size=256)
        self.assertEqual(round(size_on_paper(transformers.LlamaForCausalLM, llama) / 1e6, 1), 67.4)
        overrides = originals()["nyutron-pretrain"]["model"]["overrides"]
        bert = transformers.BertConfig(**overrides)
        self.assertEqual(round(size_on_paper(transformers.BertForMaskedLM, bert) / 1e6, 2), 124.49)

    def test_steps_take_what_the_originals_take(self):
        """Sequences a step with the GPUs that the preset asks for."""
        wanted = {
            "unity-gpt2-medium": 8,
            "twcc-run-clm": 128,
            "leonardo-sft": 64,
            "leonardo-sft-lora": 64,
            "leonardo-sft-multinode": 64,
            "fms-ehrs-pretrain": 32,
            "fms-ehrs-finetune": 64,
            "nyutron-pretrain": 1536,
            "nyutron-finetune-readmission": 128,
            "nyutron-finetune-mortality": 128,
            "nyutron-finetune-length-of-stay": 128,
            "nyutron-finetune-comorbidity": 128,
            "nyutron-finetune-denial": 128,
            "nyutron-ner": 16,
        }
        for name, preset in originals().items():
            batch, resources = preset["batch"], preset["resources"]
            product = (
                batch["per_device"]
                * batch.get("gradient_accumulation_steps", 1)
                * resources["nodes"]
                * resources["gpus_per_node"]
            )
            self.assertEqual(batch.get("global", product), wanted[name], name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
