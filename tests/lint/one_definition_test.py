"""No two files define a type of the same name in the same namespace: the linker keeps one of their inline functions and says nothing.
Types inside unnamed namespaces or other types are free. Usage: one_definition_test.py ROOT."""
import collections
import pathlib
import re
import sys

from source_files import source_files

OPENED = re.compile(r"(?:inline )?namespace\b\s*([\w:]*)\s*\{(?!.*\})")
CLOSED = re.compile(r"\}\s*// namespace")
TYPE = re.compile(r"(?:struct|class|enum class|enum|union)\s+(\w+)\s*(?:final)?\s*(?::(?!:)|\{)")


def types_of(text):
    """Full names of the types that begin at the left edge, as this project's sources are formatted."""
    namespaces = []
    for line in text.splitlines():
        if opened := OPENED.match(line):
            namespaces.append(opened[1])
        elif CLOSED.match(line) and namespaces:
            namespaces.pop()
        elif (found := TYPE.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, found[1]])


def findings_of(texts):
    places = collections.defaultdict(list)
    for file, text in texts:
        for name in set(types_of(text)):
            places[name].append(str(file))
    for name, files in sorted(places.items()):
        if len(files) > 1:
            yield f"{name} is defined in {' and in '.join(files)}: give one of them another name"


def main():
    one, other = "namespace a {\nstruct B {\n};\n}  // namespace a\n", "namespace a {\nnamespace {\nstruct B {\n};\n}  // namespace\n}  // namespace a\n"
    assert list(findings_of([("x", one), ("y", one)])) and not list(findings_of([("x", one), ("y", other)]))
    assert not list(findings_of([("x", one), ("y", "namespace a {\nstruct B;\nstruct C::B {\n};\n}  // namespace a\n")]))
    root = pathlib.Path(sys.argv[1])
    folders = ("engine", "remote", "gui")
    files = [file for file in source_files(root) if file.suffix in (".h", ".cpp", ".cu")
             and (file.parts[0] in folders or file.parts[0] == "tests" and file.parts[1] in ("remote", "gui"))]
    findings = list(findings_of((file, (root / file).read_text(errors="replace")) for file in files))
    print("\n".join(findings) or f"the types of {len(files)} files have names of their own")
    sys.exit(1 if findings or len(files) < 50 else 0)


if __name__ == "__main__":
    main()
