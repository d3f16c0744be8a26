# SPDX-License-Identifier: GPL-3.0-or-later
"""Each preset's sample trains in the engine and in the Python that its original uses, from the same weights, in fp32 on a processor,
without dropout: losses, learning rates and metrics of each step are compared. Run: presets_test.py ENGINE STEPS [PRESET...]

The reference is transformers' Trainer with rows of preset_references.py. It is told three things of the engine: the first weights
(a folder that the engine wrote after a step with a rate of 1e-30, which changes no number but zeros, and these by as much), the order
of rows in each epoch, and for masked language modelling which tokens are hidden (both written again in engine_order.py)."""

import math
import os
import sys
import time
import traceback

os.environ["TRAINYARD_ENGINE"] = sys.argv[1]

import preset_references as references  # first: it sets the environment of the libraries

# isort: split
import datasets
import numpy
import peft
import torch
import transformers
import yaml
from safetensors.torch import load_file

from engine_order import EpochSampler, InOrder, epoch_order
from engine_runs import Runs
from schedules_test import of_deepspeed

PRESETS = references.TESTS.parent / "resources/presets"
CURVE, AFTER, SAME_SCORES, SAME_WEIGHTS, RATES = 1e-3, 1e-3, 1e-6, 1e-5, 1e-12  # the most that may differ
STEPS = int(sys.argv[2])


def originals():
    found = {path.stem: yaml.safe_load(path.read_text()) for path in sorted(PRESETS.glob("*.yaml"))}
    return [name for name, document in found.items() if "original" in document["tags"]]


class ScheduledInOrder(InOrder):
    """Also with DeepSpeed's WarmupLR, which Trainer leaves to DeepSpeed."""

    factors = None

    def create_scheduler(self, num_training_steps, optimizer=None):
        if self.factors is None:
            return super().create_scheduler(num_training_steps, optimizer)
        self.lr_scheduler = torch.optim.lr_scheduler.LambdaLR(
            optimizer or self.optimizer, lambda step: self.factors[step]
        )
        self._created_lr_scheduler = True
        return self.lr_scheduler


class OfEpochs(EpochSampler):
    """Numbers of examples that tell the epoch too (preset_references.HiddenRows)."""

    def __iter__(self):
        return (self.epoch * self.count + example for example in self.order(self.epoch))


class HiddenInOrder(ScheduledInOrder):
    def _get_train_sampler(self, *_):
        return OfEpochs(self.order, len(self.train_dataset))


