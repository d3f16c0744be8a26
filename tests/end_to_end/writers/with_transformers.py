# SPDX-License-Identifier: GPL-3.0-or-later
"""Hugging Face's Trainer on a model of one weight, which logs the training's values with its own, on its first process only."""

import pathlib

import torch
from transformers import Trainer, TrainingArguments

from training import values_of, wait_to_be_killed


class OneWeight(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor(2.0))

    def forward(self, number, labels):
        return {"loss": ((self.weight * number - labels) ** 2).mean()}


class Logging(Trainer):
    def log(self, logs, *arguments, **keywords):
        values = values_of(self.state.global_step, goes_on)
        values.pop("train/loss")  # the Trainer has its own
        super().log({**logs, **values}, *arguments, **keywords)
        wait_to_be_killed(self.state.global_step, goes_on)


goes_on = any(pathlib.Path("trainer").glob("checkpoint-*"))
arguments = TrainingArguments(
    "trainer",
    max_steps=2000,
    logging_steps=1,
    save_steps=100,
    save_total_limit=2,
    save_only_model=True,  # the optimizer of processes without GPUs is not loaded again by this version of torch
    report_to=[],
    use_cpu=True,
    disable_tqdm=True,
)
rows = [{"number": float(number), "labels": float(3 * number)} for number in range(64)]
trainer = Logging(OneWeight(), arguments, train_dataset=rows)
trainer.train(resume_from_checkpoint=goes_on)
trainer.save_state()
