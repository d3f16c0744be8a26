# SPDX-License-Identifier: GPL-3.0-or-later
"""yard in a terminal, as a person of the site behind a bastion has it: whenever a code is asked for, the next one is typed."""

import subprocess

from practice import bastion
from typed import typed


def codes(cluster):
    while True:
        code = subprocess.run([bastion.code_program(cluster.layout)], capture_output=True, check=True)
        yield code.stdout.rstrip(b"\n")


def at_terminal(sandbox, cluster, *words, seconds=120):
    """(exit code, what it said, how often it asked)."""
    return typed(sandbox, words, codes(cluster), seconds=seconds)
