# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the engine's metrics with scikit-learn's, seqeval's and scipy's. Run: metrics_test.py METRIC_VALUES"""

import itertools
import json
import math
import os
import random
import subprocess
import sys
import warnings

import numpy
import sklearn.calibration
from scipy import stats
from seqeval.metrics import accuracy_score as token_accuracy
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.metrics.sequence_labeling import precision_recall_fscore_support as entity_scores
from sklearn import metrics

PROGRAM = sys.argv[1]
CASES_OF_EACH = 500 if os.environ.get("TRAINYARD_LONG") else 200
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
    predictions = [
        target if rng.random() < 0.5 else rng.choice(rng.choice([among, range(labels)])) for target in targets
    ]
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
    return (
        {"num_labels": labels, "targets": targets, "logits": logits},
        expected | scores_of(numpy.array(targets), numpy.array(predictions), AVERAGES[1:]),
    )


def roc_auc(rng):
    labels, examples = rng.choice([2, 2, 3, 4, 9]), rng.choice([2, 5, 30, 300])
    among = rng.sample(range(labels), rng.choice([labels, labels, rng.randint(1, labels)]))
    targets = rng.choices(among, k=examples)
    digits = rng.choice([0, 1, 15])  # few digits make ties
    if labels == 2:
        scores = [round(rng.gauss(target, 1), digits) for target in targets]
        return {"num_labels": 2, "targets": targets, "scores": scores}, {
            "binary": metrics.roc_auc_score(targets, scores)
        }
    rows = [[round(rng.random() + (label == target), digits) + 0.1 for label in range(labels)] for target in targets]
    rows = [[score / sum(row) for score in row] for row in rows]

    def of_labels(kind, average):
        if len(set(targets)) == 1:
            return math.nan  # scikit-learn divides by zero in some of these
        return metrics.roc_auc_score(targets, rows, multi_class=kind, average=average, labels=list(range(labels)))

    expected = {
        f"{kind} {average}": of_labels(kind, average) for kind in ("ovr", "ovo") for average in ("macro", "weighted")
    }
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
    expected = {
        "mse": metrics.mean_squared_error(targets, predictions),
        "pearson": stats.pearsonr(predictions, targets).statistic,
        "spearman": stats.spearmanr(predictions, targets).statistic,
    }
    return {"targets": targets, "predictions": predictions}, expected


def curves(rng):
    """Probabilities as fp32 has them, with ties; some on the edges of bins and thresholds; at times one class alone, or one row."""
    examples = rng.choice([1, 2, 3, 10, 50, 400])
    kind = rng.choice(["any", "few", "constant", "edges", "tiny"])
    among = rng.choice([[0, 1], [0, 1], [0, 1], [0], [1]])
    targets = rng.choices(among, k=examples)

    def score(target):
        if kind == "constant":
            return 0.3
        if kind == "edges":
            return rng.randrange(101) / 100
        if kind == "tiny":
            return rng.random() * 1e-30
        return round(min(1.0, max(0.0, rng.gauss(0.3 + 0.4 * target, 0.3))), 1 if kind == "few" else 15)

    scores = [float(numpy.float32(score(target))) if rng.random() < 0.8 else score(target) for target in targets]
    y, p = numpy.array(targets), numpy.array(scores)
    fpr, tpr, roc_thresholds = metrics.roc_curve(y, p)
    precision, recall, thresholds = metrics.precision_recall_curve(y, p)
    rows, looked_up = (
        [],
        rng.randrange(1, 100),
    )  # scikit-learn takes a millisecond a threshold: it is asked about one of each case
    for step in range(1, 100):
        said = p >= step / 100
        hits = int((said & (y == 1)).sum())
        rows.append([step / 100, hits / max(1, int(said.sum())), hits / max(1, int((y == 1).sum()))])
        if step == looked_up:
            assert rows[-1][1:] == [
                metrics.precision_score(y, said, zero_division=0),
                metrics.recall_score(y, said, zero_division=0),
            ], rows[-1]

    def bins(probabilities):
        share, predicted = sklearn.calibration.calibration_curve(y, probabilities, n_bins=10, pos_label=1)
        return {"predicted": predicted.tolist(), "share": share.tolist(), "rows": float(examples)}

    return {"targets": targets, "scores": scores}, {
        "roc": {"fpr": fpr.tolist(), "tpr": tpr.tolist(), "thresholds": roc_thresholds.tolist()},
        "pr": {"precision": precision.tolist(), "recall": recall.tolist(), "thresholds": thresholds.tolist()},
        "average precision": metrics.average_precision_score(y, p) if any(targets) else math.nan,
        "area": metrics.roc_auc_score(y, p) if len(set(targets)) == 2 else math.nan,
        "at thresholds": rows,
        "calibration": bins(p),
        "scaled": bins(p / p.max() if p.max() > 0 else p),
    }


