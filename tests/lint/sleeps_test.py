# SPDX-License-Identifier: GPL-3.0-or-later
"""A test that sleeps says why: a wait for something is a loop that looks at it; a wait that proves an
absence, or that lets chance choose a moment, has a comment on its line or on the one above.

Usage: sleeps_test.py ROOT. First it checks itself on a few lines.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files

SLEEP = re.compile(r"\b(qWait|qSleep|sleep_for|usleep|time\.sleep|asyncio\.sleep)\s*\(")
LOOP = re.compile(r"\b(while|for)\b")
COMMENT = re.compile(r"(//|#)\s*\w")
LINES_OF_A_LOOP = 10


def strings_out(line):
    return re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', '""', line)


def unexplained(lines):
    """Numbers of the lines that sleep without a loop around them or a reason beside them."""
    bare = [strings_out(line) for line in lines]
    for number, line in enumerate(bare):
        if not SLEEP.search(line) or SLEEP.search(line).start() > (line.find("//") if "//" in line else len(line)):
            continue
        indent = len(line) - len(line.lstrip())
        above = bare[max(0, number - LINES_OF_A_LOOP) : number]
        looping = LOOP.search(line) or any(
            LOOP.search(other) and len(other) - len(other.lstrip()) < indent for other in above
        )
        if not looping and not COMMENT.search(line) and not (number and COMMENT.match(bare[number - 1].strip())):
            yield number + 1


def main():
    assert list(unexplained(["  x();", "  QTest::qWait(50);"])) == [2]
    assert not list(unexplained(["  // Nothing tells that it did not come.", "  QTest::qWait(50);"]))
    assert not list(unexplained(["while not done():", "    time.sleep(1)"]))
    assert not list(unexplained(['run("import time; time.sleep(5)")']))
    root, found, looked = pathlib.Path(sys.argv[1]), 0, 0
    for file in source_files(root):
        if file.parts[0] != "tests" or file.parts[1] == "bench" or file.suffix not in (".py", ".cpp", ".h"):
            continue
        looked += 1
        for number in unexplained((root / file).read_text().splitlines()):
            print(f"{file}:{number}: a sleep without a loop that looks and without a reason")
            found += 1
    print(f"{looked} files of tests sleep with a reason" if not found else f"{found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
