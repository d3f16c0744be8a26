# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes the strict site less friendly: its login shell, its PATH, its banner, its rules for jobs."""

import os
import pathlib
import shutil

from layout import write_file

SLURM_PROGRAMS = {
    "sacct",
    "sacctmgr",
    "salloc",
    "sattach",
    "sbatch",
    "sbcast",
    "scancel",
    "scontrol",
    "scrontab",
    "sdiag",
    "sgather",
    "sh5util",
    "sinfo",
    "sjobexitmod",
    "sjstat",
    "smail",
    "sprio",
    "squeue",
    "sreport",
    "srun",
    "sshare",
    "sstat",
    "strigger",
    "sview",
}
FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin")
TCSH = "/usr/bin/tcsh"

# The account's shell cannot be changed without root: sshd gives every command to this instead.
LOGIN_SHELL = f"""#!/bin/sh
if [ -n "${{SSH_ORIGINAL_COMMAND+set}}" ]; then
  command=$SSH_ORIGINAL_COMMAND
  unset SSH_ORIGINAL_COMMAND
  exec {TCSH} -c "$command"
fi
exec {TCSH} -l
"""

START_FILE_OF_EVERY_SHELL = """# Read by every tcsh, also by one that runs a single command.
echo "*** Practice site: programs that compute belong into the queue. ***"
sh -c 'echo "*** Files in scratch are not backed up. ***" >&2'
"""

JOB_RULES = """-- Jobs are never requeued here. A submission that asks for it is taken, and told; a change later is refused.
function slurm_job_submit(job, partitions, user)
  if job.requeue == 1 then
    slurm.log_user("jobs are not requeued on this site; --requeue is ignored")
  end
  job.requeue = 0
  return slurm.SUCCESS
end

function slurm_job_modify(change, job, partitions, user)
  if change.requeue == 1 then
    slurm.log_user("jobs are not requeued on this site")
    return slurm.ERROR
  end
  return slurm.SUCCESS
end
"""


def programs(layout):
    """What a plain command finds: everything but Slurm."""
    return layout.root / "programs"


def slurm_programs(layout):
    """What the start files of a login add."""
    return layout.root / "slurm" / "programs"


def write(layout):
    links = {True: {}, False: {}}
    for folder in map(pathlib.Path, FOLDERS):
        for entry in os.scandir(folder) if folder.is_dir() else ():
            is_slurm = entry.name in SLURM_PROGRAMS or entry.name.startswith("slurm")
            links[is_slurm].setdefault(entry.name, entry.path)
    for folder, is_slurm in ((programs(layout), False), (slurm_programs(layout), True)):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, path in links[is_slurm].items():
            (folder / name).symlink_to(path)
    write_file(layout.root / "bin" / "login-shell", LOGIN_SHELL, 0o755)
    write_file(layout.root / "ssh" / "banner", "Practice site. Use is monitored.\n", 0o644)
    write_file(layout.root / "slurm" / "job_submit.lua", JOB_RULES, 0o644)
    path = f"{programs(layout)}:{slurm_programs(layout)}"
    for name, text in (
        (".cshrc", START_FILE_OF_EVERY_SHELL),
        (".login", f"setenv PATH {path}\n"),
        (".profile", f"export PATH={path}\n"),
    ):
        if not (layout.home / name).exists():
            write_file(layout.home / name, text, 0o644)


def sshd_lines(layout):
    return [
        "AllowTcpForwarding no",
        "AllowStreamLocalForwarding no",
        "MaxSessions 2",
        f"Banner {layout.root}/ssh/banner",
        f"ForceCommand {layout.root}/bin/login-shell",
    ]


def login_environment(layout):
    return f" SHELL={TCSH} PATH={programs(layout)} SBATCH_EXPORT=NONE SCRATCH={layout.root}/scratch"


def slurm_lines():
    return [
        "JobRequeue=0",
        "JobSubmitPlugins=lua",
        "EnforcePartLimits=ALL",
        "AccountingStorageType=accounting_storage/none",
    ]


def task_prolog_lines(layout):
    """A job that brings no environment finds no Slurm before its login start files were read."""
    return [f'[ -n "$SLURM_STEP_ID" ] || echo export PATH={programs(layout)}']
