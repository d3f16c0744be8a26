# SPDX-License-Identifier: GPL-3.0-or-later
"""What gcc 12 makes wrong code of, and what to write instead: a value is named first. Usage: coroutines_test.py ROOT.

A braced aggregate among the arguments of an awaited call is destroyed twice, or refused with words about arrays (`{}` alone is
well); so is what a lambda keeps that becomes the std::function of inThread there, and what a conditional (?:) makes there; a condition that
begins with co_await may leave the frame of what it awaited behind."""

import pathlib
import re
import sys

from source_files import source_files

BRACED = re.compile(r"\bco_await\b[^;{}]*(?:\{\s*\}[^;{}]*)*[(,]\s*\{(?!\s*\})")
TESTED = re.compile(r"\b(?:if|while)\s*\(\s*!?\s*co_await\b")
WORK = re.compile(r"\bco_await\s+inThread<[^;()]*>\(\s*\[")
COMMENT = re.compile(r"//[^\n]*")
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
AWAIT = re.compile(r"\bco_await\b")


def conditionals(plain):
    """Where an awaited call has a conditional among its arguments."""
    for match in AWAIT.finditer(plain):
        depth = 0
        for place in range(match.end(), len(plain)):
            character = plain[place]
            if character in "([":
                depth += 1
            elif character in ")]":
                depth -= 1
            if depth < 0 or (depth == 0 and character in ";,?:{"):
                break
            if character == "?":
                yield place


def judge(file, text):
    plain = COMMENT.sub("", text)
    for expression, what in (
        (BRACED, "a braced value inside an awaited call"),
        (TESTED, "an awaited value that is tested at once"),
        (WORK, "a lambda for a thread inside an awaited call"),
    ):
        for match in expression.finditer(plain):
            yield f"{file}:{plain.count(chr(10), 0, match.end()) + 1}: {what}: name it first"
    for place in conditionals(STRING.sub('""', plain)):
        yield f"{file}:{STRING.sub(chr(34) * 2, plain).count(chr(10), 0, place) + 1}: a conditional inside an awaited call: name it first"


def main():
    for bad in (
        "co_await f({1, 2});",
        "auto x = co_await host.run(command, {a}, stop);",
        "co_await f(\n    a,\n    {b});",
        "co_await g({}, {x});",
        "if (!co_await f(a)) return;",
        "while (co_await f(a) == Waited::woken) {}",
        "a << co_await inThread<QString>([b] { return b; });",
        "CO_TRY(const auto x, co_await f(host, a ? b : QString(), stop));",
        "x = co_await (a ? f() : g());",
        "co_await f(g(\n    a ? 1 : 2));",
    ):
        assert list(judge("a", bad)), bad
    for good in (
        "co_await f({});",
        "co_await wait({}, stop);",
        "if (auto a = co_await f(b); !a) { g({1}); }",
        "for (;;) { co_await f(a); g(h, {1}); }",
        "// co_await f({1})",
        "co_await f([a] { return 1; });",
        "code = a ? co_await f(b) : g(c);",
        "h((co_await f(b)) ? 1 : 2);",
        'co_await f("why?");',
    ):
        assert not list(judge("a", good)), good
    root = pathlib.Path(sys.argv[1])
    files = [
        file
        for file in source_files(root)
        if file.suffix in (".h", ".cpp") and file.parts[0] in ("remote", "gui", "tests")
    ]
    findings = [finding for file in files for finding in judge(file, (root / file).read_text(errors="replace"))]
    print("\n".join(findings) or f"{len(files)} files await as gcc 12 can")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
