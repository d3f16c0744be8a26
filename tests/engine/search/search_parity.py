# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares samplers, pruners, journals and importance with Optuna's. Run: search_parity.py SEARCH_ANSWERS CHECK

densities    weights, widths and log densities of random observations, with both rules for the widths
splits       which trials are good
pruners      the decisions about random histories
journals     Optuna's journals read here, and ours read there
importance   PED-ANOVA
"""

import json
import math
import os
import pathlib
import random
import sys
import tempfile

import numpy as np
import optuna
from optuna.samplers._tpe import parzen_estimator, sampler
from optuna.trial import TrialState

from search_reference import Answers, entry_of, journal_study, random_distribution, random_studies, random_value

LONG = bool(os.environ.get("TRAINYARD_LONG"))
TOLERANCE = 1e-9
STATES = {0: "running", 1: "complete", 2: "pruned", 3: "failed"}


class StableNumpy:
    """NumPy whose argsort keeps the order of equal numbers, which its default leaves open."""

    def __getattr__(self, name):
        return getattr(np, name)

    @staticmethod
    def argsort(values):
        return np.argsort(values, kind="stable")


parzen_estimator.np = StableNumpy()


def is_close(own, theirs, tolerance=TOLERANCE):
    own, theirs = np.asarray(own, dtype=float), np.asarray(theirs, dtype=float)
    return own.shape == theirs.shape and bool(np.all(np.abs(own - theirs) <= tolerance * np.maximum(1, np.abs(theirs))))


# ---------------------------------------------------------------- densities


def shared_widths(estimator, observations):
    """The rule of Optuna 4.9 for several parameters."""
    mixture = estimator._mixture_distribution
    distributions = []
    for each in mixture.distributions:
        if hasattr(each, "sigma"):
            low, high = each.adapted_low, each.adapted_high
            width = 0.2 * max(observations, 1) ** (-1 / (len(mixture.distributions) + 4)) * (high - low)
            width = np.clip(width, (high - low) / min(100, observations + 2), high - low)
            each = each._replace(sigma=np.append(np.full(observations, width), [high - low]))
        distributions.append(each)
    estimator._mixture_distribution = mixture._replace(distributions=distributions)


def densities(answers):
    parameters = sampler.TPESampler()._parzen_estimator_parameters
    compared = 0
    for seed in range(2000 if LONG else 200):
        rng = random.Random(seed)
        space = {f"p{i}": random_distribution(rng) for i in range(rng.randint(1, 5))}
        count = rng.choice([0, 1, 2, 3, 10, 24, 25, 26, 27, 60, rng.randint(0, 120)])
        columns = {
            name: np.array([each.to_internal_repr(random_value(each, rng)) for _ in range(count)], dtype=float)
            for name, each in space.items()
        }
        theirs = parzen_estimator._ParzenEstimator(columns, space, parameters)
        at = theirs.sample(np.random.RandomState(seed), 8)
        for name, each in space.items():
            more = [each.to_internal_repr(random_value(each, rng)) for _ in range(8)]
            at[name] = np.append(at[name], more)
        for bandwidth in ("neighbours", "shared"):
            if bandwidth == "shared":
                shared_widths(theirs, count)
            own = answers.ask(
                "densities",
                space={name: entry_of(each) for name, each in space.items()},
                observations=np.array(list(columns.values())).T.tolist() if count else [],
                bandwidth=bandwidth,
                at=np.array(list(at.values())).T.tolist(),
            )
            mixture = theirs._mixture_distribution
            assert is_close(own["weights"], mixture.weights), (seed, bandwidth, "weights")
            for number, each in enumerate(mixture.distributions):
                if hasattr(each, "sigma"):
                    assert is_close(own["sigmas"][number], each.sigma), (seed, bandwidth, number, "sigmas")
            wanted = theirs.log_pdf(at)
            assert is_close(own["log_densities"], wanted), (seed, bandwidth, space, own["log_densities"], wanted)
            compared += len(wanted)
    print(f"{compared} log densities are equal")


# ---------------------------------------------------------------- splits


def splits(answers):
    states = [TrialState.COMPLETE] * 3 + [TrialState.PRUNED] * 2 + [TrialState.RUNNING, TrialState.FAIL]
    compared = 0
    for study, journal in random_studies(600 if LONG else 60, states):
        trials = [each for each in study.get_trials(deepcopy=False) if each.state != TrialState.FAIL]
        finished = sum(each.state != TrialState.RUNNING for each in trials)
        theirs = sampler._split_trials(study, trials, sampler.default_gamma(finished))
        own = answers.ask("split", optuna=journal)
        for name, part in zip(("below", "above"), theirs, strict=True):
            assert own[name] == [each.number for each in part], (study.study_name, name)
        compared += 1
    for count in range(400):
        assert min(math.ceil(0.1 * count), 25) == sampler.default_gamma(count)
    print(f"{compared} splits are equal")


# ---------------------------------------------------------------- pruners


def random_pruner(kind, rng):
    """Optuna's, and the options of ours."""
    if kind == "median":
        options = {
            "startup_trials": rng.randint(0, 4),
            "warmup_steps": rng.randint(0, 3),
            "interval_steps": rng.randint(1, 3),
            "fewest_values": rng.randint(1, 3),
        }
        percentile = rng.choice([50.0, 50.0, 25.0, rng.uniform(0, 100)])
        theirs = optuna.pruners.PercentilePruner(
            percentile,
            n_startup_trials=options["startup_trials"],
            n_warmup_steps=options["warmup_steps"],
            interval_steps=options["interval_steps"],
            n_min_trials=options["fewest_values"],
        )
        return theirs, {"kind": "percentile", "percentile": percentile, **options}
    if kind == "asha":
        resource = rng.choice([None, 1, 2])
        options = {
            "factor": rng.randint(2, 4),
            "first_exponent": rng.randint(0, 1),
            "bootstrap_count": 0 if resource is None else rng.randint(0, 2),
        }
        theirs = optuna.pruners.SuccessiveHalvingPruner(
            min_resource=resource or "auto",
            reduction_factor=options["factor"],
            min_early_stopping_rate=options["first_exponent"],
            bootstrap_count=options["bootstrap_count"],
        )
        return theirs, {"kind": "halving", "resource": resource, **options}
    if kind == "hyperband":
        largest = rng.choice([None, 9, 10, 27])
        options = {"smallest_resource": rng.randint(1, 2), "factor": rng.randint(2, 4)}
        theirs = optuna.pruners.HyperbandPruner(
            min_resource=options["smallest_resource"],
            max_resource=largest or "auto",
            reduction_factor=options["factor"],
        )
        return theirs, {"kind": "hyperband", "largest_resource": largest, **options}
    wrapped = rng.choice([None, "median", "asha"])
    theirs, options = random_pruner(wrapped, rng) if wrapped else (None, None)
    patience, tolerance = rng.randint(0, 3), rng.choice([0.0, 0.1])
    theirs = optuna.pruners.PatientPruner(theirs, patience, tolerance)
    return theirs, {"wrapped": options, "patience": patience, "tolerance": tolerance}


