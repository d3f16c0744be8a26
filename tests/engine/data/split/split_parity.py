# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares rows of engine/data/split with NumPy's RandomState.permutation, scikit-learn's train_test_split, and NYUTron's split in three.

split_parity.py PROGRAM
"""

import struct
import subprocess
import sys
import time

import numpy
from sklearn.model_selection import train_test_split

SEEDS = [0, 1, 42, 12345, 2**31, 2**32 - 1]
RATIOS = [0.1, 0.2, 0.25, 1 / 3, 0.5, 0.001, 0.949, 0.9, 0.7, 0.95, 1e-9, 0.999999, 0.29, 0.57, 0.0, 1.0, -0.5, 1.5]
THREE = [
    (0.8, 0.1),
    (0.5, 0.25),
    (0.949, 0.05),
    (0.5, 0.3),
    (0.7, 0.15),
    (0.1, 0.1),
    (0.9, 0.1),
    (0.5, 0.5),
    (0.6, 0.39999),
    (0.0, 0.5),
    (0.5, 0.0),
    (1 / 3, 1 / 3),
]


def ask(program, lines):
    out = subprocess.run(
        [program], input="".join(line + "\n" for line in lines).encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    at = 0
    for _ in lines:
        (num_lists,) = struct.unpack_from("<I", out, at)
        at += 4
        lists = []
        for _ in range(num_lists):
            (length,) = struct.unpack_from("<Q", out, at)
            lists.append(numpy.frombuffer(out, dtype="<i8", count=length, offset=at + 8))
            at += 8 + 8 * length
        yield lists
    assert at == len(out)


def rows_of(count, seed, **sizes):
    return train_test_split(numpy.arange(count), random_state=seed, **sizes)


def split_in_three(count, seed, train_ratio, validation_ratio):
    """As NYUTron's TrainValTestSplitModule calls scikit-learn."""
    test_ratio = 1 - train_ratio - validation_ratio
    if test_ratio <= 0 or validation_ratio <= 0:
        raise ValueError("no rows for one part")
    train, others = rows_of(count, seed, train_size=train_ratio)
    validation, test = train_test_split(
        others, train_size=validation_ratio / (validation_ratio + test_ratio), random_state=seed
    )
    return [train, validation, test]


def questions():
    """(the line that asks, what answers)"""
    for count in [*range(1, 201), 623, 624, 625, 1000, 65_535, 65_536, 65_537, 1_000_000]:
        seeds = SEEDS if count <= 1000 else [0, 42]
        for seed in seeds:
            yield f"permutation {seed} {count}", lambda c=count, s=seed: [numpy.random.RandomState(s).permutation(c)]
        is_small = count <= 200
        for index, ratio in enumerate(RATIOS if is_small else RATIOS[:6]):
            seed = seeds[(count + index) % len(seeds)]
            yield f"test {seed} {count} {ratio!r}", lambda c=count, s=seed, r=ratio: rows_of(c, s, test_size=r)
            yield f"train {seed} {count} {ratio!r}", lambda c=count, s=seed, r=ratio: rows_of(c, s, train_size=r)
            other = RATIOS[(index * 7 + count) % len(RATIOS)]
            yield (
                f"both {seed} {count} {ratio!r} {other!r}",
                lambda c=count, s=seed, r=ratio, o=other: rows_of(c, s, train_size=r, test_size=o),
            )
        for index, (train, validation) in enumerate(THREE if is_small else THREE[:4]):
            seed = seeds[(count + index) % len(seeds)]
            yield (
                f"three {seed} {count} {train!r} {validation!r}",
                lambda c=count, s=seed, t=train, v=validation: split_in_three(c, s, t, v),
            )


def expected_of(answer):
    try:
        return answer()
    except ValueError:  # too few rows, or a ratio that is none
        return []


def main():
    asked = list(questions())
    num_refused = 0
    for (line, answer), found in zip(asked, ask(sys.argv[1], [line for line, _ in asked]), strict=True):
        expected = expected_of(answer)
        num_refused += not expected
        if len(expected) != len(found) or not all(map(numpy.array_equal, expected, found)):
            sys.exit(f"{line}: expected {[part[:9] for part in expected]}, got {[part[:9] for part in found]}")
    assert 0 < num_refused < len(asked) // 2
    (three,) = ask(sys.argv[1], ["three 42 10 0.5 0.3"])
    assert [len(part) for part in three] == [5, 3, 2]  # NYUTron's own test has these sizes
    began = time.monotonic()
    numpy.random.RandomState(7).permutation(10_000_000)
    theirs = time.monotonic() - began
    began = time.monotonic()
    list(ask(sys.argv[1], ["permutation 7 10000000"]))
    print(
        f"{len(asked)} splits are equal, {num_refused} of them refused by both; 10 million rows in {time.monotonic() - began:.2f} s with start and "
        f"transfer, NumPy {theirs:.2f} s"
    )


if __name__ == "__main__":
    main()
