"""engine/text/unicode_tables.cpp is what its generator writes, formatted, with the installed `tokenizers`. Usage: unicode_tables_fresh.py ROOT."""

import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(sys.argv[1]) / "engine/text"
with tempfile.TemporaryDirectory() as temporary:
    output = pathlib.Path(temporary) / "unicode_tables.cpp"
    subprocess.run([sys.executable, folder / "generate_unicode_tables.py", output], check=True)
    formatter = pathlib.Path(sys.executable).with_name("clang-format")
    subprocess.run([formatter, "-i", f"--style=file:{folder.parents[1]}/.clang-format", output], check=True)
    if output.read_bytes() != (folder / "unicode_tables.cpp").read_bytes():
        sys.exit("engine/text/unicode_tables.cpp is old: run engine/text/generate_unicode_tables.py engine/text/unicode_tables.cpp, then ./dev format")
print("fresh")