class Comparison:
    def __init__(self, runs, name):
        self.runs, self.name = runs, name
        self.reference = references.REFERENCES[name]
        self.folder = runs.folder / name
        done = runs.run("sample", name, "--output", self.folder)
        assert done.returncode == 0, done.stderr
        self.runs.experiment = self.folder / "sample.yaml"
        self.document = yaml.safe_load(self.runs.experiment.read_text())
        self.is_adapter = "lora" in self.document
        self.judges = self.reference.model in (references.CLASSIFIER, references.TAGGER)
        if not self.document["data"].get("validation") and not self.document["data"]["validation_split_ratio"]:
            self.document["data"]["validation_split_ratio"] = 0.05

    def settings(self):
        data = self.document["data"]
        split = [] if data.get("validation") else [f"data.validation_split_ratio={data['validation_split_ratio']}"]
        drops = [f"model.overrides.{key}=0" for key in self.reference.no_dropout] + ["lora.dropout=0"] * self.is_adapter
        return [
            f"training.max_steps={STEPS}",
            "logging.every_steps=1",
            f"evaluation.every_steps={STEPS}",
            "evaluation.every_epochs=null",
            "evaluation.early_stopping_patience=null",
            "checkpoint.save_best=false",
            "checkpoint.best_as_result=false",
            "checkpoint.every_steps=null",
            "checkpoint.every_epochs=null",
            "precision.kind=fp32",
            "search.space={}",
            *split,
            *drops,
        ]

    def train_ours(self):
        """Learns, and writes what it began with."""
        self.runs.train(
            f"{self.name} first",
            1,
            [
                *self.settings(),
                "training.max_steps=1",
                "evaluation.every_steps=1",
                "optimizer.learning_rate=1e-30",
                "optimizer.weight_decay=0",
            ],
        )
        self.first = self.runs.folder / f"{self.name} first/results/model"
        began = time.perf_counter()
        curve = self.runs.train(self.name + " run", 1, self.settings())
        self.seconds = time.perf_counter() - began
        self.trained = self.runs.folder / f"{self.name} run/results/model"
        return curve

    def pretrained_is_untouched(self):
        """What there was before is what both begin with."""
        pretrained = self.document["model"].get("pretrained")
        if not pretrained or self.is_adapter:
            return
        before, first = (load_file(folder / "model.safetensors") for folder in (self.folder / pretrained, self.first))
        shared = [name for name in before if name in first]
        assert len(shared) > len(before) / 2, sorted(before)
        for name in shared:
            assert (before[name] - first[name]).abs().max() < 1e-29, name

    def model_of(self, folder):
        if not self.is_adapter:
            return self.reference.model.from_pretrained(folder, dtype=torch.float32)
        base = self.reference.model.from_pretrained(
            self.folder / self.document["model"]["pretrained"], dtype=torch.float32
        )
        return peft.PeftModel.from_pretrained(base, folder, is_trainable=True)

    def arguments(self):
        optimizer, schedule, batch = (self.document[part] for part in ("optimizer", "schedule", "batch"))
        per_device, accumulation = batch["per_device"], batch.get("gradient_accumulation_steps", 1)
        if batch.get("global"):
            accumulation = batch["global"] // per_device
        named = {
            "beta1": "adam_beta1",
            "beta2": "adam_beta2",
            "epsilon": "adam_epsilon",
            "max_gradient_norm": "max_grad_norm",
            "weight_decay": "weight_decay",
        }
        options = {theirs: optimizer[ours] for ours, theirs in named.items() if ours in optimizer}
        assert optimizer["kind"] == "adamw" and schedule["kind"] in ("linear", "warmup_lr"), (optimizer, schedule)
        self.warmup = math.ceil(STEPS * schedule.get("warmup_ratio", 0))
        if schedule["kind"] == "linear":
            options |= {"lr_scheduler_type": "linear", "warmup_steps": self.warmup}
        else:
            self.factors = of_deepspeed(False, optimizer["learning_rate"], STEPS, self.warmup, "log", 0.0)
        return transformers.TrainingArguments(
            output_dir=str(self.runs.folder / "trainer"),
            max_steps=STEPS,
            learning_rate=optimizer["learning_rate"],
            per_device_train_batch_size=per_device,
            gradient_accumulation_steps=accumulation,
            logging_steps=1,
            use_cpu=True,
            report_to=[],
            save_strategy="no",
            disable_tqdm=True,
            per_device_eval_batch_size=100_000,
            remove_unused_columns=False,
            label_names=["labels"],
            **options,
        )

    factors = None
    scored = None  # predictions and labels of the last evaluation

    def trainer_of(self, folder, rows):
        self.of_rows = rows.metrics
        is_hidden = isinstance(rows.train, references.HiddenRows)
        of_reference = self.reference
        trainer = (HiddenInOrder if is_hidden else ScheduledInOrder)(
            model=self.model_of(folder),
            args=self.arguments(),
            train_dataset=rows.train,
            eval_dataset=rows.validation,
            data_collator=rows.collate,
            preprocess_logits_for_metrics=of_reference.scores,
            compute_metrics=self.metrics_of,
        )
        trainer.remove_callback(transformers.PrinterCallback)
        trainer.factors = self.factors
        # Whether Trainer divides by what a step accumulates. Version 5 leaves that to models which take any argument, as classifiers do, but their
        # losses are means of a micro-batch: its steps have the sum of these. The originals' versions divide.
        trainer.model_accepts_loss_kwargs = not self.judges
        trainer.order = lambda epoch: epoch_order(self.document["seed"], epoch, len(rows.train))
        return trainer

    def metrics_of(self, found):
        self.scored = (found.predictions, found.label_ids)
        return (self.of_rows or self.reference.metrics)(found.predictions, found.label_ids)

    def evaluated(self, trainer):
        """All rows are one batch, so that the loss is that of all targets, as the engine's."""
        found = trainer.evaluate()
        found = {"loss": found["eval_loss"]} | {
            key: found["eval_" + key]
            for key in ("accuracy", "precision", "recall", "f1", "roc_auc", "roc_auc_ovo")
            if "eval_" + key in found
        }
        if not self.judges:
            found["perplexity"] = math.exp(found["loss"])
        return found

    def classified(self):
        """The engine's metrics, and scikit-learn's of the probabilities that the engine predicts."""
        output = self.runs.folder / f"{self.name} predicted"
        words = [word for setting in self.settings() for word in ("--set", setting)]
        done = self.runs.run(
            "predict",
            self.runs.experiment,
            "--model",
            self.trained,
            "--output",
            output,
            "--write",
            "probabilities",
            *words,
        )
        assert done.returncode == 0, done.stderr
        return self.reference.of_predictions(
            numpy.load(output / "probabilities.npy"), numpy.load(output / "labels.npy").astype(int)
        )

    def run(self):
        ours = self.train_ours()
        self.pretrained_is_untouched()
        rows = self.reference.rows(self.document, self.folder, self.first)
        trainer = self.trainer_of(self.first, rows)
        began = time.perf_counter()
        trainer.train()
        theirs_seconds = time.perf_counter() - began
        log = {entry["step"]: entry for entry in trainer.state.log_history if "loss" in entry}
        assert sorted(log) == list(range(1, STEPS + 1)), sorted(log)
        worst = {
            "loss": max(abs(ours[step, "train/loss"] - log[step]["loss"]) for step in log),
            "learning rate": max(abs(ours[step, "train/learning_rate"] - log[step]["learning_rate"]) for step in log),
        }
        bars = {"loss": CURVE, "learning rate": RATES}
        found = {
            key.removeprefix("eval/"): value
            for (step, key), value in ours.items()
            if step == STEPS and key.startswith("eval/")
        }

        def compare(kind, wanted, bar):
            missing = [key for key in wanted if key not in found]
            assert not missing and wanted, f"the engine says nothing of {missing}"
            scale = {
                key: max(1.0, abs(value)) if key in ("perplexity", "loss") else 1.0 for key, value in wanted.items()
            }
            differences = {key: abs(found[key] - value) / scale[key] for key, value in wanted.items()}
            # The same weights differ in the last digit of fp32: a pair of rows that is nearer has no order.
            apart = 1e-4 if bar == AFTER else 2e-6
            undecided = self.reference.undecided(*self.scored, apart) if self.reference.undecided else {}
            slack = {key: undecided.get(key, 0) for key in wanted}
            key = max(differences, key=lambda key: differences[key] - slack[key])
            name = f"{kind} ({key})"
            worst[name], bars[name] = differences[key], bar + slack[key]
            self.told.append(", ".join(wanted))

        self.told = []
        compare("after training", self.evaluated(trainer), AFTER)
        compare("of the same weights", self.evaluated(self.trainer_of(self.trained, rows)), SAME_WEIGHTS)
        if self.reference.of_predictions:
            compare("of the same scores", self.classified(), SAME_SCORES)
        first, last = log[1]["loss"], log[STEPS]["loss"]
        print(
            f"{self.name}: {STEPS} steps, loss {first:.4f} to {last:.4f}; worst differences: "
            + ", ".join(f"{key} {value:.1e}" for key, value in worst.items())
        )
        print(
            f"  metrics: {self.told[0]}; {self.seconds:.1f} s with start and end, {theirs_seconds:.1f} s for the reference's steps alone",
            flush=True,
        )
        return [
            f"{self.name}: {key} {value:.2e} is above {bars[key]:.0e}"
            for key, value in worst.items()
            if not value <= bars[key]
        ]


def main():
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    datasets.disable_progress_bars()
    problems = []
    names = sys.argv[3:] or originals()
    assert set(originals()) == set(references.REFERENCES), "a preset without reference, or the other way round"
    with Runs() as runs:
        for name in names:
            try:
                problems += Comparison(runs, name).run()
            except Exception:  # the others are compared all the same
                traceback.print_exc()
                problems.append(f"{name}: not compared")
    print("\n".join(problems) or f"{len(names)} presets train as their originals")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
