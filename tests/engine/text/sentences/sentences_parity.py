# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what engine/text/sentences learns, and where it splits, with nltk's Punkt.

sentences_parity.py PROGRAM CHECK (../text_reference.py; PROGRAM is sentences_parity)
"""

import json
import os
import pathlib
import random
import struct
import sys
import time
import unicodedata

import regex
from nltk.tabdata import TabEncoder
from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer, PunktTrainer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from clinical_notes import ABBREVIATIONS, notes
from text_reference import IS_LONG, corpus, run_check

CHARACTERS = '.......!?\'"")]} \n\t  -,;:aAbBcCxX1209(\u00a0\u2003\u2028\x85\x1c\x0b\r\u201d\u2019\u00bb\u00ab\u4e2d\u3002\u0660\u03a3\u0130_\u0301\u01c5\u2160\U0001f600'
PIECES = ABBREVIATIONS + [
    "The",
    "the",
    "And",
    "and",
    "dog",
    "Dog",
    "J",
    "5",
    "5.",
    "3.5",
    "1,000.",
    "...",
    "..",
    ". . .",
    ". .",
    "--",
    "-",
    "!",
    "?",
    ".",
    '."',
    ".)",
    "?'",
    ")",
    '"',
    "'",
    "]",
    "}",
    ",",
    ";",
    ":",
    "U.S.",
    "u.s",
    "x-ray.",
    "co-op.",
    "a.b.c",
    "e.g.,",
    "\u4e2d\u6587.",
    "\u0645.",
    "\u03a3.",
    "A\u03a3.",
    "\x1c",
    "_.",
    "\u00e9.",
    "\u2160.",
]
GAPS = [" ", " ", " ", " ", "", "\n", "\n\n", "  ", "\t", "\u00a0", "\u2003", "\r\n", "\n \x1c\n", "\x85", "--"]


def write_texts(engine, texts):
    with open(engine.path("texts"), "wb") as stream:
        for text in texts:
            data = text.encode()
            stream.write(struct.pack("<I", len(data)) + data)


def known(parameters):
    """nltk's parameters as JSON has them; what nltk looked up and did not find has no bits."""
    return {
        "abbreviations": sorted(parameters.abbrev_types),
        "collocations": sorted(map(list, parameters.collocations)),
        "sentence_starters": sorted(parameters.sent_starters),
        "orthographic_context": {t: b for t, b in parameters.ortho_context.items() if b},
    }


def save(engine, parameters, name="parameters.json"):
    with open(engine.path(name), "w", encoding="utf-8") as stream:
        json.dump({"format": "punkt", "version": 1} | known(parameters), stream)
    return engine.path(name)


def learned(engine, texts, options="-"):
    write_texts(engine, texts)
    engine.run("train", options, engine.path("texts"), engine.path("learned.json"))
    with open(engine.path("learned.json"), encoding="utf-8") as stream:
        found = json.load(stream)
    assert (found.pop("format"), found.pop("version")) == ("punkt", 1)
    for key in ["abbreviations", "collocations", "sentence_starters"]:
        found[key].sort()
    return found


def reference(texts, options="-"):
    trainer = PunktTrainer()
    trainer.IGNORE_ABBREV_PENALTY = "p" in options
    trainer.INCLUDE_ALL_COLLOCS = "c" in options
    trainer.INCLUDE_ABBREV_COLLOCS = "a" in options
    for text in texts:
        trainer.train(text, finalize=False)
    return trainer.get_params()


def assert_same_parameters(expected, found, what):
    for key, wanted in known(expected).items():
        if wanted != found[key]:
            if key == "orthographic_context":
                wanted, got = set(wanted.items()), set(found[key].items())
            else:
                wanted, got = set(map(str, wanted)), set(map(str, found[key]))
            sys.exit(f"{what}: {key}: missing {sorted(wanted - got)[:9]}, too much {sorted(got - wanted)[:9]}")


def assert_same_learned(engine, texts, options="-"):
    expected = reference(texts, options)
    assert_same_parameters(expected, learned(engine, texts, options), f"{options} {texts[0][:200]!r}")
    return expected


def split(engine, parameters, texts):
    numbers = engine.encode(parameters, texts, "split")
    return [list(zip(spans[::2], spans[1::2])) for spans in numbers]


def assert_same_spans(engine, parameters, texts):
    splitter = PunktSentenceTokenizer(parameters)
    for text, ours in zip(texts, split(engine, save(engine, parameters), texts), strict=True):
        expected = list(splitter.span_tokenize(text))
        if expected != ours:
            first = next(i for i in range(len(expected) + 1) if expected[i : i + 1] != ours[i : i + 1])
            begin = (expected + ours)[min(first, len(expected + ours) - 1)][0]
            sys.exit(
                f"{text[max(0, begin - 60) : begin + 200]!r}: expected {expected[first : first + 4]}, got {ours[first : first + 4]}"
            )


