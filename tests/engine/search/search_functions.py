# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what TPE finds with what Optuna's finds, on functions with known minima. Run: search_functions.py SEARCH_ANSWERS

With TRAINYARD_LONG, all seven functions, 100 trials and 30 seeds or more, with all parameters together and each by itself; else two of them, shorter.
"""

import math
import os
import sys

import numpy as np
import optuna
import scipy.stats
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from search_reference import Answers, entry_of

LONG = bool(os.environ.get("TRAINYARD_LONG"))
SIGNIFICANT = 0.01
SEEDS = 30
# Of the first 30, most of Optuna's own are worse than its median of 120, so that 30 say little here.
MORE_SEEDS = {("mixed", True): 120}

HARTMANN_WEIGHTS = np.array([1.0, 1.2, 3.0, 3.2])
HARTMANN_A = np.array(
    [[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]]
)
HARTMANN_P = 1e-4 * np.array(
    [
        [1312, 1696, 5569, 124, 8283, 5886],
        [2329, 4135, 8307, 3736, 1004, 9991],
        [2348, 1451, 3522, 2883, 3047, 6650],
        [4047, 8828, 8732, 5743, 1091, 381],
    ]
)


def numbers(values):
    return np.array(list(values.values()), dtype=float)


def sphere(values):
    return float(np.sum(numbers(values) ** 2))


def rosenbrock(values):
    x = numbers(values)
    return float(np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2))


def ackley(values):
    x = numbers(values)
    return float(-20 * np.exp(-0.2 * np.sqrt(np.mean(x**2))) - np.exp(np.mean(np.cos(2 * math.pi * x))) + 20 + math.e)


def rastrigin(values):
    x = numbers(values)
    return float(10 * len(x) + np.sum(x**2 - 10 * np.cos(2 * math.pi * x)))


def branin(values):
    x, y = numbers(values)
    inner = y - 5.1 / (4 * math.pi**2) * x**2 + 5 / math.pi * x - 6
    return inner**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10


def hartmann(values):
    x = numbers(values)
    return float(-np.sum(HARTMANN_WEIGHTS * np.exp(-np.sum(HARTMANN_A * (x - HARTMANN_P) ** 2, axis=1))))


def mixed(values):
    """Like the loss of a training, with its best value near 0. A wrong choice costs as much as a number that is a little off: were it more,
    the best values would be in two heaps, one for each choice, and their median would jump between them."""
    rate = (math.log10(values["rate"]) + 3.5) ** 2
    decay = 0.3 * (math.log10(values["decay"]) + 2) ** 2
    dropout = 4 * (values["dropout"] - 0.1) ** 2
    layers = 0.05 * (values["layers"] - 6) ** 2
    width = 0.1 * (math.log2(values["width"]) - 8) ** 2
    kind = {"a": 0.0, "b": 0.05, "c": 0.1}[values["kind"]]
    schedule = {"x": 0.05, "y": 0.0}[values["schedule"]] * (1 + rate)
    return rate + decay + dropout + layers + width + kind + schedule


# The last eval/loss of the sample of fms-ehrs-pretrain, without early stopping, at 16 learning rates from 5e-4 to 2e-2, evenly in their
# logarithms: what `engine train` gives with `search.sampler=grid`.
TIMELINE_LOSSES = {
    1: [
        2.7456,
        2.5194,
        2.2828,
        2.0478,
        1.8381,
        1.6658,
        1.5356,
        1.4476,
        1.3795,
        1.3410,
        1.3101,
        1.2926,
        1.2818,
        1.2817,
        1.6362,
        2.0102,
    ],
    2: [
        3.2272,
        3.0694,
        2.8874,
        2.6766,
        2.4506,
        2.2181,
        1.9886,
        1.7852,
        1.6194,
        1.4937,
        1.4102,
        1.3638,
        1.3358,
        1.3566,
        1.5509,
        2.2898,
    ],
    3: [
        3.4370,
        3.3066,
        3.1601,
        2.9917,
        2.8021,
        2.5881,
        2.3580,
        2.1277,
        1.9093,
        1.7256,
        1.5771,
        1.4927,
        1.4399,
        1.4668,
        2.0936,
        2.7186,
    ],
}
TIMELINE_BEST = 1.2817


def timelines(values):
    place = 15 * math.log(values["rate"] / 5e-4) / math.log(40)
    return float(np.interp(place, range(16), TIMELINE_LOSSES[values["accumulation"]]))


def box(count, low, high):
    return {f"x{i}": FloatDistribution(low, high) for i in range(count)}


FUNCTIONS = {
    "sphere": (sphere, box(5, -5, 5)),
    "rosenbrock": (rosenbrock, box(5, -5, 10)),
    "ackley": (ackley, box(10, -32.768, 32.768)),
    "rastrigin": (rastrigin, box(5, -5.12, 5.12)),
    "branin": (branin, {"x": FloatDistribution(-5, 10), "y": FloatDistribution(0, 15)}),
    "hartmann": (hartmann, box(6, 0, 1)),
    "mixed": (
        mixed,
        {
            "rate": FloatDistribution(1e-6, 1e-1, log=True),
            "decay": FloatDistribution(1e-5, 1, log=True),
            "dropout": FloatDistribution(0, 0.5, step=0.05),
            "layers": IntDistribution(1, 12),
            "width": IntDistribution(16, 1024, log=True),
            "kind": CategoricalDistribution(["a", "b", "c"]),
            "schedule": CategoricalDistribution(["x", "y"]),
        },
    ),
    "timelines": (
        timelines,
        {"rate": FloatDistribution(5e-4, 2e-2, log=True), "accumulation": IntDistribution(1, 3)},
    ),
}


def values_of_optuna(function, space, trials, seed, is_multivariate):
    """The value of each trial."""
    sampler = optuna.samplers.TPESampler(seed=seed, multivariate=is_multivariate)
    study = optuna.create_study(sampler=sampler)
    study.optimize(
        lambda trial: function({name: trial._suggest(name, each) for name, each in space.items()}), n_trials=trials
    )
    return [trial.value for trial in study.trials]


def values_of_ours(answers, function, space, trials, seed, is_multivariate):
    section = {
        "space": {name: entry_of(each) for name, each in space.items()},
        "sampler": "tpe" if is_multivariate else "tpe_independent",
    }
    answers.ask("begin", search=section, seed=seed)
    values = []
    for _ in range(trials):
        trial = answers.ask("next")
        value = function({name: trial["values"][name] for name in space})
        answers.ask("tell", trial=trial["trial"], value=value)
        values.append(value)
    return values


def compare(answers, name, trials, seeds, is_multivariate):
    function, space = FUNCTIONS[name]
    own = [min(values_of_ours(answers, function, space, trials, seed, is_multivariate)) for seed in range(seeds)]
    theirs = [min(values_of_optuna(function, space, trials, seed, is_multivariate)) for seed in range(seeds)]
    low, middle, high = np.quantile(theirs, [0.25, 0.5, 0.75])
    chance = scipy.stats.mannwhitneyu(own, theirs).pvalue
    mode = "together" if is_multivariate else "independent"
    print(f"{name} {mode}: {np.median(own):.4g}, Optuna {middle:.4g} [{low:.4g}, {high:.4g}], p = {chance:.3f}")
    return low <= np.median(own) <= high and chance > SIGNIFICANT


def trials_until(values, good):
    """How many trials there were when one was good; one more than all if none was."""
    return next((number for number, value in enumerate(values, 1) if value <= good), len(values) + 1)


def compare_needed(answers, seeds):
    """The trials that the sample's search needs to come within 2 % of the least loss that is known."""
    function, space = FUNCTIONS["timelines"]
    good, trials = TIMELINE_BEST * 1.02, 60
    own = [trials_until(values_of_ours(answers, function, space, trials, seed, True), good) for seed in range(seeds)]
    theirs = [trials_until(values_of_optuna(function, space, trials, seed, True), good) for seed in range(seeds)]
    low, middle, high = np.quantile(theirs, [0.25, 0.5, 0.75])
    chance = scipy.stats.mannwhitneyu(own, theirs).pvalue
    print(f"trials needed: {np.median(own):.3g}, Optuna {middle:.3g} [{low:.3g}, {high:.3g}], p = {chance:.3f}")
    return np.median(own) <= high and chance > SIGNIFICANT and max(own) <= trials


def main():
    answers = Answers(sys.argv[1])
    if LONG:
        results = [
            compare(answers, name, 100, MORE_SEEDS.get((name, together), SEEDS), together)
            for name in FUNCTIONS
            if name != "timelines"
            for together in (True, False)
        ]
    else:
        results = [compare(answers, name, 50, 15, True) for name in ("branin", "hartmann")]
    results.append(compare_needed(answers, SEEDS))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
