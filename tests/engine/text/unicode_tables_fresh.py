"""engine/text/unicode_tables.cpp is what its generator writes with the installed `tokenizers`. Usage: unicode_tables_fresh.py ROOT."""

import pathlib
import subprocess
import sys
import tempfile

folder = pathlib.Path(sys.argv[1]) / "engine/text"
with tempfile.TemporaryDirectory() as temporary:
    output = pathlib.Path(temporary) / "unicode_tables.cpp"
    subprocess.run([sys.executable, folder / "generate_unicode_tables.py", output], check=True)
    if output.read_bytes() != (folder / "unicode_tables.cpp").read_bytes():
        sys.exit("engine/text/unicode_tables.cpp is old: run engine/text/generate_unicode_tables.py engine/text/unicode_tables.cpp")
print("fresh")