def documents(characters):
    """Of the corpus, in files of some 100,000 characters."""
    text = corpus()[:characters]
    return [text[at : at + 100_000] for at in range(0, len(text), 100_000)]


def random_strings(count, seed):
    generator = random.Random(seed)
    texts = []
    for index in range(count):
        if index % 2:
            texts.append(
                "".join(generator.choice(CHARACTERS) for _ in range(generator.choice([1, 2, 3, 5, 8, 13, 30, 80])))
            )
        else:
            texts.append(
                "".join(
                    generator.choice(PIECES) + generator.choice(GAPS)
                    for _ in range(generator.choice([1, 2, 3, 5, 8, 20]))
                )
            )
    return texts


def random_parameters(generator):
    parameters = PunktParameters()
    types = [piece.lower() for piece in PIECES] + ["##number##", "a", "b", "c", "x", "", "\u03c2", "\u03c3"]
    types += [t[:-1] for t in types if t.endswith(".") and len(t) > 1]
    parameters.abbrev_types = {t for t in generator.sample(types, 20) if t}
    parameters.sent_starters = {t for t in generator.sample(types, 20) if t}
    parameters.collocations = {(generator.choice(types), generator.choice(types)) for _ in range(60)}
    for t in generator.sample(types, 60):
        if t:
            parameters.ortho_context[t] = generator.choice(
                [2, 4, 8, 16, 32, 64, 18, 34, 46, 126, generator.randrange(64) * 2]
            )
    return parameters


def check_documents(engine):
    """Documentation of Python and clinical notes: what is learned of them, at once and one after the other, and their sentences."""
    notes_text, everything = notes(1, 800_000 if IS_LONG else 500_000), documents(1_300_000 if IS_LONG else 700_000)
    mixed = everything[:4] + ["".join(notes_text[:300])] + notes_text[300:400]
    for texts in [["".join(notes_text)], mixed, ["".join(everything)]]:
        parameters = assert_same_learned(engine, texts)
        assert parameters.abbrev_types and parameters.sent_starters and parameters.ortho_context
        assert parameters.collocations or texts[0] != "".join(notes_text), "no collocation in the notes"
        assert_same_spans(engine, parameters, everything[::6] + notes_text[::6])
    assert_same_spans(engine, parameters, everything + notes_text)
    assert_same_spans(engine, PunktParameters(), notes_text)


def check_options(engine):
    """Each option of training alone and together, on texts where they matter."""
    texts = ["".join(notes(2, 200_000)), documents(300_000)[0]]
    several = {
        json.dumps(known(assert_same_learned(engine, texts, options))) for options in ["-", "p", "c", "a", "pa", "pc"]
    }
    assert len(several) == 6, "an option changes nothing"


def check_random_training(engine):
    """Small texts, where a count of one decides."""
    generator, most = random.Random(3), {}
    for _ in range(250):
        texts = random_strings(generator.choice([1, 5, 40, 300]), generator.random())
        if generator.random() < 0.3:
            texts += [" However something is something." * generator.randrange(60), *notes(generator.random(), 2000)]
        if generator.random() < 0.5:
            texts = ["".join(texts)]
        found = known(assert_same_learned(engine, texts, generator.choice(["-", "-", "p", "c", "a"])))
        for key, entries in found.items():
            most[key] = max(most.get(key, 0), len(entries))
    print("most of one text:", most)
    assert min(most.values()) > 0


def check_random_strings(engine):
    """10,000 strings of marks, brackets, spaces, numbers and letters, by random parameters, by none and by some learned of them."""
    generator = random.Random(4)
    texts = random_strings(20_000 if IS_LONG else 10_000, seed=5)
    learned_parameters = reference(["\n".join(texts[:5000])])
    for parameters in [PunktParameters(), learned_parameters]:
        assert_same_spans(engine, parameters, texts)
    for part in range(10):
        assert_same_spans(engine, random_parameters(generator), texts[part::10])


def is_one_of_many(code_point):
    """Of a script with many characters that are alike (ideographs, syllables), of private use, or not assigned."""
    scripts = [
        (0x1200, 0x1680),
        (0x3400, 0xA640),
        (0xAC00, 0xD7A4),
        (0x12000, 0x14700),
        (0x17000, 0x1B300),
        (0x20000, 0x110000),
    ]
    return any(first <= code_point < end for first, end in scripts) or unicodedata.category(chr(code_point)) in (
        "Co",
        "Cn",
    )


