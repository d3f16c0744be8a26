# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of scheduler are told apart by what they can do, so that a further one changes nothing outside its own files: outside
remote/schedulers no source names one, nor a message of one. Usage: scheduler_names_test.py ROOT."""

import pathlib
import re
import sys

from source_files import source_files

NAMES = r"(?:slurm|direct|pbs)"
LITERAL = re.compile(rf'u?"{NAMES}"|"{NAMES}\.[a-z_]')
# The agent inside a job is told of it on its command line; the table of messages holds every sentence.
ALLOWED = ("remote/schedulers/", "engine/contract/messages/", "engine/agent/")


def findings_in(file, text):
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        match = LITERAL.search(code)
        # A key of JSON is no name of a kind: {"slurm", facts.slurmVersion} stands in remote/schedulers itself.
        if match:
            yield f"{file}:{number}: {match.group(0)}: ask the kind of scheduler (remote/schedulers/scheduler_kind.h) instead"


def main():
    assert list(findings_in("a", 'if (x.name() == QLatin1String("slurm"))')) and list(
        findings_in("a", 'code == u"slurm.lost"')
    )
    assert list(findings_in("a", 'kind = "direct";')) and not list(findings_in("a", '// "slurm" is one'))
    assert not list(findings_in("a", 'QStringLiteral("--scheduler slurm")'))
    root = pathlib.Path(sys.argv[1])
    files = [
        file
        for file in source_files(root)
        if file.parts[0] in ("engine", "remote", "gui")
        and file.suffix in (".h", ".cpp")
        and not str(file).startswith(ALLOWED)
    ]
    findings = [one for file in files for one in findings_in(file, (root / file).read_text(errors="replace"))]
    print("\n".join(findings) or f"{len(files)} sources name no kind of scheduler")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
