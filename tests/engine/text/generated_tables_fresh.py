# SPDX-License-Identifier: GPL-3.0-or-later
"""engine/text/unicode's tables are what their generators write, formatted, with the installed libraries. Usage: generated_tables_fresh.py ROOT."""

import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(sys.argv[1]) / "engine/text/unicode"
NOT_PINNED = "python_character_tables"  # neither Python nor `regex` is
GENERATORS = {
    "character_properties_tables": "generate_character_properties",
    "normalization_tables": "generate_normalization_tables",
    NOT_PINNED: "generate_python_characters",
}


def versions(file):
    return file.read_text(encoding="utf-8").split("#include", 1)[0]


with tempfile.TemporaryDirectory() as temporary:
    for name, generator in GENERATORS.items():
        output = pathlib.Path(temporary) / "tables.cpp"
        subprocess.run([sys.executable, folder / f"{generator}.py", output], check=True)
        formatter = pathlib.Path(sys.executable).with_name("clang-format")
        subprocess.run([formatter, "-i", f"--style=file:{folder.parents[2]}/.clang-format", output], check=True)
        kept = folder / f"{name}.cpp"
        if name == NOT_PINNED and versions(output) != versions(kept):
            print(f"{name}: not compared, the installed versions are others:\n  {versions(output)}\n  {versions(kept)}")
        elif output.read_bytes() != kept.read_bytes():
            sys.exit(f"{folder}/{name}.cpp is old: run {generator}.py {name}.cpp there, then ./dev format")
print("fresh")
