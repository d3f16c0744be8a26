# SPDX-License-Identifier: GPL-3.0-or-later
"""engine/text/unicode's tables are what their generators write, formatted, with the installed libraries.

Usage: generated_tables_fresh.py ROOT known|compare|record. `compare` runs the generators, which takes a minute or two. `record` does so
and writes the checksums of generators and tables into generated_tables.sha256; `known` says whether they are still those, and whether
the library is the one that was asked: then comparing again would tell nothing.
"""

import hashlib
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
FOLDER = ROOT / "engine/text/unicode"
RECORD = pathlib.Path(__file__).with_name("generated_tables.sha256")
NOT_PINNED = "python_character_tables"  # neither Python nor `regex` is
GENERATORS = {
    "character_properties_tables": "generate_character_properties",
    "normalization_tables": "generate_normalization_tables",
    NOT_PINNED: "generate_python_characters",
}


def versions(file):
    return file.read_text(encoding="utf-8").split("#include", 1)[0]


def compare():
    with tempfile.TemporaryDirectory() as temporary:
        for name, generator in GENERATORS.items():
            output = pathlib.Path(temporary) / "tables.cpp"
            subprocess.run([sys.executable, FOLDER / f"{generator}.py", output], check=True)
            formatter = pathlib.Path(sys.executable).with_name("clang-format")
            subprocess.run([formatter, "-i", f"--style=file:{ROOT / '.clang-format'}", output], check=True)
            kept = FOLDER / f"{name}.cpp"
            if name == NOT_PINNED and versions(output) != versions(kept):
                print(
                    f"{name}: not compared, the installed versions are others:\n  {versions(output)}\n  {versions(kept)}"
                )
            elif output.read_bytes() != kept.read_bytes():
                sys.exit(f"{FOLDER}/{name}.cpp is old: run {generator}.py {name}.cpp there, then ./dev format")


def checksums():
    files = [*FOLDER.glob("*.py"), *(FOLDER / f"{name}.cpp" for name in GENERATORS)]
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))


def known():
    pinned = next(
        line for line in (FOLDER / "table_writing.py").read_text().splitlines() if line.startswith("PINNED = ")
    )
    version = pinned.split('"')[1]
    if f"tokenizers=={version}\n" not in (ROOT / "tests/requirements.txt").read_text():
        sys.exit(f"the tables are of tokenizers {version}, the tests have another")
    if checksums() != RECORD.read_text():
        sys.exit(f"generators or tables are others than when they were compared: run {sys.argv[0]} {ROOT} record")


if sys.argv[2] == "known":
    known()
else:
    compare()
    if sys.argv[2] == "record":
        RECORD.write_text(checksums())
print("fresh")
