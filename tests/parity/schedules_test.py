# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the engine's learning rate schedules with transformers', and with DeepSpeed's formulas. Run: schedules_test.py SCHEDULE_FACTORS"""

import math
import random
import subprocess
import sys

import torch
import transformers

PROGRAM = sys.argv[1]
CASES_OF_EACH = 25
TOLERANCE = 1e-12
# The engine's kind: transformers' kind.
KINDS = {
    "linear": "linear",
    "cosine": "cosine",
    "cosine_with_restarts": "cosine_with_restarts",
    "polynomial": "polynomial",
    "constant": "constant",
    "constant_with_warmup": "constant_with_warmup",
    "inverse_sqrt": "inverse_sqrt",
    "warmup_stable_decay": "warmup_stable_decay",
}


def of_transformers(kind, peak, steps, warmup, options):
    """The factors that an optimizer step sees: before each of the scheduler's own steps."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=peak)
    scheduler = transformers.get_scheduler(
        kind, optimizer, num_warmup_steps=warmup, num_training_steps=steps, scheduler_specific_kwargs=options
    )
    factors = []
    for _ in range(steps + 3):
        factors.append(optimizer.param_groups[0]["lr"] / peak)
        optimizer.step()
        scheduler.step()
    return factors


def of_deepspeed(decays, peak, steps, warmup, kind, floor):
    """WarmupLR and WarmupDecayLR as deepspeed/runtime/lr_schedules.py defines them: the count of the last step, -1 before the first, which
    has the lowest rate; at least two steps of warm-up."""
    warmup = max(2, warmup)

    def gamma(count):
        if count < warmup:
            return math.log(count + 1) / math.log(warmup) if kind == "log" else count / warmup
        return max(0.0, (steps - count) / max(1.0, steps - warmup)) if decays else 1.0

    return [floor / peak] + [(floor + (peak - floor) * gamma(count)) / peak for count in range(steps + 2)]


def cases():
    """(the engine's line, the expected factors)"""
    rng = random.Random(11)
    for kind, theirs in KINDS.items():
        for number in range(CASES_OF_EACH):
            steps, peak = rng.randint(1, 60), 10 ** rng.uniform(-6, 0)
            warmup = rng.choice([0, steps, rng.randint(0, steps)])
            floor = rng.choice([0.0, peak * rng.uniform(0.01, 0.9)])
            options, words = {}, [f"schedule.kind={kind}"]
            if number % 5 == 4 and kind != "constant":
                share = rng.uniform(0, 1)
                warmup = math.ceil(steps * share)
                words.append(f"schedule.warmup_ratio={share!r}")
            else:
                words.append(f"schedule.warmup_steps={warmup}")
            if kind in ("cosine", "polynomial", "warmup_stable_decay"):
                words.append(f"schedule.minimum_learning_rate={floor!r}")
            if kind == "cosine":
                if floor:
                    theirs, options["min_lr"] = "cosine_with_min_lr", floor
                else:
                    theirs = "cosine"
            if kind == "polynomial":
                steps = max(steps, warmup + 1)  # transformers divides by their difference
                options["lr_end"], options["power"] = floor, rng.choice([1.0, 2.0, 0.5])
                words.append(f"schedule.power={options['power']}")
            if kind in ("cosine", "cosine_with_restarts") and number % 2:
                options["num_cycles"] = (
                    rng.choice([1, 2, 3]) if kind.endswith("restarts") else rng.choice([0.25, 1.0, 1.5])
                )
                words.append(f"schedule.num_cycles={options['num_cycles']}")
            if kind == "warmup_stable_decay":
                options["num_decay_steps"] = rng.randint(1, steps)
                options["min_lr_ratio"] = floor / peak
                words.append(f"schedule.decay_steps={options['num_decay_steps']}")
            if kind == "inverse_sqrt" and number % 2:
                options["timescale"] = rng.randint(max(1, warmup), 100)
                words.append(f"schedule.timescale={options['timescale']}")
            if kind == "polynomial" and number % 5 == 4:
                warmup = math.ceil(steps * share)
                if warmup >= steps:
                    continue
            yield f"{steps} {peak!r} {' '.join(words)}", of_transformers(theirs, peak, steps, warmup, options)
    for decays in (False, True):
        for _ in range(CASES_OF_EACH):
            steps, peak = rng.randint(1, 60), 10 ** rng.uniform(-6, 0)
            warmup, kind, floor = (
                rng.randint(0, steps),
                rng.choice(["log", "linear"]),
                rng.choice([0.0, peak * rng.uniform(0.01, 0.9)]),
            )
            name = "warmup_decay_lr" if decays else "warmup_lr"
            yield (
                f"{steps} {peak!r} schedule.kind={name} schedule.warmup_steps={warmup} schedule.warmup_type={kind} "
                f"schedule.minimum_learning_rate={floor!r}",
                of_deepspeed(decays, peak, steps, warmup, kind, floor),
            )


def main():
    lines, expected = zip(*cases(), strict=True)
    output = subprocess.run(
        [PROGRAM], input="\n".join(lines) + "\n", check=True, capture_output=True, text=True
    ).stdout.splitlines()
    failures = []
    for line, own, theirs in zip(lines, output, expected, strict=True):
        worst = max(
            ((abs(a - b), step) for step, (a, b) in enumerate(zip(map(float, own.split()), theirs, strict=True))),
            default=(1, 0),
        )
        if not worst[0] <= TOLERANCE:
            failures.append(f"{line}: {worst[0]:.2e} apart in step {worst[1]}")
    print("\n".join(failures) or f"{len(lines)} schedules are equal in every step")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
