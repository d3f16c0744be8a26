# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes packages of the programs of a build folder.

Usage: package.py [--build FOLDER] [--nodes FOLDER] [--site FOLDER] [--output FOLDER] [wheel] [tar] [deb]

Without a kind, all of them, and SHA256SUMS. The same sources give the same bytes, in whatever folder they are built.
"""

import argparse
import hashlib
import pathlib

import archives
import debian
import stage
import wheel
from sbom import version


def write_tar(prefix, folder):
    name = f"trainyard-{version()}-linux-x86_64"
    target = folder / f"{name}.tar.xz"
    archives.write_tar(prefix, name, target)
    return target


KINDS = {"wheel": wheel.write, "tar": write_tar, "deb": debian.write}


def size_of(path):
    return sum(file.lstat().st_size for file in archives.files_of(path)) if path.is_dir() else path.stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--build", type=pathlib.Path, default="build")
    parser.add_argument("--nodes", type=pathlib.Path, help="a build folder with the programs of aarch64 for nodes")
    parser.add_argument("--site", type=pathlib.Path, required=True, help="the site-packages folder that has torch")
    parser.add_argument("--output", type=pathlib.Path, default="build/packages")
    arguments = parser.parse_args()
    unknown = set(arguments.kinds) - set(KINDS)
    if unknown:
        parser.error(f"unknown kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    arguments.output.mkdir(parents=True, exist_ok=True)
    prefix = stage.make_stage(
        arguments.build.resolve(), arguments.site, arguments.output.resolve() / "stage", arguments.nodes
    )
    print(f"{size_of(prefix) / 1e6:7.1f} MB  installed")
    sums = []
    for kind in arguments.kinds or KINDS:
        made = KINDS[kind](prefix, arguments.output)
        sums.append(f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made.name}\n")
        print(f"{size_of(made) / 1e6:7.1f} MB  {made}", flush=True)
    (arguments.output / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main()
