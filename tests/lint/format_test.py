# SPDX-License-Identifier: GPL-3.0-or-later
"""All sources are as clang-format writes them (.clang-format): ./dev format does it.

Usage: format_test.py ROOT CLANG_FORMAT. Prints the files that differ; exits 1 when there is one.
First it checks that the program sees a badly formatted source.
"""

import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files


def differs(root, program, file, text=None):
    text = (root / file).read_bytes() if text is None else text
    command = [program, f"--assume-filename={file}"]
    done = subprocess.run(command, input=text, capture_output=True, cwd=root, check=True)
    return done.stdout != text


def main():
    root, program = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    assert differs(root, program, pathlib.Path("engine/x.cpp"), b"int  main( ) {}\n"), "clang-format changes nothing"
    files = [file for file in source_files(root) if file.suffix in (".cpp", ".h", ".cu")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [file for file, bad in zip(files, pool.map(lambda f: differs(root, program, f), files)) if bad]
    for file in found:
        print(f"{file}: not formatted; run ./dev format")
    print(f"{len(files)} files looked at")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