def random_history(seed, kind):
    """The question about a history that Optuna's pruner has decided about, and its decisions."""
    rng = random.Random(seed)
    pruner, options = random_pruner(kind, rng)
    direction = rng.choice(["minimize", "maximize"])
    study = optuna.create_study(direction=direction, pruner=pruner, study_name=f"history {seed}")
    trials = [study.ask() for _ in range(rng.randint(2, 9))]
    running = {trial.number: (trial, 0) for trial in trials}
    events, decisions = [], []
    while running:
        number = rng.choice(list(running)) if rng.random() < 0.7 else min(running)
        trial, step = running[number]
        step += rng.choice([1, 1, 1, 2])
        value = math.nan if rng.random() < 0.05 else rng.choice([rng.uniform(0, 1), round(rng.uniform(0, 1), 1)])
        trial.report(value, step)
        is_pruned = trial.should_prune()
        events.append([number, step, value])
        decisions.append(bool(is_pruned))
        running[number] = (trial, step)
        if is_pruned or step >= 10 or rng.random() < 0.05:
            failed = not is_pruned and rng.random() < 0.1
            state = TrialState.PRUNED if is_pruned else TrialState.FAIL if failed else TrialState.COMPLETE
            study.tell(trial, 0.0 if state == TrialState.COMPLETE else None, state)
            events.append([number, STATES[state.value]])
            del running[number]
    question = {"name": study.study_name, "direction": direction, "trials": len(trials), "pruner": options}
    return {**question, "events": events}, decisions


def pruners(answers):
    for kind in ("median", "asha", "hyperband", "patient"):
        compared = pruned = 0
        for seed in range(10_000 if LONG else 250):
            question, theirs = random_history(seed, kind)
            own = answers.ask("decisions", **question)["decisions"]
            assert own == theirs, (kind, seed, question, own, theirs)
            compared, pruned = compared + len(theirs), pruned + sum(theirs)
        assert 0 < pruned < compared
        print(f"{kind}: {compared} decisions are equal, {pruned} of them prune")


# ---------------------------------------------------------------- journals


def lines_of(journal):
    return [json.loads(line) for line in journal.splitlines()]


def number_of(value):
    return float(value) if isinstance(value, str) else value


def same_reports(own, theirs):
    return own.keys() == theirs.keys() and all(
        own[step] == theirs[step] or (math.isnan(own[step]) and math.isnan(theirs[step])) for step in own
    )


