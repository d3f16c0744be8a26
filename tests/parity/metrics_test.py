"""Compares the engine's metrics with scikit-learn's, seqeval's and scipy's. Run: metrics_test.py METRIC_VALUES"""
import json
import math
import random
import subprocess
import sys
import warnings

import numpy
from scipy import stats
from seqeval.metrics import accuracy_score as token_accuracy
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.metrics.sequence_labeling import precision_recall_fscore_support as entity_scores
from sklearn import metrics

PROGRAM = sys.argv[1]
CASES_OF_EACH = 500
TOLERANCE = 1e-12
AVERAGES = ("binary", "macro", "micro", "weighted")
PREFIXES = ("BI", "BI", "BIES", "IE", "BILU")  # of each scheme; seqeval does not know L and U


def scores_of(targets, predictions, averages):
    scores = metrics.precision_recall_fscore_support
    return {average: list(scores(targets, predictions, average=average, zero_division=0)[:3]) for average in averages}


def single_label(rng):
    labels, examples = rng.choice([2, 2, 3, 5, 20]), rng.choice([1, 2, 5, 30, 200])
    # Of some cases few labels are there.
    among = rng.sample(range(labels), rng.randint(1, labels))
    targets = rng.choices(among, k=examples)
    predictions = [target if rng.random() < 0.5 else rng.choice(rng.choice([among, range(labels)])) for target in targets]
    averages = AVERAGES if labels == 2 and set(targets + predictions) != {0} else AVERAGES[1:]
    expected = {"accuracy": metrics.accuracy_score(targets, predictions)} | scores_of(targets, predictions, averages)
    if labels == 2:
        expected.setdefault("binary", [0, 0, 0])  # which scikit-learn refuses for want of the positive label
    return {"num_labels": labels, "targets": targets, "predictions": predictions}, expected


def multi_label(rng):
    labels, examples = rng.choice([2, 3, 8]), rng.choice([1, 2, 10, 100])
    share = rng.choice([0, 0.1, 0.5])
    targets = [[int(rng.random() < share) for _ in range(labels)] for _ in range(examples)]
    logits = [[rng.choice([-1.5, 0.0, 0.25, 3.0, rng.gauss(0, 1)]) for _ in range(labels)] for _ in range(examples)]
    predictions = [[int(logit > 0) for logit in row] for row in logits]
    expected = {"accuracy": metrics.accuracy_score(numpy.array(targets), numpy.array(predictions))}
    return ({"num_labels": labels, "targets": targets, "logits": logits},
            expected | scores_of(numpy.array(targets), numpy.array(predictions), AVERAGES[1:]))


def roc_auc(rng):
    labels, examples = rng.choice([2, 2, 3, 4, 9]), rng.choice([2, 5, 30, 300])
    among = rng.sample(range(labels), rng.choice([labels, labels, rng.randint(1, labels)]))
    targets = rng.choices(among, k=examples)
    digits = rng.choice([0, 1, 15])  # few digits make ties
    if labels == 2:
        scores = [round(rng.gauss(target, 1), digits) for target in targets]
        return {"num_labels": 2, "targets": targets, "scores": scores}, {"binary": metrics.roc_auc_score(targets, scores)}
    rows = [[round(rng.random() + (label == target), digits) + 0.1 for label in range(labels)] for target in targets]
    rows = [[score / sum(row) for score in row] for row in rows]

    def of_labels(kind, average):
        if len(set(targets)) == 1:
            return math.nan  # scikit-learn divides by zero in some of these
        return metrics.roc_auc_score(targets, rows, multi_class=kind, average=average, labels=list(range(labels)))
    expected = {f"{kind} {average}": of_labels(kind, average) for kind in ("ovr", "ovo") for average in ("macro", "weighted")}
    return {"num_labels": labels, "targets": targets, "scores": [score for row in rows for score in row]}, expected


