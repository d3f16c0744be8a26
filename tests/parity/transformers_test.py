# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the engine's models, loss, AdamW, clipping and schedule with transformers and torch. Run: transformers_test.py TRAINING_STEPS

One file because one comparison goes through all models, precisions and optimizers.
"""

import copy
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import torch
import transformers

PROGRAM = sys.argv[1]
NUM_COMBINATIONS = 20
ROWS, LENGTH, RATE, WARMUP, DECAY, MAX_NORM = 4, 32, 3e-3, 10, 0.1, 1.0
# What a model, a loss and a precision do shows in few steps, more of which cost most where the model is wide. Schedules and
# the optimizers' own memory take longer.
WIDE_STEPS, STEPS, STEPS_OF_SCHEDULES = 12, 20, 50
SMALL = {
    "hidden_size": 48,
    "intermediate_size": 80,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 40,
}
BASE = {
    "gpt2": {
        "n_positions": 40,
        "n_embd": 48,
        "n_layer": 3,
        "n_head": 4,
        "resid_pdrop": 0,
        "embd_pdrop": 0,
        "attn_pdrop": 0,
    },
    "llama": SMALL,
    "qwen2": SMALL,
    "qwen3": SMALL | {"head_dim": 20},
    "bert": {name: value for name, value in SMALL.items() if name != "num_key_value_heads"}
    | {"hidden_dropout_prob": 0, "attention_probs_dropout_prob": 0},
    "mistral": SMALL | {"sliding_window": 7},
    "smollm3": SMALL | {"no_rope_layer_interval": 2, "pad_token_id": 0},
    "mamba": {"hidden_size": 48, "num_hidden_layers": 3, "state_size": 8},
    "gemma3": SMALL | {"head_dim": 20, "query_pre_attn_scalar": 30, "sliding_window": 7, "sliding_window_pattern": 2},
}
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 5e5,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}
WINDOW = {"use_sliding_window": True, "sliding_window": 7, "max_window_layers": 1}
MASKED = {"task.kind": "masked_language_modeling"}
PADDING = 0
FOUR = ["north", "east", "south", "west"]
ONE_LABEL = {"task.kind": "sequence_classification", "task.labels": json.dumps(FOUR)}
SEVERAL_LABELS = ONE_LABEL | {"task.problem_type": "multi_label_classification"}
NUMBER = {"task.kind": "sequence_classification", "task.problem_type": "regression"}
EACH_TOKEN = {"task.kind": "token_classification", "task.labels": json.dumps(FOUR)}
PACKED = {"packed": True}  # no setting: several documents a row, which do not see each other
CLASSIFIES = {"num_labels": 4, "pad_token_id": PADDING, "classifier_dropout": 0}
# Tied to others in transformers, or used by nothing there.
NOT_OURS = {"lm_head.weight", "cls.predictions.decoder.weight", "cls.predictions.decoder.bias", "cls.predictions.bias"}
# name: (kind, precision, the model's other settings, Trainer's other arguments, the experiment's other settings)
CASES = {
    "gelu_new": ("gpt2", "fp32", {}, {}, {}),
    "gelu, untied, wide": (
        "gpt2",
        "fp32",
        {"activation_function": "gelu", "tie_word_embeddings": False, "n_inner": 80},
        {},
        {},
    ),
    "relu, scales": (
        "gpt2",
        "fp32",
        {"activation_function": "relu", "scale_attn_by_inverse_layer_idx": True, "layer_norm_epsilon": 1e-3},
        {},
        {},
    ),
    # Layers of more than 4 MiB, whose gradients have memory only from the backward pass to the update.
    "wide": ("gpt2", "fp32", {"n_embd": 512, "n_layer": 2}, {}, {}),
    "llama, wide, untied": (
        "llama",
        "fp32",
        {"hidden_size": 512, "intermediate_size": 1024, "vocab_size": 2500, "tie_word_embeddings": False},
        {},
        {},
    ),
    # At the others' rate it diverges, and rounding with it.
    "bert, wide": ("bert", "fp32", {"hidden_size": 512, "intermediate_size": 1536}, {"learning_rate": 1e-4}, MASKED),
    "bf16": ("gpt2", "bf16", {}, {}, {}),
    "fp16": ("gpt2", "fp16", {}, {}, {}),
    "pure bf16": ("gpt2", "pure_bf16", {}, {}, {}),
    "llama, pure bf16": ("llama", "pure_bf16", {}, {}, {}),
    "bert, pure bf16": ("bert", "pure_bf16", {}, {}, MASKED),
    "fp16, scale too high at first": (
        "gpt2",
        "fp16",
        {},
        {},
        {"precision.initial_scale_power": 28, "precision.loss_scale_window": 7},
    ),
    "llama": ("llama", "fp32", {}, {}, {}),
    "llama, tied, scaled rotation, biases": (
        "llama",
        "fp32",
        {
            "tie_word_embeddings": True,
            "attention_bias": True,
            "mlp_bias": True,
            "head_dim": 16,
            "rope_parameters": LLAMA3,
        },
        {},
        {},
    ),
    "llama, linear rotation of an older folder": (
        "llama",
        "fp32",
        {"rope_theta": 2e4, "rope_scaling": {"type": "linear", "factor": 2.0}},
        {},
        {},
    ),
    "llama, bf16": ("llama", "bf16", {}, {}, {}),
    "qwen2": (
        "qwen2",
        "fp32",
        {"rms_norm_eps": 1e-5, "rope_parameters": {"rope_type": "default", "rope_theta": 1e6}},
        {},
        {},
    ),
    "qwen2, window": ("qwen2", "fp32", WINDOW | {"tie_word_embeddings": True}, {}, {}),
    "qwen3": ("qwen3", "fp32", {"rope_parameters": {"rope_type": "default", "rope_theta": 1e6}}, {}, {}),
    "qwen3, bf16": ("qwen3", "bf16", {"tie_word_embeddings": True}, {}, {}),
    "mistral, window, packed": ("mistral", "fp32", {}, {}, PACKED),
    "mistral, no window": ("mistral", "fp32", {"sliding_window": None, "head_dim": 20}, {}, {}),
    "mistral, a label a text": ("mistral", "fp32", CLASSIFIES, {}, ONE_LABEL),
    "smollm3": ("smollm3", "fp32", {}, {}, {}),
    "smollm3, window": ("smollm3", "fp32", {"use_sliding_window": True, "sliding_window": 7}, {}, {}),
    "gemma3": ("gemma3", "fp32", {}, {}, {}),
    "gemma3, bf16": ("gemma3", "bf16", {}, {}, {}),
    "gpt2, packed": ("gpt2", "fp32", {}, {}, PACKED),
    "llama, packed": ("llama", "fp32", {}, {}, PACKED),
    "qwen2, window, packed": ("qwen2", "fp32", WINDOW, {}, PACKED),
    "gemma3, packed": ("gemma3", "fp32", {}, {}, PACKED),
    "mamba": ("mamba", "fp32", {}, {}, {}),
    "mamba, untied, biases, short kernel": (
        "mamba",
        "fp32",
        {"tie_word_embeddings": False, "use_bias": True, "use_conv_bias": False, "conv_kernel": 2, "time_step_rank": 5},
        {},
        {},
    ),
    "mamba, bf16": ("mamba", "bf16", {}, {}, {}),
    "bert": ("bert", "fp32", {}, {}, MASKED),
    "bert, untied, one type": (
        "bert",
        "fp32",
        {"tie_word_embeddings": False, "type_vocab_size": 1, "layer_norm_eps": 1e-6},
        {},
        MASKED,
    ),
    "bert, bf16": ("bert", "bf16", {}, {}, MASKED),
    "bert, a label a text": ("bert", "fp32", CLASSIFIES, {}, ONE_LABEL),
    "bert, several labels a text": ("bert", "fp32", CLASSIFIES, {}, SEVERAL_LABELS),
    "bert, a number a text": ("bert", "fp32", CLASSIFIES | {"num_labels": 1}, {}, NUMBER),
    "bert, a label a token": ("bert", "fp32", CLASSIFIES, {}, EACH_TOKEN),
    "bert, a label a token, bf16": ("bert", "bf16", CLASSIFIES, {}, EACH_TOKEN),
    "gpt2, a label a text": (
        "gpt2",
        "fp32",
        CLASSIFIES,
        {"label_smoothing_factor": 0.1},
        ONE_LABEL | {"training.label_smoothing_factor": 0.1},
    ),
    "gpt2, a label a token": ("gpt2", "fp32", CLASSIFIES, {}, EACH_TOKEN),
    "llama, a label a text": ("llama", "fp32", CLASSIFIES, {}, ONE_LABEL),
    "llama, several labels a text, bf16": ("llama", "bf16", CLASSIFIES, {}, SEVERAL_LABELS),
    "llama, a label a token": ("llama", "fp32", CLASSIFIES, {}, EACH_TOKEN),
    "qwen2, a number a text": ("qwen2", "fp32", CLASSIFIES | {"num_labels": 1}, {}, NUMBER),
    "qwen2, a label a token": ("qwen2", "fp32", CLASSIFIES, {}, EACH_TOKEN),
    "qwen3, a label a text": ("qwen3", "fp32", CLASSIFIES | {"tie_word_embeddings": True}, {}, ONE_LABEL),
    "qwen3, a label a token": ("qwen3", "fp32", CLASSIFIES, {}, EACH_TOKEN),
    "smollm3, a label a text": ("smollm3", "fp32", CLASSIFIES, {}, ONE_LABEL),
    "smollm3, a label a token": ("smollm3", "fp32", CLASSIFIES, {}, EACH_TOKEN),
    "gemma3, a label a text": ("gemma3", "fp32", CLASSIFIES, {}, ONE_LABEL),
    "label smoothing": ("gpt2", "fp32", {}, {"label_smoothing_factor": 0.2}, {"training.label_smoothing_factor": 0.2}),
    "sgd, cosine": (
        "gpt2",
        "fp32",
        {},
        {"optim": "sgd", "lr_scheduler_type": "cosine", "learning_rate": 0.3},
        {"optimizer.kind": "sgd", "schedule.kind": "cosine"},
    ),
    "sgd with momentum, constant": (
        "gpt2",
        "fp32",
        {},
        {"optim": "sgd", "lr_scheduler_type": "constant", "learning_rate": 0.05},
        {"optimizer.kind": "sgd", "optimizer.momentum": 0.9, "schedule.kind": "constant"},
    ),
    "adafactor, polynomial": (
        "gpt2",
        "fp32",
        {},
        {
            "optim": "adafactor",
            "lr_scheduler_type": "polynomial",
            "lr_scheduler_kwargs": {"power": 2.0, "lr_end": 1e-4},
        },
        {
            "optimizer.kind": "adafactor",
            "schedule.kind": "polynomial",
            "schedule.power": 2.0,
            "schedule.minimum_learning_rate": 1e-4,
        },
    ),
    "adamw with other betas, restarts": (
        "gpt2",
        "fp32",
        {},
        {
            "adam_beta1": 0.7,
            "adam_beta2": 0.95,
            "adam_epsilon": 1e-6,
            "lr_scheduler_type": "cosine_with_restarts",
            "lr_scheduler_kwargs": {"num_cycles": 3},
            "max_grad_norm": 0.3,
        },
        {
            "optimizer.beta1": 0.7,
            "optimizer.beta2": 0.95,
            "optimizer.epsilon": 1e-6,
            "optimizer.max_gradient_norm": 0.3,
            "schedule.kind": "cosine_with_restarts",
            "schedule.num_cycles": 3,
        },
    ),
}


def steps_of(config, settings):
    if os.environ.get("TRAINYARD_LONG"):
        return STEPS_OF_SCHEDULES
    if 512 in config.values():
        return WIDE_STEPS
    are_scheduled = "precision.initial_scale_power" in settings or any(
        name.startswith(("optimizer.", "schedule.")) for name in settings
    )
    return STEPS_OF_SCHEDULES if are_scheduled else STEPS


def run_engine(folder, steps, kind, precision, config, settings):
    given = (
        {"model.kind": kind, "precision.kind": precision}
        | settings
        | {f"model.overrides.{key}": json.dumps(value) for key, value in config.items()}
    )
    arguments = [PROGRAM, folder, steps, ROWS, LENGTH] + [f"{key}={value}" for key, value in given.items()]
    output = subprocess.run([str(a) for a in arguments], check=True, capture_output=True, text=True).stdout
    return [tuple(map(float, line.split())) for line in output.splitlines()]


def load(folder, like):
    return {
        name: torch.from_numpy(numpy.fromfile(folder / name, dtype=numpy.float32).reshape(p.shape)) for name, p in like
    }


def relative(a, b):
    return ((a - b).norm() / b.norm()).item()


def check(name, value, bar):
    print(f"  {name}: {value:.2e} (at most {bar:.0e})")
    return [] if value <= bar else [f"{name}: {value:.3e} is above {bar:.0e}"]


def pack(folder, tokens):
    """Where each document begins in the rows, as positions; nothing predicts its first token."""
    begins = numpy.random.default_rng(8).random(tokens.shape) < 0.15
    begins[..., 0] = True
    places = numpy.broadcast_to(numpy.arange(LENGTH), tokens.shape)
    positions = (places - numpy.maximum.accumulate(numpy.where(begins, places, 0), axis=-1)).astype(numpy.int64)
    positions.tofile(folder / "positions")
    return {"position_ids": positions, "labels": numpy.where(begins, -100, tokens)}


def made_up(folder, steps, settings, vocabulary, is_packed):
    """What the engine reads from the folder, as the inputs of a model of transformers: one dictionary a step."""
    draws = numpy.random.default_rng(7)
    task = settings.get("task.kind", "causal_language_modeling")
    tokens = draws.integers(PADDING + 1, vocabulary, (steps, ROWS, LENGTH), dtype=numpy.int64)
    labels, mask = tokens, numpy.ones_like(tokens)
    if task == "masked_language_modeling":
        labels = numpy.where(draws.random(tokens.shape) < 0.15, tokens, -100)
        labels.tofile(folder / "labels")
    if task.endswith("classification"):
        lengths = draws.integers(3, LENGTH + 1, (steps, ROWS), dtype=numpy.int64)
        lengths[0, 0] = LENGTH
        lengths.tofile(folder / "lengths")
        mask = (numpy.arange(LENGTH) < lengths[..., None]).astype(numpy.int64)
        tokens = numpy.where(mask, tokens, PADDING)
    if task == "token_classification":
        labels = numpy.where(
            mask & (draws.random(tokens.shape) < 0.7),
            draws.integers(0, len(FOUR), tokens.shape, dtype=numpy.int64),
            -100,
        )
        labels.tofile(folder / "labels")
    if task == "sequence_classification":
        labels = {
            "regression": lambda: draws.normal(size=(steps, ROWS)).astype(numpy.float32),
            "multi_label_classification": lambda: draws.integers(0, 2, (steps, ROWS, len(FOUR))).astype(numpy.float32),
            "single_label_classification": lambda: draws.integers(0, len(FOUR), (steps, ROWS), dtype=numpy.int64),
        }[settings.get("task.problem_type", "single_label_classification")]()
        labels.astype(numpy.float64).tofile(folder / "row_labels")
    tokens.tofile(folder / "tokens")
    inputs = {"input_ids": tokens} | (pack(folder, tokens) if is_packed else {"labels": labels, "attention_mask": mask})
    return [
        {name: torch.from_numpy(numpy.ascontiguousarray(array[step])) for name, array in inputs.items()}
        for step in range(steps)
    ]


def combinations():
    """Optimizer, schedule, micro-batches, clipping, smoothing and decay, drawn again for each; the reference takes a step's rows at once."""
    rng = random.Random(9)
    for number in range(NUM_COMBINATIONS):
        kind = ["gpt2", "llama", "bert", "qwen3"][number % 4]
        options = {
            "max_grad_norm": rng.choice([0.1, 1.0, 1e3]),
            "weight_decay": rng.choice([0.0, 0.1]),
            "warmup_steps": rng.choice([0, 5, 20]),
        }
        settings = {
            "optimizer.max_gradient_norm": options["max_grad_norm"],
            "optimizer.weight_decay": options["weight_decay"],
            "schedule.warmup_steps": options["warmup_steps"],
            "batch.gradient_accumulation_steps": rng.choice([1, 2, 4]),
        }
        # The bias of BERT's keys has a gradient of rounding alone, which Adafactor divides by its own size.
        optimizer = rng.choice(["adamw", "adamw", "sgd"] if kind == "bert" else ["adamw", "sgd", "adafactor"])
        if optimizer == "adamw":
            options |= {"adam_beta1": rng.choice([0.8, 0.9]), "adam_beta2": rng.choice([0.95, 0.999])}
            settings |= {"optimizer.beta1": options["adam_beta1"], "optimizer.beta2": options["adam_beta2"]}
        else:
            # With larger steps Adafactor amplifies rounding beyond the bars.
            options |= {
                "optim": optimizer,
                "learning_rate": rng.choice([0.03, 0.1] if optimizer == "sgd" else [3e-4, 1e-3]),
            }
            settings |= {"optimizer.kind": optimizer} | (
                {"optimizer.momentum": rng.choice([0.0, 0.9])} if optimizer == "sgd" else {}
            )
        schedule = rng.choice(
            [
                "linear",
                "cosine",
                "cosine_with_restarts",
                "polynomial",
                "constant_with_warmup",
                "inverse_sqrt",
                "warmup_stable_decay",
            ]
        )
        own = {
            "cosine_with_restarts": {"num_cycles": 2},
            "polynomial": {"power": 2.0},
            "warmup_stable_decay": {"num_decay_steps": 15},
        }.get(schedule, {})
        options |= {
            "lr_scheduler_type": schedule,
            "lr_scheduler_kwargs": own | ({"lr_end": 0.0} if schedule == "polynomial" else {}),
        }
        settings |= {"schedule.kind": schedule} | {
            "schedule." + {"num_decay_steps": "decay_steps"}.get(key, key): value for key, value in own.items()
        }
        if rng.random() < 0.5:
            options["label_smoothing_factor"] = settings["training.label_smoothing_factor"] = 0.1
        words = ", ".join(f"{key.rpartition('.')[2]} {value}" for key, value in settings.items())
        yield f"{kind}: {words}", (kind, "fp32", {}, options, settings | (MASKED if kind == "bert" else {}))


