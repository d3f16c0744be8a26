# SPDX-License-Identifier: GPL-3.0-or-later
"""The other side of the training pairs: a model under Hugging Face Trainer.

trainer_reference.py CASE TOKENS TIMES    trains; writes {step: Unix seconds when done; 0: when the first began; -1: peak memory on the GPU in MiB}. CASE: training.Case as JSON, and torch_compile; TOKENS: ids of 2 bytes
"""

import json
import sys
import time


def train(case, tokens_file, times_file):
    import numpy
    import torch
    from transformers import (
        AutoConfig,
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        Trainer,
        TrainerCallback,
        TrainingArguments,
    )

    tokens = torch.from_numpy(numpy.fromfile(tokens_file, dtype=numpy.uint16).astype(numpy.int64))
    rows = tokens[: len(tokens) // case["length"] * case["length"]].view(-1, case["length"])
    is_masked = case["kind"] == "bert"

    class Rows(torch.utils.data.Dataset):
        def __len__(self):
            return len(rows)

        def __getitem__(self, index):
            if not is_masked:
                return {"input_ids": rows[index], "labels": rows[index]}
            hidden = torch.rand(case["length"]) < 0.15
            return {"input_ids": rows[index].masked_fill(hidden, 4), "labels": rows[index].masked_fill(~hidden, -100)}

    times = {}

    class Clock(TrainerCallback):
        def on_step_begin(self, arguments, state, control, **_):
            times.setdefault(state.global_step, time.time())

        def on_step_end(self, arguments, state, control, **_):
            times[state.global_step] = time.time()

        # A step ends when the host has queued it; its loss is there when the GPU has computed it.
        def on_log(self, arguments, state, control, logs=None, **_):
            if "loss" in (logs or {}):
                times[state.global_step] = time.time()

    config = AutoConfig.for_model(case["kind"], bos_token_id=0, eos_token_id=0, **case["config"])
    model = (AutoModelForMaskedLM if is_masked else AutoModelForCausalLM).from_config(config)
    arguments = TrainingArguments(
        output_dir=times_file + ".output",
        max_steps=case["steps"],
        per_device_train_batch_size=case["rows"],
        learning_rate=1e-3,
        weight_decay=0.01,
        warmup_steps=20,
        logging_steps=case["log_every"],
        torch_compile=case.get("torch_compile", False),
        save_strategy="no",
        report_to="none",
        use_cpu=not case["gpu"],
        bf16=case["gpu"],
        disable_tqdm=True,
    )
    Trainer(model=model, args=arguments, train_dataset=Rows(), callbacks=[Clock()]).train()
    if case["gpu"]:
        times[-1] = torch.cuda.max_memory_allocated() / 2**20
    with open(times_file, "w") as file:
        json.dump(times, file)


if __name__ == "__main__":
    train(json.loads(sys.argv[1]), *sys.argv[2:4])
