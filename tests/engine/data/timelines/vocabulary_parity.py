# SPDX-License-Identifier: GPL-3.0-or-later
"""Vocabularies of timelines: what Python pickles is read and written as JSON; what is no vocabulary is refused, and nothing of it run."""

import gzip
import json
import os
import pickle

import numpy as np

from timelines_reference import run_check


def save_vocabulary(path, lookup, aux, protocol=None, reverse=None):
    content = {
        "lookup": lookup,
        "reverse": {i: word for word, i in lookup.items()} if reverse is None else reverse,
        "aux": aux,
    }
    with gzip.open(path, "w+") as stream:
        pickle.dump(content, stream, protocol=protocol)


def check_vocabulary(engine):
    """Every protocol that plain Python and numpy write; None, "nan", "None", "NaN" and words beyond ASCII stay what they are."""
    words = [f"Q{i}" for i in range(10)] + [
        "TL_START",
        "TL_END",
        "PAD",
        "TRUNC",
        None,
        "nan",
        "None",
        "NaN",
        "Infinity",
        "",
        'a"b\n',
        "\u00e9\U0001f600",
    ]
    many = words + [f"LAB-RES_{i}_Q{i % 10}" for i in range(30_000)]
    rng = np.random.default_rng(1)
    for name, vocabulary, aux in [
        (
            "plain",
            words,
            {"LAB": [0.5, 1.5, -2.0], None: [1, 2], "nan": [float("nan"), float("inf"), -float("inf")], "empty": []},
        ),
        (
            "numpy",
            many,
            {f"LAB-RES_{i}": list(np.sort(rng.normal(size=9))) for i in range(500)}
            | {"f4": list(np.float32([1.25, 2]))}
            | {"i8": list(np.array([3, 2**40]))},
        ),
        ("none", [], {}),
    ]:
        lookup = {word: i for i, word in enumerate(vocabulary)}
        for protocol in [None, 3, 4, 5] + ([2] if name == "plain" else []):
            path, written = engine.path("vocab.gzip"), engine.path(f"{name}-{protocol}.json")
            save_vocabulary(path, lookup, aux, protocol)
            assert engine.answer(do="vocabulary", path=path, json=written) == "same"
            with open(written, encoding="utf-8") as stream:
                found = json.load(stream)
            assert found["words"] == vocabulary
            ours = [(word, [float(number) for number in numbers]) for word, numbers in found["auxiliary"]]
            reference = [(word, [float(number) for number in numbers]) for word, numbers in aux.items()]
            assert str(ours) == str(reference), (ours[:3], reference[:3])


class Harmful:
    def __reduce__(self):
        return os.system, ("touch /tmp/trainyard-was-here",)


def check_hostile_vocabulary(engine):
    """One sentence for each, nothing run, bounded memory."""
    path, written = engine.path("vocab.gzip"), engine.path("made.json")
    refuse = lambda code: engine.refusal(code, do="vocabulary", path=path, json=written)
    good = {"a": 0, None: 1}
    for lookup, aux, reverse in [
        ({"a": Harmful()}, {}, {0: "a"}),
        ({"a": 0}, {"a": Harmful()}, None),
        ({"a": 0}, {"a": [Harmful()]}, None),
        ({"a": 1}, {}, None),
        ({"a": -1}, {}, None),
        ({"a": 0, "b": 0}, {}, None),
        ({"a": 0, 5: 1}, {}, None),
        ({b"a": 0}, {}, None),
        ({"a": 2**70}, {}, None),
        (good, {}, {0: "a"}),
        (good, {}, {0: "a", 1: "None"}),
        (good, {"a": 3.5}, None),
        (good, {"a": ["x"]}, None),
        (good, {"a": {}}, None),
        ([1], {}, {}),
        (good, [], None),
        (good, {7: []}, None),
        ({"a": 0.0}, {}, {0: "a"}),
        ({"\ud800": 0}, {}, None),
    ]:
        save_vocabulary(path, lookup, aux, reverse=reverse)
        refuse("vocabulary.content")
    contents = [
        b"",
        b".",
        b"N.",
        pickle.dumps(Harmful()),
        pickle.dumps([1]),
        pickle.dumps({"lookup": {}}),
        b"\x80\x04" + b"N" * 5_000_000 + b".",
        b"(" * 3_000_000,
        b"\x80\x04]" + b"\x94h\x00a" * 100_000 + b".",
        b"c__builtin__\neval\n(X\x03\x00\x00\x001+1tR.",
        b"\x80\x05\x8d\xff\xff\xff\xff\xff\xff\xff\x7fa.",
    ]
    save_vocabulary(path, good, {})
    with gzip.open(path) as stream:
        whole = stream.read()
    contents += [whole[:-3], whole[:20], whole[: len(whole) // 2]]
    for content in contents:
        with gzip.open(path, "w") as stream:
            stream.write(content)
        refuse("vocabulary.content")
    with gzip.open(path, "w", compresslevel=1) as stream:  # a small file of much content
        for _ in range(40):
            stream.write(b"N" * (1 << 20))
    refuse("gzip.too_large")
    packed = gzip.compress(whole)
    for content in [
        b"",
        b"plain text",
        packed[:-9],
        packed[:12],
        packed + b"rest",
        packed[:20] + b"\xff" + packed[21:],
    ]:
        with open(path, "wb") as stream:
            stream.write(content)
        refuse("gzip.damaged")
    with open(path, "wb") as stream:  # members one after another are one content
        stream.write(gzip.compress(whole[:9]) + gzip.compress(whole[9:]))
    assert engine.answer(do="vocabulary", path=path, json=written) == "same"
    assert not os.path.exists("/tmp/trainyard-was-here")
    engine.refusal("file.missing", do="vocabulary", path=engine.path("no"), json=written)
    for text in [
        "",
        "{}",
        "[",
        '{"format":"trainyard-timeline-vocabulary","version":1,"words":["a","a"],"auxiliary":[]}',
        '{"format":"trainyard-timeline-vocabulary","version":1,"words":[null,null],"auxiliary":[]}',
        '{"format":"trainyard-timeline-vocabulary","version":1,"words":["a",3],"auxiliary":[]}',
        '{"format":"trainyard-timeline-vocabulary","version":1,"words":["a"],"auxiliary":[["a"]]}',
        '{"format":"trainyard-timeline-vocabulary","version":2,"words":["a"],"auxiliary":[]}',
        "[" * 100_000,
    ]:
        with open(written, "w", encoding="utf-8") as stream:
            stream.write(text)
        engine.refusal("vocabulary.json", do="json_vocabulary", path=written)
    return "refused"


if __name__ == "__main__":
    run_check(globals())
