# SPDX-License-Identifier: GPL-3.0-or-later
"""No word is written as codespell knows it to be wrong; words that are right here are named in .codespellrc.

Usage: spelling_test.py ROOT CODESPELL. Prints the findings; exits 1 when there is one. First it checks that a wrong word is found.
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files

# Written in pieces, so that this file does not hold what it looks for.
WRONG = "rec" + "ieve"


def codespell(root, program, *words, text=None):
    done = subprocess.run(
        [program, "--quiet-level=35", "--check-hidden", *words], input=text, capture_output=True, text=True, cwd=root
    )
    return done.returncode, done.stdout + done.stderr


def main():
    root, program = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    assert codespell(root, program, "-", text=f"they {WRONG} it\n")[0] != 0, "nothing is looked for"
    files = [str(file) for file in source_files(root)]
    code, said = codespell(root, program, *files)
    print(said, end="")
    print("mend the word, or name it in .codespellrc" if code else f"{len(files)} files are spelt well")
    return 1 if code or len(files) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
