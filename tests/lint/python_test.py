# SPDX-License-Identifier: GPL-3.0-or-later
"""All Python is as ruff writes it and without its findings (ruff.toml): ./dev format does what can be done without thinking.

Usage: python_test.py ROOT RUFF. Prints the findings; exits 1 when there is one. First it checks that the program sees bad sources.
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files


def ruff(root, program, *words, text=None):
    done = subprocess.run([program, *words], input=text, capture_output=True, text=True, cwd=root)
    return done.returncode, done.stdout + done.stderr


def main():
    root, program = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    name = "--stdin-filename=tests/x.py"
    assert ruff(root, program, "format", "--check", "--no-cache", name, "-", text="x  = 1\n")[0] == 1, (
        "no format is asked for"
    )
    assert "F401" in ruff(root, program, "check", "--no-cache", name, "-", text="import os\n")[1], (
        "no findings are asked for"
    )
    files = [str(file) for file in source_files(root) if file.suffix == ".py"]
    failed = False
    for words in (("check", "--output-format=concise"), ("format", "--check")):
        code, said = ruff(root, program, *words, "--no-cache", "--quiet", *files)
        failed |= code != 0
        print(said, end="")
    print("run ./dev format; what it leaves is for you" if failed else f"{len(files)} files looked at")
    return 1 if failed or len(files) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
