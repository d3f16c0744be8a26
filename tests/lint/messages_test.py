# SPDX-License-Identifier: GPL-3.0-or-later
"""Every sentence that a person may read has a code and stands in the one table (engine/contract/messages/).

Usage: messages_test.py ROOT. It finds, in engine/, remote/ and gui/:
  errors and diagnostics that are put together by hand instead of by make_error and make_diagnostic,
  codes that are used and not in the table, or in the table and not used anywhere,
  comparisons with words of the table: code is compared with, text never.
First it checks itself on small sources.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files

TABLE = "engine/contract/messages"
ENTRY = re.compile(
    r'\{\s*"([a-z_0-9]+(?:\.[a-z_0-9]+)*)"\s*,\s*((?:"(?:\\.|[^"\\])*"\s*)+)(?:,\s*ErrorKind::\w+\s*)?\}'
)
BY_HAND = re.compile(
    r'\bforeign_error\s*\(|(?<!struct )(?<!class )\bError\s*\{\s*["\w]|\bError\s+\w+\s*\{\s*"|\.message\s*=[^=]|(?<!struct )\bDiagnostic\s*\{\s*Severity'
)
MADE = re.compile(r'\b(?:make_error|make_diagnostic)\s*\(\s*(?:Severity::\w+\s*,\s*)?"([^"]+)"')
COMPARED = re.compile(
    r"(?:[=!]=\s*|\b(?:contains|startsWith|endsWith|starts_with|ends_with|find|indexOf)\s*\(\s*)"
    r'(?:QLatin1String\(|QStringLiteral\(|QLatin1StringView\(|u)?"((?:\\.|[^"\\])*)"'
)
ALLOWED = {
    "engine/contract/messages.cpp",  # the makers
    "engine/contract/messages.h",
    "engine/contract/describe/diagnostic.cpp",  # reads what they made
    "engine/contract/describe/error_record.h",  # reads what another program made
    "remote/submit/prepare.cpp",  # "experiment.invalid": its lines are findings with codes
    "remote/service/protocol/rpc.cpp",  # reads what another program made
    "engine/agent/nodes/node_messages.cpp",
    "remote/service/targets/target_site.cpp",
}  # reads what the login said


def without_comments(text):
    return re.sub(r"(?m)^\s*//.*$", "", text)


def table_of(files):
    found = {}
    for name, text in files.items():
        if name.startswith(TABLE + "/"):
            for code, words in ENTRY.findall(text):
                found[code] = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', words))
    return found


def findings(files):
    table = table_of(files)
    literals = set()
    for name, raw in files.items():
        if name.startswith(TABLE):
            continue
        text = without_comments(raw)
        literals.update(re.findall(r'"([a-z_0-9.]+)"', text))
        literals.update(re.findall(r"'([a-z_0-9]+\.[a-z_0-9.]+)'", text))  # scripts inside sources
        line_of = lambda place: text.count("\n", 0, place) + 1  # noqa: B023 - called in this turn only
        if name not in ALLOWED:
            for found in BY_HAND.finditer(text):
                yield f"{name}:{line_of(found.start())}: an error put together by hand; make_error with a code of the table"
        for found in MADE.finditer(text):
            if found[1] not in table:
                yield f"{name}:{line_of(found.start())}: the code {found[1]} is not in the table"
        for found in COMPARED.finditer(text):
            if len(found[1]) >= 12 and " " in found[1] and any(found[1] in words for words in table.values()):
                yield f"{name}:{line_of(found.start())}: compares with words of the table; compare codes"
    prefixes = tuple(literal for literal in literals if "." in literal and literal[-1] in "._")
    for code in table:
        built = code.startswith(prefixes) or re.sub("_(near|others|bad)$", "", code) in literals
        if code not in literals and not built:
            yield f"{TABLE}: nobody uses the code {code}"


def check_itself():
    table = {f"{TABLE}/a.cpp": '{"a.b", "the file {path} " "is damaged"},'}
    assert not list(findings(table | {"remote/x.cpp": 'make_error("a.b", {});'}))
    for text in (
        'return Error{"a.b", {}, "words"};',
        'make_error("a.c", {}); f("a.b");',
        'e.message = "a.b";',
        'if (t.contains("file {path} is")) f("a.b");',
        "",
    ):
        assert list(findings(table | {"remote/x.cpp": text})), text


def main():
    check_itself()
    root = pathlib.Path(sys.argv[1])
    files = {
        str(file): (root / file).read_text()
        for file in source_files(root)
        if file.parts[0] in ("engine", "remote", "gui") and file.name.endswith((".cpp", ".h", ".cu", ".cpp.in"))
    }
    found = list(findings(files))
    print("\n".join(found))
    print(f"{len(table_of(files))} messages with codes" if not found else f"{len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
