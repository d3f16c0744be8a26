# SPDX-License-Identifier: GPL-3.0-or-later
"""What a lint still allows, with its number: a file of lines "WHAT NUMBER" that can only become shorter; # begins a comment."""


def read_known(file):
    known = {}
    for line in file.read_text().splitlines():
        if line and not line.startswith("#"):
            what, _, number = line.rpartition(" ")
            known[what] = int(number)
    return known


def print_counts(counts):
    print("\n".join(f"{what} {number}" for what, number in sorted(counts.items())))


def above_known(counts, known):
    """What has a larger number than is known, with it."""
    return [(what, number) for what, number in sorted(counts.items()) if number > known.get(what, 0)]
