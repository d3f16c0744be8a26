# SPDX-License-Identifier: GPL-3.0-or-later
"""No two files define a type of the same name in the same namespace: the linker keeps one of their inline functions and says nothing.
And no two sources of a library hide a type or a constant of the same name in unnamed namespaces: several sources are compiled as one,
and which those are changes with each new source. Usage: one_definition_test.py ROOT."""

import collections
import pathlib
import re
import sys

from source_files import source_files

OPENED = re.compile(r"(?:inline )?namespace\b\s*([\w:]*)\s*\{(?!.*\})")
CLOSED = re.compile(r"\}\s*// namespace")
TYPE = re.compile(r"(?:struct|class|enum class|enum|union)\s+(\w+)\s*(?:final)?\s*(?::(?!:)|\{)")
CONSTANT = re.compile(r"(?:static )?(?:inline )?(?:constexpr|const)\b[^(={]*?\b(\w+)(?:\[\w*\])?\s*(?:=|\{)")


def lines_in_namespaces(text):
    """Each line that begins at the left edge, as this project's sources are formatted, with the namespaces around it."""
    namespaces = []
    for line in text.splitlines():
        if opened := OPENED.match(line):
            namespaces.append(opened[1])
        elif CLOSED.match(line) and namespaces:
            namespaces.pop()
        elif line[:1].strip():
            yield line, namespaces


def types_of(text):
    """Full names of the types outside unnamed namespaces."""
    for line, namespaces in lines_in_namespaces(text):
        if (found := TYPE.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, found[1]])


def hidden_of(text):
    """Full names of the types and constants inside unnamed namespaces."""
    for line, namespaces in lines_in_namespaces(text):
        if "" in namespaces and (found := TYPE.match(line) or CONSTANT.match(line)):
            yield "::".join([*filter(None, namespaces), found[1]])


def library_of(file):
    """The folder that holds all sources which may be compiled as one with this one."""
    own = ("contract", "agent", "text", "search") if file.parts[0] == "engine" else ()
    return "/".join(file.parts[:2]) if len(file.parts) > 2 and file.parts[1] in own else file.parts[0]


def findings_of(texts):
    types, hidden = collections.defaultdict(list), collections.defaultdict(list)
    for file, text in texts:
        for name in set(types_of(text)):
            types[name].append(str(file))
        if file.parts[0] != "tests":
            for name in set(hidden_of(text)):
                hidden[library_of(file), name].append(str(file))
    for name, files in [*sorted(types.items()), *((key[1], files) for key, files in sorted(hidden.items()))]:
        if len(files) > 1:
            yield f"{name} is defined in {' and in '.join(files)}: give one of them another name"


def main():
    x, y, z = pathlib.Path("remote/x.cpp"), pathlib.Path("remote/y.cpp"), pathlib.Path("gui/z.cpp")
    one = "namespace a {\nstruct B {\n};\n}  // namespace a\n"
    other = "namespace a {\nnamespace {\nstruct B {\n};\nconstexpr int C = 1;\n}  // namespace\n}  // namespace a\n"
    assert list(findings_of([(x, one), (y, one)])) and not list(findings_of([(x, one), (y, other)]))
    assert not list(findings_of([(x, one), (y, "namespace a {\nstruct B;\nstruct C::B {\n};\n}  // namespace a\n")]))
    assert len(list(findings_of([(x, other), (y, other)]))) == 2 and not list(findings_of([(x, other), (z, other)]))
    root = pathlib.Path(sys.argv[1])
    folders = ("engine", "remote", "gui")
    files = [
        file
        for file in source_files(root)
        if file.suffix in (".h", ".cpp", ".cu")
        and (file.parts[0] in folders or (file.parts[0] == "tests" and file.parts[1] in ("remote", "gui")))
    ]
    findings = list(findings_of((file, (root / file).read_text(errors="replace")) for file in files))
    print("\n".join(findings) or f"the types of {len(files)} files have names of their own")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
