# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes packaging/wheels.json anew: the wheels in which torch's, Arrow's and CUDA's libraries come, as the package index has them.

Usage: wheels.py SITE [FOLDER]

SITE is the site-packages folder that has them, in the versions that are pinned. They are downloaded into FOLDER, 3 GB, by default
one that is removed again.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FILE = pathlib.Path(__file__).resolve().parents[1] / "wheels.json"
# What has libraries that the engine runs with; the others of torch's requirements are Python, headers and compilers.
WANTED = re.compile(r"(torch|pyarrow|nvidia_(?!cuda_crt|cuda_cccl|cuda_nvcc|nvvm).*)-[^-]+\.dist-info")


def wanted(site):
    """Name, version and tags of each distribution."""
    for information in sorted(pathlib.Path(site).glob("*.dist-info")):
        if WANTED.fullmatch(information.name):
            name, version = information.name.removesuffix(".dist-info").split("-")
            tags = re.findall(r"^Tag: (\S+)-(\S+)-(\S+)", (information / "WHEEL").read_text(), re.MULTILINE)
            yield name.replace("_", "-"), version.split("+")[0], tags


def download(name, version, tags, folder):
    """Exactly the wheel that is installed, by its tags."""
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"]
    platforms = [word for platform in sorted({tag[2] for tag in tags}) for word in ("--platform", platform)]
    before = set(folder.iterdir())
    # The interpreter's own version would be asked for by torch's wheel.
    python = ["--python-version", "3.11", "--implementation", "cp", "--abi", "cp311"]
    subprocess.run([*pip, *python, *platforms, "--dest", folder, f"{name}=={version}"], check=True, stdout=sys.stderr)
    (wheel,) = set(folder.iterdir()) - before
    return wheel


def entry(name, version, wheel):
    with open(wheel, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "distribution": name,
        "version": version,
        "file": wheel.name,
        "bytes": wheel.stat().st_size,
        "sha256": digest,
    }


def main(site, folder):
    wheels = [
        entry(name, version, download(name, version, tags, pathlib.Path(folder)))
        for name, version, tags in wanted(site)
    ]
    FILE.write_text(json.dumps({"wheels": wheels}, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as own:
        main(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else own)
