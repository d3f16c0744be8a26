"""engine/text's tables are what their generators write, formatted, with the installed `tokenizers`. Usage: generated_tables_fresh.py ROOT."""

import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(sys.argv[1]) / "engine/text"
with tempfile.TemporaryDirectory() as temporary:
    for name in ["unicode_tables", "normalization_tables"]:
        output = pathlib.Path(temporary) / f"{name}.cpp"
        subprocess.run([sys.executable, folder / f"generate_{name}.py", output], check=True)
        formatter = pathlib.Path(sys.executable).with_name("clang-format")
        subprocess.run([formatter, "-i", f"--style=file:{folder.parents[1]}/.clang-format", output], check=True)
        if output.read_bytes() != (folder / f"{name}.cpp").read_bytes():
            sys.exit(f"engine/text/{name}.cpp is old: run engine/text/generate_{name}.py engine/text/{name}.cpp, then ./dev format")
print("fresh")
