"""engine/text's tables are what their generators write, formatted, with the installed libraries. Usage: generated_tables_fresh.py ROOT."""

import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(sys.argv[1]) / "engine/text"
GENERATORS = {"unicode_tables": "generate_unicode_tables", "character_properties_tables": "generate_character_properties",
              "normalization_tables": "generate_normalization_tables",
              "sentences/python_character_tables": "sentences/generate_python_characters",
              "chat/character_traits_tables": "chat/generate_character_traits"}


def first_line(file):
    return file.read_text(encoding="utf-8").split("\n", 1)[0]


with tempfile.TemporaryDirectory() as temporary:
    for name, generator in GENERATORS.items():
        output = pathlib.Path(temporary) / "tables.cpp"
        subprocess.run([sys.executable, folder / f"{generator}.py", output], check=True)
        formatter = pathlib.Path(sys.executable).with_name("clang-format")
        subprocess.run([formatter, "-i", f"--style=file:{folder.parents[1]}/.clang-format", output], check=True)
        kept = folder / f"{name}.cpp"
        if "/" in name and first_line(output) != first_line(kept):  # neither Python nor `regex` is pinned
            print(f"{name}: not compared, the installed versions are others:\n  {first_line(output)}\n  {first_line(kept)}")
        elif output.read_bytes() != kept.read_bytes():
            sys.exit(f"engine/text/{name}.cpp is old: run engine/text/{generator}.py engine/text/{name}.cpp, then ./dev format")
print("fresh")
