# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/wheels.json pins the wheels that packaging/requirements*.txt ask for, by their hashes, and names no place to get them.

Usage: wheels_test.py ROOT.
"""

import json
import pathlib
import re
import sys

# Of the versions that are pinned for building, these have no library that the engine runs with.
FOR_BUILDING = {"nvidia-cuda-crt", "nvidia-cuda-cccl", "nvidia-cuda-nvcc", "nvidia-nvvm"}


def pins(root):
    for file in sorted((root / "packaging").glob("requirements*.txt")):
        yield from re.findall(r"^([a-z0-9-]+)==(\S+)", file.read_text(), re.MULTILINE)


def problems(wheels, pinned, text):
    versions = {wheel["distribution"]: wheel["version"] for wheel in wheels}
    for name, version in pinned:
        if name not in FOR_BUILDING and versions.get(name) != version:
            yield f"{name} is {versions.get(name)} in wheels.json and {version} in the requirements"
    for wheel in wheels:
        if not re.fullmatch(r"[0-9a-f]{64}", wheel["sha256"]) or wheel["bytes"] <= 0:
            yield f"{wheel['file']} has no hash or size"
        if not wheel["file"].lower().startswith(f"{wheel['distribution'].replace('-', '_')}-{wheel['version']}-"):
            yield f"{wheel['file']} is not {wheel['distribution']} {wheel['version']}"
        if not wheel["file"].endswith("_x86_64.whl"):
            yield f"{wheel['file']} is for another machine"
    if "://" in text:
        yield "wheels.json has a URL: pip knows where wheels are"


def check_itself():
    one = {
        "distribution": "a-b",
        "version": "1",
        "file": "a_b-1-py3-none-manylinux1_x86_64.whl",
        "bytes": 1,
        "sha256": "0" * 64,
    }
    assert not list(problems([one], [("a-b", "1")], ""))
    assert list(problems([one], [("a-b", "2")], "")) and list(problems([one], [("c", "1")], ""))
    for key, value in (("sha256", "0"), ("bytes", 0), ("version", "2"), ("file", "a_b-1-py3-none-any.whl")):
        assert list(problems([one | {key: value}], [], "")), key
    assert list(problems([one], [], "http://x"))


def main(root):
    check_itself()
    text = (root / "packaging/wheels.json").read_text()
    found = list(problems(json.loads(text)["wheels"], pins(root), text))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
