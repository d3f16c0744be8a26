# SPDX-License-Identifier: GPL-3.0-or-later
"""The options that commands have in common: what lists or shows takes --json, what follows takes --watch, what deletes or ends several
runs takes --yes, and without it does nothing when nobody can be asked. Every command of `yard --help` is in one of the sets below.
"""

import re
import sys

from sandbox import Sandbox

# Their answer is data.
SHOW = {
    "import-runs",
    "reread",
    *(
        "targets",
        "targets check",
        "targets usage",
        "engine list",
        "cluster",
        "queue",
        "queue show",
        "logs",
        "where",
        "check",
        "inspect",
        "sync",
        "new",
        "runs",
        "show",
        "metrics",
        "samples",
    ),
    *(
        "study list",
        "study show",
        "study best",
        "tunnel",
        "tunnels",
        "ls",
        "submit",
        "jupyter",
        "tensorboard",
        "notify",
        "consent",
    ),
}
# What they start can be followed.
START = {"submit", "resume"}
# What they do cannot be undone, or takes several runs with it.
DESTROY = {"remove", "cancel", "queue cancel", "targets remove", "targets clean", "engine remove", "sync"}
# Everything else: they change something that is easily changed back, or their output is a text, a script or a file.
OTHER = {
    *(
        "engine",
        "engine install",
        "targets add",
        "targets edit",
        "targets disconnect",
        "targets forget-keys",
        "targets forget-passwords",
        "render",
        "import",
        "note",
        "watch",
    ),
    *(
        "fetch",
        "export",
        "study",
        "study stop",
        "study add",
        "study export",
        "tunnel close",
        "shell",
        "run",
        "cat",
        "adopt",
    ),
    *("serve", "completion", "manual", "mcp"),
}


def pages(box, *command):
    """The help of each command: {its words: text}."""
    text = box.must("yard", *command, "--help")
    found = {" ".join(command): text} if command else {}
    _, _, subcommands = text.partition("\nSubcommands:\n")
    for name in re.findall(r"^  ([a-z][a-z-]*)", subcommands, re.MULTILINE):
        found.update(pages(box, *command, name))
    return found


def main():
    with Sandbox() as box:
        helps = pages(box)
        assert set(helps) == SHOW | START | DESTROY | OTHER, set(helps) ^ (SHOW | START | DESTROY | OTHER)
        for option, commands in (("--json", SHOW), ("--watch", START), ("--yes", DESTROY)):
            having = {name for name, text in helps.items() if re.search(rf"^  (-\w,)?{option}\b", text, re.MULTILINE)}
            assert having == commands, (option, having ^ commands)
        box.must("yard", "targets", "add", "far", "--host", "127.0.0.1:1", "--base", "/tmp/runs")
        for words in (("targets", "remove", "far"), ("queue", "cancel", "far", "7")):
            asked = box.run("yard", *words)
            assert asked.returncode == 2 and "nothing was done" in asked.stderr and "--yes" in asked.stderr, asked
        assert "far" in box.must("yard", "targets")
        box.must("yard", "targets", "remove", "far", "--yes")
        assert "far" not in box.must("yard", "targets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
