# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `yard import` with transformers: values of random TrainingArguments, as JSON and as a command line, and what its DeepSpeed
integration fills in for "auto". Run: import_test.py YARD"""

import json
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

import transformers
import yaml
from accelerate.utils.deepspeed import HfDeepSpeedConfig
from transformers.integrations.deepspeed import HfTrainerDeepSpeedConfig

YARD = sys.argv[1]
CASES = 25
AUTO = {
    "train_micro_batch_size_per_gpu": "auto",
    "gradient_accumulation_steps": "auto",
    "train_batch_size": "auto",
    "gradient_clipping": "auto",
    "bf16": {"enabled": "auto"},
    "zero_optimization": {"stage": 2},
    "optimizer": {"type": "AdamW", "params": {"lr": "auto", "betas": "auto", "eps": "auto", "weight_decay": "auto"}},
    "scheduler": {
        "type": "WarmupDecayLR",
        "params": {
            "warmup_min_lr": "auto",
            "warmup_max_lr": "auto",
            "warmup_num_steps": "auto",
            "total_num_steps": "auto",
        },
    },
}
# Ours: the default there, where nothing is written.
DEFAULTS = {
    "batch.per_device": 8,
    "batch.gradient_accumulation_steps": 1,
    "training.num_epochs": 3,
    "optimizer.learning_rate": 5e-5,
    "optimizer.beta1": 0.9,
    "optimizer.beta2": 0.999,
    "optimizer.epsilon": 1e-8,
    "optimizer.weight_decay": 0,
    "optimizer.max_gradient_norm": 1,
    "schedule.kind": "linear",
    "schedule.warmup_steps": 0,
    "schedule.minimum_learning_rate": 0,
    "seed": 42,
    "logging.every_steps": 10,
    "precision.kind": "fp32",
    "training.label_smoothing_factor": 0,
}


def imported(*files):
    """The experiment by paths, and the notes."""
    done = subprocess.run([YARD, "import", *map(str, files)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    document, flat = yaml.safe_load(done.stdout), dict(DEFAULTS)
    for section, value in document.items():
        flat.update(
            {f"{section}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {section: value}
        )
    return flat, done.stderr


def random_arguments(rng):
    some = {
        "per_device_train_batch_size": rng.randint(1, 64),
        "gradient_accumulation_steps": rng.randint(1, 16),
        "num_train_epochs": round(rng.uniform(0.1, 9), 2),
        "learning_rate": round(10 ** rng.uniform(-6, -2), 8),
        "adam_beta1": round(rng.uniform(0.5, 0.99), 3),
        "adam_beta2": round(rng.uniform(0.9, 0.9999), 4),
        "adam_epsilon": 10.0 ** -rng.randint(5, 10),
        "weight_decay": round(rng.uniform(0, 0.3), 3),
        "max_grad_norm": round(rng.uniform(0, 2), 2),
        "warmup_steps": rng.randint(0, 500),
        "seed": rng.randint(0, 10**6),
        "lr_scheduler_type": rng.choice(["linear", "cosine", "constant_with_warmup", "inverse_sqrt"]),
        "logging_steps": rng.randint(1, 100),
        "label_smoothing_factor": rng.choice([0.0, 0.1]),
    }
    return {key: some[key] for key in rng.sample(sorted(some), rng.randint(0, len(some)))}


def expected(arguments):
    return {
        "batch.per_device": arguments.per_device_train_batch_size,
        "batch.gradient_accumulation_steps": arguments.gradient_accumulation_steps,
        "training.num_epochs": arguments.num_train_epochs,
        "optimizer.learning_rate": arguments.learning_rate,
        "optimizer.beta1": arguments.adam_beta1,
        "optimizer.beta2": arguments.adam_beta2,
        "optimizer.epsilon": arguments.adam_epsilon,
        "optimizer.weight_decay": arguments.weight_decay,
        "optimizer.max_gradient_norm": arguments.max_grad_norm,
        "schedule.kind": arguments.lr_scheduler_type.value,
        "schedule.warmup_steps": arguments.warmup_steps,
        "seed": arguments.seed,
        "logging.every_steps": arguments.logging_steps,
        "training.label_smoothing_factor": arguments.label_smoothing_factor,
    }


def filled_in(arguments):
    """What transformers makes of AUTO; the class finds its methods in accelerate only where DeepSpeed itself is installed."""
    for name in ("find_config_node", "get_value", "is_true", "is_false", "is_zero2", "is_zero3", "del_config_sub_tree"):
        setattr(HfTrainerDeepSpeedConfig, name, getattr(HfDeepSpeedConfig, name))
    config = object.__new__(HfTrainerDeepSpeedConfig)
    config.config, config._dtype, config.mismatches, config._stage, config._offload = (
        json.loads(json.dumps(AUTO)),
        None,
        [],
        2,
        False,
    )
    config.trainer_config_process(arguments)
    config.trainer_config_finalize(arguments, None, 1000)
    filled = config.config
    params, schedule = filled["optimizer"]["params"], filled["scheduler"]["params"]
    return {
        "batch.per_device": filled["train_micro_batch_size_per_gpu"],
        "batch.gradient_accumulation_steps": filled["gradient_accumulation_steps"],
        "optimizer.max_gradient_norm": filled["gradient_clipping"],
        "optimizer.learning_rate": params["lr"],
        "optimizer.beta1": params["betas"][0],
        "optimizer.beta2": params["betas"][1],
        "optimizer.epsilon": params["eps"],
        "optimizer.weight_decay": params["weight_decay"],
        "schedule.kind": "warmup_decay_lr",
        "schedule.minimum_learning_rate": schedule["warmup_min_lr"],
        "schedule.warmup_steps": schedule["warmup_num_steps"],
        "parallel.zero_stage": 2,
    }


def compare(name, found, wanted):
    wrong = {key: (found.get(key), value) for key, value in wanted.items() if found.get(key) != value}
    assert not wrong, f"{name}: here and in transformers: {wrong}"


def main():
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "ds.json").write_text(json.dumps(AUTO))
        for case in range(CASES):
            given = random_arguments(rng) if case else {}
            arguments = transformers.TrainingArguments(output_dir="out", use_cpu=True, **given)
            (folder / "all.json").write_text(arguments.to_json_string())
            (folder / "given.json").write_text(json.dumps(given | {"output_dir": "out"}))
            words = [word for key, value in given.items() for word in (f"--{key}", str(value))]
            (folder / "run.sh").write_text(
                "torchrun --nproc_per_node 2 run_clm.py --output_dir out --use_cpu " + shlex.join(words) + "\n"
            )
            for file in ("all.json", "given.json", "run.sh"):
                found, notes = imported(folder / file)
                # Each argument of this transformers is known.
                assert "unknown setting" not in notes, notes
                compare(f"{file} of {given}", found, expected(arguments))
                found, _ = imported(folder / file, folder / "ds.json")
                compare(f"{file} with DeepSpeed of {given}", found, filled_in(arguments))
    print(
        f"{CASES} sets of arguments in three spellings, with and without DeepSpeed: the same as in transformers {transformers.__version__}"
    )


if __name__ == "__main__":
    main()
