# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev test --nightly goes on after a configuration that failed, names what failed and ends with 1; a stand-in takes the place of ./dev.

Usage: nightly_test.py ROOT."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

DEV = """#!/bin/sh
echo "$*" >> asked
case "$*" in
  *--sanitize*) echo "The following tests FAILED:"; printf '\\t  7 - agent_test (Failed)\\n'; exit 8 ;;
  *--plain*) echo 'remote/x.cpp:3:1: error: no type'; exit 1 ;;
esac
echo "100% tests passed, 0 tests failed out of 12"
"""


def nightly(root, folder, *names, clang):
    (folder / "asked").write_text("")
    programs = folder / "programs"
    shutil.rmtree(programs, ignore_errors=True)
    programs.mkdir()
    tools = "bash sh cat cut dirname grep mkdir paste printf readlink sed tail".split()
    for tool in tools:
        os.symlink(shutil.which(tool), programs / tool)
    if clang:
        os.symlink(shutil.which("sh"), programs / "clang++")
    shutil.copy(root / "tests/nightly.sh", folder / "tests/nightly.sh")
    done = subprocess.run(
        [folder / "tests/nightly.sh", *names], capture_output=True, text=True, env={"PATH": str(programs)}, timeout=30
    )
    rows = {
        words[0]: words[1:] for words in map(str.split, done.stdout.partition("\nconfiguration")[2].splitlines()[1:])
    }
    return done.returncode, rows, (folder / "asked").read_text().split("\n")[:-1], done.stderr


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "tests").mkdir()
        (folder / "dev").write_text(DEV)
        (folder / "dev").chmod(0o755)
        code, rows, asked, _ = nightly(root, folder, clang=True)
        assert code == 1, code
        assert [row[0] for row in rows.values()] == ["passed", "FAILED", "FAILED", "passed", "passed", "passed"], rows
        assert "agent_test" in rows["sanitize"] and "error:" in rows["plain"], rows
        assert len(asked) == len(rows) == 6 and asked[-1] == "test --clang", asked
        assert "agent_test" in (folder / "build-sanitize/nightly.log").read_text()

        code, rows, asked, _ = nightly(root, folder, "desktop", "clang", clang=False)
        assert code == 0 and asked == ["test --desktop"], (code, asked)
        assert rows["clang"][0] == "skipped" and list(rows) == ["desktop", "clang"], rows

        code, _, asked, said = nightly(root, folder, "desk", clang=False)
        assert code == 2 and not asked and "no configuration 'desk'" in said, (code, asked, said)
    print("one that fails stops no other, and is named")


if __name__ == "__main__":
    main()
