# SPDX-License-Identifier: GPL-3.0-or-later
"""A build of one half names no library and no header of the other: the desktop's none of torch, the engine's none of Qt.

Usage: without_half_test.py BUILD torch|qt. Reads what Ninja was told to do, in a build folder that was configured so.
"""

import pathlib
import re
import sys

OTHERS = {
    "torch": re.compile(r"libtorch|libc10|/torch/include|libarrow|libparquet"),
    "qt": re.compile(r"libQt6|/qt6/|\bQt6\w*Config", re.IGNORECASE),
}


def main():
    build, half = pathlib.Path(sys.argv[1]), OTHERS[sys.argv[2]]
    assert OTHERS["torch"].search("-isystem /x/torch/include -c a.cpp") and OTHERS["qt"].search(
        "/usr/lib/libQt6Core.so.6.4.2"
    )
    assert not OTHERS["torch"].search("engine/checkpoint/torch_file.cpp")
    lines = (build / "build.ninja").read_text().splitlines()
    found = [line for line in lines if half.search(line)]
    for line in found[:10]:
        at = half.search(line).start()
        print(f"build.ninja names {sys.argv[2]}: {line[max(0, at - 80) : at + 80]}")
    print(f"{len(lines)} lines looked at")
    return 1 if found or len(lines) < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