def loss_of(trainer, outputs, labels, task):
    if not trainer.label_smoother:
        return outputs.loss
    return trainer.label_smoother(outputs, labels, shift_labels=task == "causal_language_modeling")


def compare(folder, kind, precision, config, options, settings):
    steps = steps_of(config, settings)
    options = {
        "learning_rate": RATE,
        "weight_decay": DECAY,
        "warmup_steps": WARMUP,
        "max_grad_norm": MAX_NORM,
    } | options
    settings = {
        "optimizer.learning_rate": options["learning_rate"],
        "optimizer.weight_decay": DECAY,
        "schedule.warmup_steps": WARMUP,
    } | settings
    is_packed = settings.pop("packed", False)
    inputs = made_up(folder, steps, settings, config["vocab_size"], is_packed)
    curve = run_engine(folder, steps, kind, precision, config, settings)
    task = settings.get("task.kind", "causal_language_modeling")
    auto = {
        "causal_language_modeling": transformers.AutoModelForCausalLM,
        "masked_language_modeling": transformers.AutoModelForMaskedLM,
        "sequence_classification": transformers.AutoModelForSequenceClassification,
        "token_classification": transformers.AutoModelForTokenClassification,
    }[task]
    theirs = copy.deepcopy(config)
    if task == "sequence_classification":
        theirs["problem_type"] = settings.get("task.problem_type", "single_label_classification")
    model = auto.from_config(transformers.AutoConfig.for_model({"gemma3": "gemma3_text"}.get(kind, kind), **theirs))
    parameters = [
        (name, parameter) for name, parameter in model.named_parameters() if (folder / "initial" / name).exists()
    ]
    if precision == "pure_bf16":
        model.to(torch.bfloat16)
    missing, unexpected = model.load_state_dict(load(folder / "initial", parameters), strict=False)
    problems = [f"missing {m}" for m in missing if m not in NOT_OURS] + [f"unexpected {u}" for u in unexpected]

    # Trainer's own groups, optimizer, clipping and schedule.
    arguments = transformers.TrainingArguments(
        output_dir=str(folder), max_steps=steps, use_cpu=True, report_to=[], **options
    )
    trainer = transformers.Trainer(model=model, args=arguments)
    trainer.create_optimizer_and_scheduler(steps)
    for group in trainer.optimizer.param_groups:
        if "momentum" in group:  # TrainingArguments has none
            group["momentum"] = settings.get("optimizer.momentum", 0.0)
    low = torch.autocast(
        "cpu", {"fp16": torch.float16}.get(precision, torch.bfloat16), enabled=precision in ("bf16", "fp16")
    )
    # As Trainer's accelerator does it with fp16=True; without it all of this changes nothing.
    scaler = torch.amp.GradScaler(
        "cpu",
        enabled=precision == "fp16",
        init_scale=2.0 ** settings.get("precision.initial_scale_power", 16),
        growth_interval=settings.get("precision.loss_scale_window", 2000),
    )
    model.train()
    model.config.use_cache = False  # with a cache transformers takes a row for one document
    exact = precision == "fp32"
    with torch.no_grad(), low:
        if task.endswith("classification"):
            outputs, file = model(**inputs[0]).logits, "logits"
        else:
            outputs, file = (
                model.base_model(
                    **{name: tensor for name, tensor in inputs[0].items() if name != "labels"}
                ).last_hidden_state,
                "hidden",
            )
            outputs = model.cls.predictions.transform(outputs) if kind == "bert" else outputs
        outputs = outputs.float()
    ours = torch.from_numpy(numpy.fromfile(folder / file, dtype=numpy.float32)).view(outputs.shape)
    if task == "token_classification":
        seen = inputs[0]["attention_mask"].bool()
        ours, outputs = ours[seen], outputs[seen]
    problems += check(file, relative(ours, outputs), 1e-5 if exact else 2e-2)
    losses, norms = [], []
    for step in range(steps):
        with low:
            loss = loss_of(trainer, model(**inputs[step]), inputs[step]["labels"], task)
        scaler.scale(loss).backward()
        scaler.unscale_(trainer.optimizer)
        if step == 0 and "precision.initial_scale_power" not in settings:
            gradients = load(folder / "gradient", parameters)
            worst = max(relative(gradients[n], p.grad) for n, p in parameters if p.grad.norm() > 1e-6)
            problems += check("worst gradient", worst, 1e-5 if exact else 0.1)
        # In fp64: torch's own is wrong by 1e-5 of tensors with a million numbers.
        norms.append(
            torch.stack([p.grad.double().norm() for p in model.parameters() if p.grad is not None]).norm().item()
        )
        torch.nn.utils.clip_grad_norm_(model.parameters(), options["max_grad_norm"])
        before = scaler.get_scale()
        scaler.step(trainer.optimizer)
        scaler.update()
        if scaler.get_scale() >= before:
            trainer.lr_scheduler.step()
        model.zero_grad()
        losses.append(loss.item())
    problems += check(
        "loss, worst of the curve",
        max(abs(a[0] / b - 1) for a, b in zip(curve, losses, strict=True)),
        1e-4 if exact else 2e-2,
    )
    finite = next(step for step, norm in enumerate(norms) if numpy.isfinite(norm))
    ours_finite = next(step for step, (_, norm) in enumerate(curve) if norm > 0)
    # Autocast has a few more numbers in fp16 on the way back, so that its scale may have to be halved once or twice more.
    problems += (
        []
        if finite - 2 <= ours_finite <= finite
        else [f"first steps: {ours_finite} were skipped, and {finite} by torch"]
    )
    if ours_finite == finite:
        problems += check(
            "gradient norm of the first step", abs(curve[finite][1] / norms[finite] - 1), 1e-5 if exact else 2e-2
        )
    final = load(folder / "final", parameters)
    if exact:
        theirs = {n: p.detach().clone() for n, p in parameters}
        if settings.get("optimizer.kind") == "adafactor" and kind == "gpt2":
            # The keys' bias moves all scores of a row alike: its gradient is rounding, which Adafactor divides by its own size.
            width = config["n_embd"]
            for weights in (final, theirs):
                for name in weights:
                    if name.endswith("attn.c_attn.bias"):
                        weights[name][width : 2 * width] = 0
        total = torch.cat([theirs[n].flatten() for n, _ in parameters])
        problems += check(
            "final weights", relative(torch.cat([final[n].flatten() for n, _ in parameters]), total), 1e-3
        )
    return problems


def main():
    failures = []
    for name, (kind, precision, extra, options, settings) in [*CASES.items(), *combinations()]:
        print(name)
        with tempfile.TemporaryDirectory() as folder:
            failures += [
                f"{name}: {p}"
                for p in compare(
                    pathlib.Path(folder), kind, precision, {"vocab_size": 97} | BASE[kind] | extra, options, settings
                )
            ]
    print("\n".join(failures) or "all equal")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
