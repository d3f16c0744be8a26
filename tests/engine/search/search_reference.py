# SPDX-License-Identifier: GPL-3.0-or-later
"""What the comparisons of the search with Optuna share: the program that answers, spaces in both forms, and random studies."""

import contextlib
import json
import math
import pathlib
import random
import subprocess
import tempfile
import warnings

import optuna
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import TrialState

optuna.logging.set_verbosity(optuna.logging.ERROR)
warnings.simplefilter("ignore")


class Answers:
    """The program search_answers: one question a line."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, ask, **more):
        self.process.stdin.write(json.dumps({"ask": ask, **more}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"search_answers ended at {ask}"
        return json.loads(line)


def entry_of(distribution):
    """The entry of search.space for one of Optuna's distributions."""
    if isinstance(distribution, CategoricalDistribution):
        return list(distribution.choices)
    entry = {"low": distribution.low, "high": distribution.high}
    if distribution.log:
        entry["log"] = True
    elif distribution.step is not None:
        entry["step"] = distribution.step
    return entry


def random_distribution(rng):
    kind = rng.choice(["float", "log float", "stepped float", "int", "stepped int", "log int", "choice"])
    low = rng.uniform(-5, 5)
    match kind:
        case "float":
            return FloatDistribution(low, low + rng.uniform(0.1, 10))
        case "log float":
            bottom = 10 ** rng.uniform(-6, 0)
            return FloatDistribution(bottom, bottom * 10 ** rng.uniform(0.5, 4), log=True)
        case "stepped float":
            step = rng.choice([0.25, 0.5, 1.5])
            return FloatDistribution(round(low), round(low) + step * rng.randint(2, 40), step=step)
        case "int":
            return IntDistribution(round(low), round(low) + rng.randint(2, 60))
        case "stepped int":
            step = rng.randint(2, 5)
            return IntDistribution(round(low), round(low) + step * rng.randint(2, 20), step=step)
        case "log int":
            bottom = rng.randint(1, 8)
            return IntDistribution(bottom, bottom * rng.randint(3, 100), log=True)
    return CategoricalDistribution([f"choice {i}" for i in range(rng.randint(2, 6))])


def random_value(distribution, rng):
    if isinstance(distribution, CategoricalDistribution):
        return rng.choice(distribution.choices)
    if distribution.log:
        value = math.exp(rng.uniform(math.log(distribution.low), math.log(distribution.high)))
        if isinstance(distribution, IntDistribution):
            value = round(value)
        return min(max(value, distribution.low), distribution.high)
    if distribution.step is None:
        return rng.uniform(distribution.low, distribution.high)
    steps = rng.randint(0, round((distribution.high - distribution.low) / distribution.step))
    return distribution.low + steps * distribution.step


def random_trial(space, rng, states, conditional=None):
    """A trial of Optuna's with some reports. The parameter `conditional` is there in some trials only."""
    state = rng.choice(states)
    used = {name: each for name, each in space.items() if name != conditional or rng.random() < 0.6}
    reports = {}
    if rng.random() < 0.8:
        steps = rng.sample(range(12), rng.randint(1, 5))
        reports = {step: rng.choice([math.nan, round(rng.uniform(0, 2), 1)]) for step in steps}
    return optuna.trial.create_trial(
        state=state,
        value=round(rng.uniform(0, 3), 1) if state == TrialState.COMPLETE else None,
        params={name: random_value(each, rng) for name, each in used.items()},
        distributions=used,
        intermediate_values=reports,
    )


@contextlib.contextmanager
def journal_study(direction="minimize", **options):
    """A new study of Optuna's in a journal, and the path of the journal."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "optuna.log"
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(path)))
        yield optuna.create_study(storage=storage, direction=direction, **options), path


def random_studies(count, states, conditional=None):
    """(study, text of its journal) with one to four parameters and up to 60 trials each."""
    for seed in range(count):
        rng = random.Random(seed)
        space = {f"p{i}": random_distribution(rng) for i in range(rng.randint(1, 4))}
        with journal_study(rng.choice(["minimize", "maximize"]), study_name=f"study {seed}") as (study, path):
            for _ in range(rng.randint(1, 60)):
                study.add_trial(random_trial(space, rng, states, conditional))
            yield study, path.read_text()
