# SPDX-License-Identifier: GPL-3.0-or-later
"""All sources are as clang-format writes them (.clang-format): ./dev format does it.

Usage: format_test.py ROOT CLANG_FORMAT. Prints the files that differ; exits 1 when there is one.
First it checks that the program sees a badly formatted source.
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files

AT_ONCE = 500  # names on one command line: starting the program takes longer than reading a source


def different(root, program, *words, text=None):
    """The names of the files that clang-format would change; without files that of `text`."""
    command = [program, "--dry-run", "-Werror", "--ferror-limit=1", *words]
    done = subprocess.run(command, input=text, capture_output=True, cwd=root, text=True)
    found = {line.split(":", 1)[0] for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line}
    assert done.returncode == (1 if found else 0), done.stderr
    return found


def main():
    root, program = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    assert different(root, program, "--assume-filename=engine/x.cpp", text="int  main( ) {}\n"), "nothing is asked for"
    files = [str(file) for file in source_files(root) if file.suffix in (".cpp", ".h", ".cu")]
    found = set()
    for begin in range(0, len(files), AT_ONCE):
        found |= different(root, program, *files[begin : begin + AT_ONCE])
    for file in sorted(found):
        print(f"{file}: not formatted; run ./dev format")
    print(f"{len(files)} files looked at")
    return 1 if found or len(files) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
