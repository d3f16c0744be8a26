# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of scheduler are told apart by what they can do, so that a further one changes nothing outside its own files: outside
remote/schedulers no source names one, nor a message of one. Slurm's programs, variables and options are spoken in its own rooms only; the
lines elsewhere that still do are counted in slurm_known.txt, which can only become shorter. Usage: scheduler_names_test.py ROOT."""

import collections
import pathlib
import re
import sys

from known_counts import above_known, print_counts, read_known
from source_files import source_files

NAMES = r"(?:slurm|direct|pbs)"
LITERAL = re.compile(rf'u?"{NAMES}"|"{NAMES}\.[a-z_]')
# The agent inside a job is told of it on its command line; the table of messages holds every sentence.
ALLOWED = ("remote/schedulers/", "engine/contract/messages/", "engine/agent/")

SPEECH = re.compile(
    r"\b(?:sbatch|squeue|sacct|sacctmgr|scontrol|srun|sinfo|scancel|salloc|slurmstepd)\b|SLURM|[sS]lurm|SBATCH"
)
# What Slurm is, what a job script of its says, every sentence, the settings and scripts of others.
ROOMS = (
    "remote/schedulers/slurm/",
    "engine/agent/slurm/",
    "engine/contract/script/",
    "engine/contract/messages/",
    "remote/import/",
    "remote/rehearse/",
)
# The same of PBS, where nothing else speaks it but the tables that list what there is, and what a job script may say.
PBS_SPEECH = re.compile(r"\b(?:qsub|qstat|qdel|qrls|qselect|pbsnodes|pbsdsh)\b|PBS|[pP]bs[A-Z_]|\bpbs\b")
PBS_ROOMS = (
    "remote/schedulers/pbs/",
    "engine/agent/pbs/",
    "engine/contract/script/",
    "engine/contract/messages/",
    "remote/import/",
    "remote/rehearse/",
)
PBS_TABLES = {
    "engine/agent/job/job_scheduler.cpp": 1,
    "engine/agent/job/job_scheduler.h": 1,
    "engine/contract/experiment/resources.cpp": 1,
    "engine/contract/experiment/script.cpp": 2,
    "engine/contract/message_tables.h": 1,
    "engine/contract/messages.cpp": 1,
    "gui/help/message_help.cpp": 1,
    "remote/schedulers/scheduler_kind.cpp": 1,
    "remote/schedulers/scheduler_kind.h": 1,
    "remote/schedulers/slurm/job_script_check.cpp": 1,
}


def lines_that_speak(speech, texts):
    """How many lines of code of each file, outside comments and includes, speak it."""
    counts = collections.Counter()
    for file, text in texts.items():
        for line in text.splitlines():
            if "#include" not in line and speech.search(re.sub(r"(^|\s)//.*", "", line)):
                counts[file] += 1
    return counts


def outside(rooms, texts):
    return {file: text for file, text in texts.items() if not file.startswith(rooms)}


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
    assert lines_that_speak(SPEECH, {"a": 'run(u"squeue");\nx();  // sbatch\n'}) == {"a": 1}
    assert lines_that_speak(PBS_SPEECH, {"a": 'run(u"qstat");\nx();  // qsub\n'}) == {"a": 1}
    root = pathlib.Path(sys.argv[1])
    texts = {
        str(file): (root / file).read_text(errors="replace")
        for file in source_files(root)
        if file.parts[0] in ("engine", "remote", "gui") and file.suffix in (".h", ".cpp")
    }
    unnamed = outside(ALLOWED, texts)
    findings = [one for file, text in unnamed.items() for one in findings_in(file, text)]
    counts = lines_that_speak(SPEECH, outside(ROOMS, texts))
    if "--write" in sys.argv:
        print_counts(counts)
        return
    findings += [
        f"{file}: {number} lines speak PBS: say it in its room, and ask the kind of scheduler here"
        for file, number in above_known(lines_that_speak(PBS_SPEECH, outside(PBS_ROOMS, texts)), PBS_TABLES)
    ]
    known = read_known(root / "tests/lint/slurm_known.txt")
    findings += [
        f"{file}: {number} lines speak Slurm: say it in its room, and ask the kind of scheduler here"
        for file, number in above_known(counts, known)
    ]
    findings += [
        f"{file} speaks no Slurm any more: take it out of tests/lint/slurm_known.txt"
        for file in known
        if not counts[file]
    ]
    print("\n".join(findings) or f"{len(unnamed)} sources name no kind of scheduler")
    sys.exit(1 if findings or len(unnamed) < 50 else 0)


if __name__ == "__main__":
    main()
