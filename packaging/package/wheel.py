# SPDX-License-Identifier: GPL-3.0-or-later
"""The wheel: the staged folder as the data of a Python package without Python, so that pip, pipx and uv install and remove it.

The folder's prefix is the environment's own, so `lib/trainyard` lies beside `lib/python3.X/site-packages`, where the launcher finds torch.
What a wheel installs as scripts are launchers that find the programs from there.
"""

import re

import archives
import stage
from sbom import ROOT, version

# The programs have a loader and a C library of their own for systems with an older one; kernel and X11 are those of RHEL 8.
TAG = "py3-none-manylinux_2_28_x86_64"
METADATA = """\
Metadata-Version: 2.1
Name: trainyard
Version: {version}
Summary: Train models on Slurm clusters over ssh, and follow them: a window, a command line and a trainer
License: GPL-3.0-or-later
Keywords: slurm,training,cluster,ssh,curves,hyperparameters
Classifier: Environment :: X11 Applications :: Qt
Classifier: Intended Audience :: Science/Research
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Scientific/Engineering :: Artificial Intelligence
Requires-Python: >=3.9
Provides-Extra: engine
{requirements}
Description-Content-Type: text/markdown

{description}"""
DESCRIPTION = """\
Trainyard submits training runs to Slurm clusters over ssh and follows them: job scripts as they are, programs of any kind, and language
models with its own trainer. `trainyard` is the window and `yard` the command line; `trainyard[engine]` also trains on this computer.
"""


def requirements():
    """What the engine runs with, in the versions that it is built with; torch itself asks for CUDA's libraries."""
    lines = re.findall(r"^((?:torch|pyarrow)==\S+)", (ROOT / "packaging/requirements.txt").read_text(), re.MULTILINE)
    return "\n".join(f'Requires-Dist: {line}; extra == "engine"' for line in lines)


def write(prefix, folder):
    name = f"trainyard-{version()}"
    information, data = f"{name}.dist-info", f"{name}.data"
    target = folder / f"{name}-{TAG}.whl"
    wheel = archives.Wheel(target, f"{information}/RECORD")
    for path in archives.files_of(prefix):
        place = path.relative_to(prefix)
        if place.parts[0] == "bin":
            continue  # links, which a wheel cannot have
        wheel.add(f"{data}/data/{place.as_posix()}", path.read_bytes(), path.stat().st_mode & 0o100)
    for program in ("trainyard", "yard"):
        wheel.add(f"{data}/scripts/{program}", (prefix / stage.PROGRAMS / program).read_bytes(), True)
    wheel.add(f"{information}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
    text = METADATA.format(version=version(), requirements=requirements(), description=DESCRIPTION)
    wheel.add(f"{information}/METADATA", text.encode())
    wheel.add(
        f"{information}/WHEEL",
        f"Wheel-Version: 1.0\nGenerator: trainyard\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode(),
    )
    wheel.close()
    return target