def check_characters(engine):
    """Each character inside a word, before and behind a full stop, alone, and as an initial: how it is split and what is learned of it."""
    tables = pathlib.Path(__file__).resolve().parents[4] / "engine/text/unicode/python_character_tables.cpp"
    versions = " ".join(tables.read_text().split("#include", 1)[0].replace("//", "").split())
    is_same = f"regex {regex.__version__} and Python's Unicode {unicodedata.unidata_version}" in versions
    covered = [
        c for c in range(0x110000) if unicodedata.category(chr(c)) != "Cs" and (c % 97 == 0 or not is_one_of_many(c))
    ]
    if not is_same:  # the tables of two versions differ in few characters; these are the same in all
        covered = [
            c
            for c in covered
            if c < 0x250 or 0x370 < c < 0x480 or 0x2000 <= c < 0x2070 or 0x3000 <= c < 0x3100 or 0x4E00 <= c < 0x5000
        ]
    parameters = PunktParameters()
    parameters.abbrev_types, parameters.sent_starters = {"dr"}, {"the"}
    forms = ["a{0}b. {0}c. X", "{0}. The {0} y. b.{0} c", "a{0}.{0}b {0}. c\u03a3{0} \u03a3.\n{0}\n5{0} x.{0}"]
    texts = [
        "\n\n".join(form.format(chr(c)) for c in covered[at : at + 200])
        for at in range(0, len(covered), 200)
        for form in forms
    ]
    assert_same_spans(engine, parameters, texts)
    assert_same_learned(engine, texts)


def check_files(engine):
    """nltk's folder of files and JSON are read alike, and written JSON is read as it was."""
    parameters = reference(["".join(notes(6, 200_000))])
    folder, encoder = engine.path("punkt_tab"), TabEncoder()
    os.makedirs(folder)
    for name, text in [
        ("collocations.tab", encoder.tups2tab(parameters.collocations)),
        ("sent_starters.txt", encoder.set2txt(parameters.sent_starters)),
        ("abbrev_types.txt", encoder.set2txt(parameters.abbrev_types)),
        ("ortho_context.tab", encoder.ivdict2tab(parameters.ortho_context)),
    ]:
        pathlib.Path(folder, name).write_text(text, encoding="utf-8", newline="")
    written = []
    for source in [folder, save(engine, parameters), engine.path("again.json")]:
        engine.run("convert", source, engine.path("again.json"))
        written.append(pathlib.Path(engine.path("again.json")).read_bytes())
    assert written[0] == written[1] == written[2]
    assert_same_parameters(parameters, json.loads(written[0]), "files")


def check_hostile(engine):
    """What takes nltk the square of a text's length, or its time limit, is split in time; where nltk can, it agrees."""
    small, large = 200, 300_000
    for unit in [
        ".",
        ". ",
        ".\u00a0",
        'a."',
        "-",
        "--",
        "-.",
        ". .\t",
        "'",
        "a.'\"",
        "\u03a3'",
        ",",
        "!?",
        ".\n",
        "1.",
        ".\u00a0b",
        "Dr.\u2003",
        "\x1c.",
        '").',
        "x",
    ]:
        assert_same_spans(engine, PunktParameters(), [unit * small, unit * small + " A b.", "A. " + unit * small])
        for text in [unit * large, "a. " + unit * large + " b", unit * large + "\n" + " " * large]:
            write_texts(engine, [text])
            began = time.monotonic()
            split(engine, save(engine, PunktParameters()), [text])
            engine.run("train", "-", engine.path("texts"), engine.path("learned.json"))
            assert time.monotonic() - began < 20, (unit, time.monotonic() - began)


def check_speed(engine):
    """At least three times as fast as nltk, reading and starting included."""
    texts = documents(2_000_000) + notes(7, 1_000_000)
    write_texts(engine, texts)
    began = time.monotonic()
    expected = reference(texts)
    theirs_training = time.monotonic() - began
    splitter = PunktSentenceTokenizer(expected)
    began = time.monotonic()
    for text in texts:
        splitter.tokenize(text)
    theirs_splitting = time.monotonic() - began
    began = time.monotonic()
    engine.run("train", "-", engine.path("texts"), engine.path("learned.json"))
    ours_training = time.monotonic() - began
    began = time.monotonic()
    engine.run("split", engine.path("learned.json"), engine.path("texts"), engine.path("spans"))
    ours_splitting = time.monotonic() - began
    size = sum(map(len, texts)) / 1e6
    print(
        f"training {size / ours_training:.1f} against {size / theirs_training:.2f}, splitting {size / ours_splitting:.1f} against {size / theirs_splitting:.2f} "
        "million characters a second"
    )
    assert ours_training * 3 < theirs_training and ours_splitting * 3 < theirs_splitting


if __name__ == "__main__":
    run_check(globals())
