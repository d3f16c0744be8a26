# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared libraries that programs need, followed as their loader would, and the Debian packages that they come from."""

import pathlib
import re
import subprocess

# The C library: used only where the system's is older, so it lies apart from the others.
OF_C_LIBRARY = re.compile(
    r"(ld-linux-x86-64|libc|libm|libmvec|libdl|librt|libpthread|libresolv|libutil|libanl)\.so\.\d+$"
)
# Part of a driver: each machine has its own.
OF_DRIVER = re.compile(r"(libcuda|libnvidia-[a-z-]+)\.so")
FOLDERS = [
    pathlib.Path(folder) for folder in ("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64")
]


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def needed_by(path):
    return output_of("patchelf", "--print-needed", path).split()


def library(name):
    for folder in FOLDERS:
        if (folder / name).exists():
            return folder / name
    raise SystemExit(f"package: {name} is in none of {', '.join(map(str, FOLDERS))}")


def libraries_of(files, known, names=()):
    """All libraries that `files` need, and those with these names, by name, without those that lie in the folders `known`."""
    found = {name: library(name) for name in names}
    to_read = [*files, *(path for name, path in found.items() if not OF_C_LIBRARY.match(name))]
    elsewhere = {path.name for folder in known for path in pathlib.Path(folder).iterdir()}
    while to_read:
        for name in needed_by(to_read.pop()):
            if name in found or name in elsewhere or OF_DRIVER.match(name):
                continue
            found[name] = library(name)
            if not OF_C_LIBRARY.match(name):
                to_read.append(found[name])
    return found


def described(name):
    """Name, version and source of an installed Debian package."""
    version, source = output_of("dpkg-query", "--show", "--showformat=${Version}\n${source:Package}", name).split("\n")
    return name.split(":")[0], version, source


def package_of(path):
    """The Debian package that a file comes from, described."""
    for place in (path, path.resolve(), pathlib.Path("/usr") / path.relative_to("/")):
        done = subprocess.run(["dpkg-query", "--search", place], capture_output=True, text=True)
        if done.returncode == 0:
            return described(done.stdout.split(": ")[0].split(",")[0])
    raise SystemExit(f"package: no Debian package has {path}")