def entities(rng):
    prefixes = rng.choice(PREFIXES)
    types = rng.choice([["PER"], ["PER", "LOC", "A-B"], ["PER", "LOC", ""]])
    if "L" in prefixes:  # without a type, seqeval begins these where an entity of any sequence before began
        types = ["PER", "LOC"]
    labels = ["O"] + [f"{prefix}-{kind}" if kind else prefix for prefix in prefixes for kind in types]
    share = rng.choice([0, 0.3, 0.9])
    targets, predictions, kept = [], [], ([], [])
    for _ in range(rng.randint(1, 8)):
        true = [rng.randrange(len(labels)) if rng.random() < 0.6 else 0 for _ in range(rng.randint(1, 20))]
        predicted = [label if rng.random() < share else rng.randrange(len(labels)) for label in true]
        true = [-100 if rng.random() < 0.1 else label for label in true]
        targets.append(true)
        predictions.append(predicted)
        for side, sequence in zip(kept, (true, predicted), strict=True):
            side.append([labels[label] for label, target in zip(sequence, true, strict=True) if target != -100])
    if not any(kept[0]):
        return None
    with_types = sorted({kind for side in kept for kind in found_in(side)})
    by_type = zip(*entity_scores(*kept)[:3], strict=True)
    expected = {"accuracy": token_accuracy(*kept), "overall": list(entity_scores(*kept, average="micro")[:3])}
    expected["by type"] = {kind: list(scores) for kind, scores in zip(with_types, by_type, strict=True)}
    return {"labels": labels, "targets": targets, "predictions": predictions}, expected


def found_in(sequences):
    return [entity[0] for entity in get_entities(sequences)]


def regression(rng):
    examples = rng.choice([2, 3, 10, 300])
    digits, scale = rng.choice([0, 1, 15]), rng.choice([1, 1, 1e-9, 1e9])
    unscaled = [round(rng.uniform(0, 5), digits) for _ in range(examples)]
    targets = [target * scale for target in unscaled]
    predictions = [round(target + rng.gauss(0, 1), digits) * scale for target in unscaled]
    if rng.random() < 0.1:
        predictions = [predictions[0]] * examples
    expected = {"mse": metrics.mean_squared_error(targets, predictions), "pearson": stats.pearsonr(predictions, targets).statistic,
                "spearman": stats.spearmanr(predictions, targets).statistic}
    return {"targets": targets, "predictions": predictions}, expected


def difference(ours, expected, path=""):
    """Where the two are apart; empty where they are equal. NaN is what we have no value for."""
    if isinstance(expected, dict):
        if ours is None or ours.keys() != expected.keys():
            return f"{path}: {ours} for {expected}"
        return next(filter(None, (difference(ours[key], expected[key], f"{path} {key}") for key in expected)), "")
    if isinstance(expected, list):
        if ours is None or len(ours) != len(expected):
            return f"{path}: {ours} for {expected}"
        return next(filter(None, (difference(*pair, path) for pair in zip(ours, expected, strict=True))), "")
    if ours is None or math.isnan(expected):
        return "" if ours is None and math.isnan(expected) else f"{path}: {ours} for {expected}"
    return "" if abs(ours - expected) <= TOLERANCE * max(1.0, abs(expected)) else f"{path}: {ours!r} for {expected!r}"


def main():
    warnings.simplefilter("ignore")
    assert difference({"a": [1.0, None]}, {"a": [1.0, math.nan]}) == "" and difference({"a": 1.0}, {"a": 1.1}) and difference({}, {"a": 1})
    cases = []
    for make in (single_label, multi_label, roc_auc, entities, regression):
        rng = random.Random(13)
        made = filter(None, (make(rng) for _ in range(CASES_OF_EACH)))
        cases += [({"metric": make.__name__.replace("_", " ")} | request, expected) for request, expected in made]
    lines = "".join(json.dumps(request) + "\n" for request, _ in cases)
    output = subprocess.run([PROGRAM], input=lines, check=True, capture_output=True, text=True).stdout.splitlines()
    failures = []
    for line, (request, expected) in zip(output, cases, strict=True):
        if found := difference(json.loads(line), expected):
            failures.append(f"{found}: {json.dumps(request)[:300]}")
    print("\n".join(failures[:20]) or f"{len(cases)} cases are equal")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
