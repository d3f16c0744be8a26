# SPDX-License-Identifier: GPL-3.0-or-later
"""Made-up clinical notes, with all that makes their sentences hard to tell apart."""

import random

ABBREVIATIONS = [
    "Dr.",
    "Mr.",
    "Mrs.",
    "Pt.",
    "pt.",
    "p.o.",
    "q.d.",
    "b.i.d.",
    "t.i.d.",
    "q.h.s.",
    "p.r.n.",
    "i.v.",
    "s/p",
    "e.g.",
    "i.e.",
    "vs.",
    "approx.",
    "Hx.",
    "No.",
    "St.",
    "M.D.",
    "Ph.D.",
    "a.m.",
    "p.m.",
    "L.V.E.F.",
    "H.",
    "J.",
    "B.",
    "resp.",
    "temp.",
    "mg.",
    "cc.",
]
NAMES = [
    "Smith",
    "Garcia",
    "O'Neil",
    "Chen",
    "Abdul-Rahman",
    "van der Berg",
    "\u00c9mile",
    "\u00d6zt\u00fcrk",
    "\u0130nan",
    "\u03a3\u039f\u03a6\u039f\u03a3",
]
WORDS = (
    "patient denies chest pain and shortness of breath on exertion the was seen in clinic today for follow up of hypertension with no acute distress lungs clear to "
    "auscultation abdomen soft given lisinopril daily continue metformin left lower extremity edema noted history fall at home wife reports he she it plan will return"
).split()
STARTERS = [
    "The",
    "Patient",
    "He",
    "She",
    "Plan",
    "However",
    "Continue",
    "On",
    "No",
    "History",
    "Denies",
    "I",
    "WBC",
    "In",
]
NUMBERS = [
    "12",
    "120/80",
    "98.6",
    "3.5",
    "1,200",
    "-4",
    ".5",
    "2.5-5",
    "10",
    "7.",
    "100.",
    "1.",
    "2024",
    "\u0661\u0662",
    "5,",
    "1-2.",
]
ENDS = [
    ".",
    ".",
    ".",
    ".",
    "!",
    "?",
    "...",
    "?!",
    "!!",
    ". . .",
    ".\u2026",
    ":",
    ";",
    ".)",
    '."',
    ".'",
    ".]",
    "!\u201d",
    ".\u2019",
    "?\u00bb",
    ".--",
    '.")',
    " .",
    "\u3002",
]
FOREIGN = [
    "\u60a3\u8005\u80f8\u75db\u3002",
    "\u751f\u547d\u4f53\u5f81\u5e73\u7a33",
    "\u0627\u0644\u0645\u0631\u064a\u0636 \u0628\u062e\u064a\u0631.",
    "\u0647\u0644 \u0647\u0646\u0627\u0643 \u0623\u0644\u0645\u061f",
    "\U0001f600",
    "\U0001f469\u200d\u2695\ufe0f.",
    "\u00bfQu\u00e9 tal?",
    "\u00abBien.\u00bb",
    "na\u00efve",
    "\u01c5ep.",
    "\u1e9eA.",
    "\u24b6.",
    "\u02b0.",
    "x\u0301.",
]
GAPS = [
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n",
    "\n\n",
    "\t",
    "\r\n",
    "\u00a0",
    "\u2003",
    "\n \n",
    "\x0b",
    "\x85",
    "\u2028",
    "\x1c",
    "\u3000",
    "",
]
OPENINGS = ["", "", "", "", "", "(", '"', "'", "[", "\u201c", "- ", "* ", "#", "-- "]


def word(generator):
    kind = generator.random()
    if kind < 0.72:
        return generator.choice(WORDS)
    if kind < 0.82:
        return generator.choice(ABBREVIATIONS)
    if kind < 0.90:
        return generator.choice(NUMBERS)
    if kind < 0.95:
        return generator.choice(NAMES)
    return (
        generator.choice(FOREIGN)
        if kind < 0.97
        else generator.choice(WORDS) + generator.choice([",", ";", ":", "-", "--", "/", "'s", ")"])
    )


def sentence(generator):
    words = [generator.choice(STARTERS) if generator.random() < 0.8 else word(generator)]
    words += [word(generator) for _ in range(generator.randrange(1, 14))]
    if generator.random() < 0.05:  # an ordinal, which no sentence ends behind
        words += [f"{generator.randrange(1, 9)}.", "Floor"]
    if generator.random() < 0.2:
        words += [generator.choice(ABBREVIATIONS), generator.choice(NAMES)]
    return generator.choice(OPENINGS) + " ".join(words) + generator.choice(ENDS)


def note(generator):
    text = ""
    for number in range(1, generator.randrange(3, 25)):
        if generator.random() < 0.15:
            text += f"\n{number}. " if generator.random() < 0.5 else f"\n{number}) "
        text += sentence(generator) + generator.choice(GAPS)
    return text


def notes(seed, characters):
    """Notes of so many characters together, or a little more."""
    generator = random.Random(seed)
    result, length = [], 0
    while length < characters:
        result.append(note(generator))
        length += len(result[-1])
    return result
