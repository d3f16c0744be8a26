# SPDX-License-Identifier: GPL-3.0-or-later
"""File names say what is inside, and no file knows one machine, one registry or unfinished work. Usage: names_test.py ROOT."""

import pathlib
import re
import sys

from source_files import source_files

VAGUE = {"utils", "util", "common", "core", "helpers", "helper", "manager", "misc"}
SNAKE = re.compile(r"[a-z0-9_]+\.(h|cpp|cu|py)")
# Written in pieces, so that this file does not hold what it looks for.
FORBIDDEN = [
    (
        re.compile(
            "pypi"
            + r"\.org|python"
            + r"hosted\.org|npm"
            + r"js\.org|deb\."
            + r"debian\.org|download\."
            + r"pytorch\.org"
        ),
        "host name of a package registry",
    ),
    (re.compile(r"(?<![\w.])/" + r"work/|/tmp/" + r"wt/|/tmp/" + r"b/|/" + r"root/(?!\w*\.\w)"), "path of one machine"),
    (re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b(?!X)"), "unfinished work"),
]
# Words of this project's own that the field has better ones for: Registry, Probe, Listener, Transport, Channel, Predictions, heartbeat,
# on_progress, should_continue, max_..., parallel_for.
PRIVATE = re.compile(
    r"\b(\w+(?:Keeper|Looks|Door|Mailbox|Carrier)|TurnQueue|NoticeStrip|HereHost|HereSite|RunBook|\w*Judge?ments?|judge[sd]?_\w+|judged[A-Z_]\w*"
    r"|go_on\w*|GoOn|SignOfLife|sign_of_life|\w*[cC]ompanions|put_aside|(?<!\x22)(?:most|least)_\w+|k(?:Most|Least)\w*|let_first_rank_work"
    r"|work_in_shares|made_up_words|\w+_wishes|take_the_best|errorSentence|showSentence|lookAt\w*|lookedAt|m_lookedAt|neededPerson|harmless)\b"
)
TEXT = {".h", ".cpp", ".cu", ".py", ".cmake", ".txt", ".md", ".yaml", ".yml", ".json", ".sh", ".ts", ".in", ""}


def judge_name(file):
    if VAGUE & set(re.split(r"[_\-.]", file.name.lower())):
        return f"{file}: the name does not say what is inside"
    if (
        file.parts[0] in ("engine", "remote", "gui")
        and file.suffix in (".h", ".cpp", ".cu", ".py")
        and not SNAKE.fullmatch(file.name)
    ):
        return f"{file}: source files are snake_case"
    return ""


def judge_text(file, text):
    is_source = pathlib.PurePosixPath(file).suffix in (".h", ".cpp", ".cu")
    for number, line in enumerate(text.splitlines(), 1):
        private = PRIVATE.search(line.split("//")[0]) if is_source else None
        if private:
            yield f"{file}:{number}: {private.group(0)}: say it in a word that everybody in this field knows"
        for expression, what in FORBIDDEN:
            match = expression.search(line)
            if match:
                yield f"{file}:{number}: {what}: {match.group(0)}"


def main():
    assert judge_name(pathlib.PurePosixPath("engine/text/utils.h")) and judge_name(
        pathlib.PurePosixPath("gui/runs/RunModel.h")
    )
    assert not judge_name(pathlib.PurePosixPath("engine/text/unicode/utf8.h"))
    assert list(judge_text("a", "see /" + "work/x")) and list(judge_text("a", "// TO" + "DO: later"))
    assert list(judge_text("a.h", "class Run" + "Keeper {")) and not list(judge_text("a.h", "Looks(); // a Door"))
    root = pathlib.Path(sys.argv[1])
    files = source_files(root)
    findings = [finding for finding in map(judge_name, files) if finding]
    for file in files:
        if file.suffix in TEXT and "fixtures" not in file.parts and file.name != "LICENSE":
            findings += judge_text(file, (root / file).read_text(errors="replace"))
    print("\n".join(findings) or f"{len(files)} files are named and worded well")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
