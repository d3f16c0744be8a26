"""No braced aggregate stands among the arguments of an awaited call: gcc 12 builds such code and destroys the aggregate twice, or
refuses it with words about arrays. Name the value first. `{}` alone is well. Usage: coroutines_test.py ROOT."""
import pathlib
import re
import sys

from source_files import source_files

BRACED = re.compile(r"\bco_await\b[^;{}]*(?:\{\s*\}[^;{}]*)*[(,]\s*\{(?!\s*\})")
COMMENT = re.compile(r"//[^\n]*")


def judge(file, text):
    plain = COMMENT.sub("", text)
    for match in BRACED.finditer(plain):
        line = plain.count("\n", 0, match.end()) + 1
        yield f"{file}:{line}: a braced value inside an awaited call: name it first"


def main():
    for bad in ("co_await f({1, 2});", "auto x = co_await host.run(command, {a}, stop);", "co_await f(\n    a,\n    {b});", "co_await g({}, {x});"):
        assert list(judge("a", bad)), bad
    for good in ("co_await f({});", "co_await wait({}, stop);", "if (!co_await f(a)) { g({1}); }", "for (;;) { co_await f(a); g(h, {1}); }", "// co_await f({1})",
                 "co_await f([a] { return 1; });"):
        assert not list(judge("a", good)), good
    root = pathlib.Path(sys.argv[1])
    files = [file for file in source_files(root) if file.suffix in (".h", ".cpp") and file.parts[0] in ("remote", "gui", "tests")]
    findings = [finding for file in files for finding in judge(file, (root / file).read_text(errors="replace"))]
    print("\n".join(findings) or f"{len(files)} files await no braced value")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
