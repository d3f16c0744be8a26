# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that belong to the project: tracked by git, or new and not ignored."""

import pathlib
import subprocess


def source_files(root):
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    files = [pathlib.PurePosixPath(name) for name in listed.split("\0") if name]
    return sorted(file for file in files if (root / file).is_file())
