# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source names its license in its first lines. Usage: license_test.py ROOT."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from source_files import source_files

LICENSE = "SPDX-License-Identifier: GPL-3.0-or-later"
# What tests read as data.
DATA = ("tests/fixtures/", "tests/fuzz/corpus/", "tests/import_scripts/", "tests/job_scripts/")


def is_source(name):
    if name.startswith((*DATA, "resources/")):
        return False
    return name.endswith((".cpp", ".h", ".cpp.in", ".py", ".cmake", ".sh")) or name.split("/")[-1] in (
        "CMakeLists.txt",
        "dev",
    )


def has_license(text):
    return any(line.removeprefix("//").removeprefix("#").strip() == LICENSE for line in text.split("\n")[:3])


def check_itself():
    assert (
        is_source("engine/main.cpp")
        and is_source("dev")
        and not is_source("tests/fixtures/a.cpp")
        and not is_source("README.md")
    )
    assert has_license(f"#!/bin/sh\n# {LICENSE}\n") and has_license(f"// {LICENSE}\n")
    assert not has_license("// SPDX-License-Identifier: MIT\n") and not has_license("\n\n\n// " + LICENSE)


def main():
    check_itself()
    root = pathlib.Path(sys.argv[1])
    without = [
        str(name)
        for name in source_files(root)
        if is_source(str(name)) and not has_license((root / name).read_text(encoding="utf-8"))
    ]
    for name in without:
        print(f"{name}:1: the license is missing; its first line is to be a comment with {LICENSE}")
    sys.exit(1 if without else 0)


if __name__ == "__main__":
    main()