def report(rng):
    labels, examples = rng.choice([2, 3, 7]), rng.choice([1, 5, 60])
    among = rng.sample(range(labels), rng.randint(1, labels))
    targets, predictions = rng.choices(among, k=examples), rng.choices(range(labels), k=examples)
    everything = metrics.precision_recall_fscore_support(
        targets, predictions, labels=list(range(labels)), zero_division=0
    )
    whole = metrics.classification_report(targets, predictions, output_dict=True, zero_division=0)
    expected = {
        "confusion": metrics.confusion_matrix(targets, predictions, labels=list(range(labels))).ravel().tolist(),
        "classes": [list(map(float, row)) for row in zip(*everything, strict=True)],
    }
    for mean in ("macro avg", "weighted avg"):
        expected[mean] = [whole[mean][name] for name in ("precision", "recall", "f1-score")]
    return {"num_labels": labels, "targets": targets, "predictions": predictions}, expected


def far_from(line, kept):
    """The largest distance of a point of the line to the line of those kept."""
    worst = 0.0
    for first, last in itertools.pairwise(kept):
        begin, end = numpy.array(line[first]), numpy.array(line[last])
        part = numpy.array(line[first : last + 1]) - begin
        way = end - begin
        length = math.hypot(*way)
        away = (
            numpy.abs(part[:, 0] * way[1] - part[:, 1] * way[0]) / length
            if length
            else numpy.hypot(part[:, 0], part[:, 1])
        )
        worst = max(worst, float(away.max()))
    return worst


def thinning_failures():
    """Long curves keep at most the wanted points, their ends, and their course within a thousandth of the picture (where that many points allow it)."""
    rng, failures = numpy.random.default_rng(7), []
    for rows, most in ((5000, 1000), (200000, 1000), (200000, 20)):
        targets = rng.integers(0, 2, rows)
        scores = rng.normal(targets, 1.0)
        fpr, tpr, _ = metrics.roc_curve(targets, scores)
        precision, recall, _ = metrics.precision_recall_curve(targets, scores)
        for name, line in (("ROC", [fpr, tpr]), ("precision over recall", [recall, precision])):
            line = numpy.stack(line, 1).tolist()
            request = json.dumps({"metric": "thinning", "line": line, "most": most})
            kept = json.loads(
                subprocess.run([PROGRAM], input=request + "\n", check=True, capture_output=True, text=True).stdout
            )["kept"]
            limit = 1e-3 if most == 1000 else 0.05
            away = far_from(line, kept)
            if len(kept) > most or kept[0] != 0 or kept[-1] != len(line) - 1 or away > limit:
                failures.append(f"{name} of {rows} rows: {len(kept)} of {len(line)} points for {most}, {away} away")
    return failures


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
    if isinstance(ours, str):  # as JSON has what is no number
        ours = None if ours == "NaN" else float(ours)
    if expected == math.inf:
        return "" if ours == math.inf else f"{path}: {ours} for {expected}"
    if ours is None or math.isnan(expected):
        return "" if ours is None and math.isnan(expected) else f"{path}: {ours} for {expected}"
    return "" if abs(ours - expected) <= TOLERANCE * max(1.0, abs(expected)) else f"{path}: {ours!r} for {expected!r}"


def main():
    warnings.simplefilter("ignore")
    assert (
        difference({"a": [1.0, None]}, {"a": [1.0, math.nan]}) == ""
        and difference({"a": 1.0}, {"a": 1.1})
        and difference({}, {"a": 1})
    )
    cases = []
    for make in (single_label, multi_label, roc_auc, entities, regression, curves, report):
        rng = random.Random(13)
        made = filter(None, (make(rng) for _ in range(CASES_OF_EACH)))
        cases += [({"metric": make.__name__.replace("_", " ")} | request, expected) for request, expected in made]
    lines = "".join(json.dumps(request) + "\n" for request, _ in cases)
    output = subprocess.run([PROGRAM], input=lines, check=True, capture_output=True, text=True).stdout.splitlines()
    failures = thinning_failures()
    for line, (request, expected) in zip(output, cases, strict=True):
        if found := difference(json.loads(line), expected):
            failures.append(f"{found}: {json.dumps(request)[:300]}")
    print("\n".join(failures[:20]) or f"{len(cases)} cases are equal")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
