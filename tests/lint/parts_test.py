# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that fit in a head: functions of at most 40 lines, classes of at most 20 members that lie in one source.

Tables are no functions: describe() lists fields one after the other, and those in TABLES a word, a case or a line for each. What is larger still stands in parts_known.txt: each line there
has to be true, so that the list only becomes shorter. Usage: parts_test.py ROOT. Prints one line a finding; exits 1 when there is one.
"""

import collections
import pathlib
import re
import sys

from known_counts import above_known, print_counts, read_known
from source_files import source_files

MOST_LINES, MOST_MEMBERS = 40, 20
TABLES = {
    "engine/agent/output/metric_words.cpp function counter_word": "words by what they count",
    "engine/pickle/pickle.cpp function step": "a case for each operation of a pickle",
    "engine/text/chat/evaluator.cpp function Evaluator::evaluate": "a case for each kind of expression",
    "engine/text/chat/interpreter.cpp function Interpreter::run": "a case for each kind of statement",
    "engine/text/normalizer.cpp function write_step": "a case for each normalizer",
    "engine/model/mamba.cpp function mamba_table": "a line for each weight",
    "remote/import/slurm_options.cpp function is_slurm_flag": "names of flags",
    "remote/import/launch_words.cpp function is_container_flag": "names of flags",
    "gui/look/style.cpp function Style::pixelMetric": "a case for each measure",
    "gui/runs/logs/sgr_style.cpp function applyCode": "a case for each code of a terminal",
}
NO_FUNCTION = re.compile(
    r"\s*(namespace|class|struct|enum|union|extern|if|for|while|switch|else|do|try|catch|case|default|\}|return|using|const|static const"
    r"|constexpr|inline constexpr)\b|\s*\}"
)
HEAD_BEGINS_AFTER = re.compile(r"[;{}:]\s*$|^\s*//|^#|^template")
NAME = re.compile(r"([~\w:]+|operator\S+)\s*\([^()]*")
CLASS = re.compile(r"^( *)(?:class|struct) (\w+)(?: final)?(?: : [^;{]*)?\s*\{\n(.*?)^\1\};", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"\bm_\w+|(?<=[\s&*>])[a-z]\w*_(?=\s*(?:[;={,]|\[))")
DEFINED = re.compile(
    r"^(?!\s|return|static|#)(?:[\w:<>,&*\s]+?[\s&*])?([A-Z]\w+)::~?\w+\([^;]*?\)[^;{]*\{", re.MULTILINE
)


def long_functions(text):
    """Yields name and number of lines of each function that is too long, but of tables."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        if not lines[at].endswith("{"):
            at += 1
            continue
        first = at
        while first > 0 and lines[first - 1].strip() and not HEAD_BEGINS_AFTER.search(lines[first - 1]):
            first -= 1
        head = " ".join(line.strip() for line in lines[first : at + 1])
        indent = len(lines[first]) - len(lines[first].lstrip())
        name = NAME.search(head)
        is_function = (
            indent <= 4
            and name
            and not NO_FUNCTION.match(lines[first])
            and not re.search(r"=\s*[\w:<>]*\s*\{$|\]\s*\(|\[[^\]]*\]\s*\{$", head)
        )
        if is_function:
            end = at + 1
            while end < len(lines) and not re.match(rf"^ {{{indent}}}\}}", lines[end]):
                end += 1
            if end - at - 1 > MOST_LINES and name.group(1) != "describe":
                yield name.group(1), end - at - 1
            at = end
        at += 1


def large_classes(text):
    for match in CLASS.finditer(re.sub(r"//.*", "", text)):
        own = CLASS.sub("", match.group(3))
        members = set(re.findall(r"\bm_\w+", own)) or set(MEMBER.findall(re.sub(r"\([^()]*\)", "", own)))
        if len(members) > MOST_MEMBERS:
            yield match.group(2), len(members)


def check(texts):
    """`texts` by path. The findings, as the lines of parts_known.txt without their numbers, with these."""
    found = {}
    sources = collections.defaultdict(set)
    for path, text in texts.items():
        for name, length in long_functions(text):
            found[f"{path} function {name}"] = length
        if path.endswith(".h"):
            for name, members in large_classes(text):
                found[f"{path} members {name}"] = members
        elif path.endswith(".cpp"):
            for name in set(DEFINED.findall(text)):
                sources[path.rsplit("/", 1)[0], name].add(path)
    declared = collections.Counter(
        name
        for path, text in texts.items()
        if path.endswith(".h")
        for name in re.findall(r"^class (\w+)", text, re.MULTILINE)
    )
    for (folder, name), paths in sources.items():
        if len(paths) > 1 and declared[name] == 1:
            found[f"{folder} sources {name}"] = len(paths)
    return {what: number for what, number in found.items() if what not in TABLES}


def check_itself():
    body = "\n".join("  step();" for _ in range(MOST_LINES + 1))
    long = "void Reader::read(int first,\n                  int second) {\n" + body + "\n}\n"
    table = "void describe(Section<A>& section) {\n" + body + "\n}\n"
    members = "class Page {\n private:\n" + "\n".join(f"  int m_a{i} = 0;" for i in range(MOST_MEMBERS + 1)) + "\n};\n"
    assert list(check({"a.cpp": long})) == ["a.cpp function Reader::read"], check({"a.cpp": long})
    assert not check({"a.cpp": table}) and not check({"a.cpp": "void f() {\n  a();\n}\n"})
    assert list(check({"a.h": members})) == ["a.h members Page"], check({"a.h": members})
    two = {"x/a.h": "class Page {\n};\n", "x/a.cpp": "int Page::a() {\n}\n", "x/b.cpp": "int Page::b() {\n}\n"}
    assert list(check(two)) == ["x sources Page"], check(two)


def main():
    check_itself()
    root = pathlib.Path(sys.argv[1])
    texts = {
        str(file): (root / file).read_text(errors="replace")
        for file in source_files(root)
        if file.parts[0] in ("engine", "remote", "gui") and file.suffix in (".h", ".cpp", ".cu")
    }
    found = check(texts)
    if "--write" in sys.argv:
        print_counts(found)
        return 0
    known = read_known(root / "tests/lint/parts_known.txt")
    problems = [
        f"{what} has {number} ({'lines' if ' function ' in what else what.split()[1]}): divide it by its subjects"
        for what, number in above_known(found, known)
    ]
    problems += [
        f"{what} is no longer too large: take it out of tests/lint/parts_known.txt"
        for what in known
        if what not in found
    ]
    print("\n".join(problems) or f"{len(texts)} sources, {len(known)} larger parts are known")
    return 1 if problems or len(texts) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
