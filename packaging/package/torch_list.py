# SPDX-License-Identifier: GPL-3.0-or-later
"""torch_trees.json: which files of torch the engine runs with, and in which wheels of the package index they come.

With it a program without torch knows what a cluster needs, and a cluster fetches that by itself (resources/help/engine_on_a_site.md).
The files are those that `yard engine files` finds for a submission, so that what is fetched and what is sent is the same.
"""

import json
import pathlib

import libraries
from sbom import ROOT

NAME = "torch_trees.json"


def owners(site):
    """{path in the site: its distribution}, of what pip has installed."""
    found = {}
    for record in site.glob("*.dist-info/RECORD"):
        distribution = record.parent.name.split("-")[0].replace("_", "-").lower()
        for line in record.read_text().splitlines():
            found[line.rsplit(",", 2)[0]] = distribution
    return found


def make(yard, site, wheels=ROOT / "packaging/wheels.json"):
    """What the file says. `yard`: of the build, whose torch is in `site`."""
    site = pathlib.Path(site).resolve()
    found = json.loads(libraries.output_of(yard, "engine", "files"))["trees"]
    pinned = {wheel["distribution"]: wheel for wheel in json.loads(pathlib.Path(wheels).read_text())["wheels"]}
    of_site, used = owners(site), set()
    trees = []
    for tree in found:
        files = []
        for file in tree["files"]:
            path = pathlib.Path(file["source"]).resolve().relative_to(site).as_posix()
            wheel = pinned.get(of_site.get(path))
            if wheel is None:
                raise SystemExit(f"package: {path} is of no wheel in {wheels} (packaging/package/wheels.py writes it)")
            used.add(wheel["file"])
            files.append(
                {name: file[name] for name in ("name", "bytes", "sha256")} | {"wheel": wheel["file"], "path": path}
            )
        trees.append(tree | {"files": files})
    return {"wheels": [wheel for wheel in pinned.values() if wheel["file"] in used], "trees": trees}


def write(programs, content):
    (programs / NAME).write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")
