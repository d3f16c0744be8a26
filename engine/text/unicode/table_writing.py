# SPDX-License-Identifier: GPL-3.0-or-later
"""What the generators of tables share: the library they ask, ranges of code points, and writing the file."""

import sys

import tokenizers

PINNED = "0.23.3"
CODE_POINTS = [code_point for code_point in range(0x110000) if not 0xD800 <= code_point < 0xE000]


def ranges(class_of):
    """[first, last, class] of neighbours of one class; what `class_of` gives None or False is in none."""
    result = []
    for code_point in CODE_POINTS:
        name = class_of(code_point)
        if not name:
            continue
        if result and result[-1][1] == code_point - 1 and result[-1][2] == name:
            result[-1][1] = code_point
        else:
            result.append([code_point, code_point, name])
    return result


def write(render):
    """The text that `render` returns, into the file that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} OUTPUT")
    if tokenizers.__version__ != PINNED:
        sys.exit(f"tokenizers {PINNED} is needed, {tokenizers.__version__} is installed")
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as output:
        output.write(render())
