# SPDX-License-Identifier: GPL-3.0-or-later
"""Job scripts as five research groups publish them, and what a practice site needs so that they run there: a stand-in for each program
that trains, and the settings that a person of this site would choose."""

import re
import shutil

from practice import SOURCE

SCRIPTS = SOURCE / "tests/job_scripts/day"
STAND_INS = ("torchrun", "accelerate", "deepspeed", "module")
# What a person sets here: partition and account of this site, and no more GPUs than its nodes have.
OF_SITE = {
    "friendly": {"partition": "long", "account": "lab", "gpus": 8},
    "strict": {"partition": "long", "account": "null", "gpus": 8},
    "bastion": {"partition": "boost_usr_prod", "account": "euhpc_d01_012", "gpus": 4},
}


def prepare(cluster):
    """Puts the stand-ins where jobs of the site find programs: on the strict one nothing of a login reaches them."""
    layout = cluster.layout
    folder = cluster.root / "programs" if layout.is_strict else layout.home / "programs"
    folder.mkdir(exist_ok=True)
    for name in STAND_INS:
        (folder / name).unlink(missing_ok=True)
        shutil.copy(SOURCE / "tests/import_scripts/stand_in", folder / name)
        (folder / name).chmod(0o755)
    # There, steps get nothing of the script either, unless it is said.
    line = "export SLURM_EXPORT_ENV=ALL" if layout.is_strict else f'export PATH="{folder}:$PATH"'
    with open(layout.home / ".profile", "a") as profile:
        profile.write(line + "\n")


def project(cluster, work, name, change=lambda text: text):
    """The script in a folder of its own below `work`, with its program beside it. Returns the folder."""
    folder = work / name.split(".")[0]
    folder.mkdir(exist_ok=True)
    text = change((SCRIPTS / name).read_text())
    if cluster.layout.is_strict:  # only what a login shell reads tells a job where Slurm's commands are
        text = text.replace("#!/bin/bash\n", "#!/bin/bash -l\n", 1)
    (folder / name).write_text(text)
    (folder / "train.py").write_text("print('never run')\n")
    for place in re.findall(r"^#SBATCH --(?:output|error)=(\S+)/", text, re.M):
        (folder / place).mkdir(exist_ok=True)
    return folder


def without_names_of_nodes(text):
    """They are another cluster's, and no setting: the person takes the line out."""
    return re.sub(r"#SBATCH --nodelist=.*\n", "", text)