def journals(answers):
    states = list(TrialState)
    for study, journal in random_studies(200 if LONG else 30, states, "p1"):
        own = lines_of(answers.ask("from_optuna", optuna=journal)["journal"])
        assert own[0]["name"] == study.study_name and own[0]["search"]["direction"] == study.direction.name.lower()
        theirs = [each for each in study.trials if each.state != TrialState.WAITING]
        starts = [each for each in own if each["kind"] == "trial"]
        assert [each["values"] for each in starts] == [each.params for each in theirs], study.study_name
        for number, trial in enumerate(theirs):
            mine = [each for each in own if each.get("trial") == number]
            reports = {each["step"]: number_of(each["value"]) for each in mine if each["kind"] == "report"}
            assert same_reports(reports, trial.intermediate_values), (study.study_name, number)
            ends = [each for each in mine if each["kind"] == "end"]
            assert [each["state"] for each in ends] == [STATES[trial.state.value]][: len(ends)]
            assert bool(ends) == (trial.state != TrialState.RUNNING)
            if trial.state == TrialState.COMPLETE:
                assert ends[0]["value"] == trial.value
        read_back(answers, own, "\n".join(map(json.dumps, own)) + "\n")
    operations(answers)
    print("the journals are the same on both sides")


def read_back(answers, own, journal):
    """Our journal, as Optuna opens it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "export.log"
        path.write_text(answers.ask("to_optuna", journal=journal)["optuna"])
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(path)))
        study = optuna.load_study(storage=storage, study_name=own[0]["name"])
        starts = [each for each in own if each["kind"] == "trial"]
        assert len(study.trials) == len(starts)
        for trial, start in zip(study.trials, starts, strict=True):
            assert trial.params == start["values"]
            assert abs(trial.datetime_start.timestamp() - start["time"]) < 1e-3
            mine = [each for each in own if each.get("trial") == trial.number]
            reports = {each["step"]: number_of(each["value"]) for each in mine if each["kind"] == "report"}
            assert same_reports(trial.intermediate_values, reports)
            ends = [each for each in mine if each["kind"] == "end"]
            assert STATES[trial.state.value] == (ends[0]["state"] if ends else "running")
            if trial.state == TrialState.COMPLETE:
                assert trial.value == ends[0]["value"]
        again = answers.ask("from_optuna", optuna=path.read_text())["journal"]
        assert [each for each in lines_of(again) if each["kind"] == "report"] == [
            each for each in own if each["kind"] == "report"
        ]
        # Optuna goes on with it.
        study.tell(study.ask(), 1.0)
        assert len(study.trials) == len(starts) + 1


def operations(answers):
    """Each operation as Optuna writes it during a search, with pruned and failed trials."""
    options = {"sampler": sampler.TPESampler(seed=1), "pruner": optuna.pruners.SuccessiveHalvingPruner()}
    with journal_study(study_name="operations", **options) as (study, path):
        study.set_user_attr("note", "text")

        def objective(trial):
            x = trial.suggest_float("x", 1e-3, 1, log=True)
            layers = trial.suggest_int("layers", 1, 4)
            kind = trial.suggest_categorical("kind", ["a", "b", None, True, 3])
            trial.set_user_attr("kind", str(kind))
            if trial.number % 7 == 3:
                raise ValueError
            for step in range(1, 20):
                trial.report(x * layers / step, step)
                if trial.should_prune():
                    raise optuna.TrialPruned
            return x * layers

        study.optimize(objective, n_trials=30, catch=ValueError)
        own = lines_of(answers.ask("from_optuna", optuna=path.read_text())["journal"])
        ends = [each["state"] for each in own if each["kind"] == "end"]
        assert ends == [STATES[trial.state.value] for trial in study.trials]
        assert {"complete", "pruned", "failed"} == set(ends)
        read_back(answers, own, "\n".join(map(json.dumps, own)) + "\n")


# ---------------------------------------------------------------- importance


def importance(answers):
    compared = 0
    evaluator = optuna.importance.PedAnovaImportanceEvaluator()
    states = [TrialState.COMPLETE] * 6 + [TrialState.PRUNED, TrialState.FAIL]
    for conditional in (None, "p1"):
        for study, journal in random_studies(300 if LONG else 40, states, conditional):
            if not any(trial.state == TrialState.COMPLETE for trial in study.trials):
                continue
            theirs = optuna.importance.get_param_importances(study, evaluator=evaluator)
            own = answers.ask("importances", optuna=journal)["importances"]
            assert own.keys() == theirs.keys(), study.study_name
            assert is_close([own[name] for name in theirs], list(theirs.values()), 1e-7), (
                study.study_name,
                own,
                theirs,
            )
            compared += 1
    print(f"{compared} studies have the same importances")


def main():
    program, check = sys.argv[1:]
    checks = {
        "densities": densities,
        "splits": splits,
        "pruners": pruners,
        "journals": journals,
        "importance": importance,
    }
    checks[check](Answers(program))


if __name__ == "__main__":
    main()
