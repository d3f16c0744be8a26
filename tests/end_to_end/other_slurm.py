# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm of another version for a practice cluster: a bare tree of another Debian release with that release's packages, in which the
cluster's daemons and its logins run. Needs root (chroot), debootstrap and its network; a tree is kept for the next time.

TRAINYARD_SLURM_OF=trixie makes every practice cluster of the tests one of that release: 20.11 in bullseye, 24.11 in trixie.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys

PACKAGES = (
    "slurm-wlm slurmdbd munge mariadb-server libnss-wrapper openssh-server openssh-client rsync python3 procps tcsh git ca-certificates liblua5.3-0"
).split()
SKIPPED = 77  # tests/end_to_end/CMakeLists.txt tells ctest


def release():
    """The release that this test is to use; empty: this machine's own Slurm."""
    return os.environ.get("TRAINYARD_SLURM_OF", "")


def skip(why):
    print(f"SKIPPED: {why}", file=sys.stderr)
    sys.exit(SKIPPED)


def mirror():
    """The mirror that this machine itself uses."""
    for file in sorted(pathlib.Path("/etc/apt").rglob("*.sources")) + sorted(pathlib.Path("/etc/apt").rglob("*.list")):
        for line in file.read_text(errors="replace").splitlines():
            words = [word for word in line.split() if word.startswith(("http://", "https://"))]
            if words and line.startswith(("URIs:", "deb ")):
                return words[0]
    skip("no mirror of Debian is named in /etc/apt")


def make_tree(suite, folder, packages=()):
    """A bare tree of a Debian release, made once. Ends the test as skipped where that cannot be done."""
    if os.geteuid() != 0:
        skip("only root may change its root folder")
    if (folder / "ready").exists():
        return
    if shutil.which("debootstrap") is None:
        skip("debootstrap is not installed")
    shutil.rmtree(folder, ignore_errors=True)
    # Packages start their services where they can; a tree has none to start.
    options = ["--variant=minbase", *([f"--include={','.join(packages)}"] if packages else [])]
    made = subprocess.run(
        ["debootstrap", *options, suite, str(folder), mirror()],
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, "RUNLEVEL": "1", "DEBIAN_FRONTEND": "noninteractive"},
    )
    if made.returncode != 0:
        skip(f"debootstrap could not make a tree: {made.stdout[-500:]}{made.stderr[-500:]}")
    (folder / "etc/hosts").write_text(f"127.0.0.1 localhost {socket.gethostname()}\n")
    (folder / "ready").touch()


class Tree:
    """A process that keeps the tree's mounts, and the words before a command that runs in it."""

    def __init__(self, suite, root, shared):
        """`root`: of the cluster, whose mark the process carries, so that it ends with the cluster. `shared`: folders that are seen in
        the tree at their own names."""
        self.folder = pathlib.Path(f"/var/tmp/trainyard-slurm-{suite}")
        make_tree(suite, self.folder, PACKAGES)
        lines = ["set -e", "mount --make-rprivate /"]
        for name in ("/proc", "/sys", "/dev"):
            lines.append(f"mount --rbind {name} {self.folder}{name}")
        for name in shared:
            (self.folder / str(name).lstrip("/")).mkdir(parents=True, exist_ok=True)
            lines.append(f'mount --bind "{name}" "{self.folder}{name}"')
        # Slurm before 21.08 reads a site's plugin there, and nowhere else.
        etc = self.folder / "etc/slurm"
        etc.mkdir(exist_ok=True)
        lines.append(f"mount -t tmpfs none {etc} && ln -s {root}/slurm/job_submit.lua {etc}/")
        # Said from within: whoever enters before it is there would find this machine's own programs.
        lines.append(f"exec chroot \"{self.folder}\" sh -c 'echo ready; exec sleep infinity'")
        self.process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-c", "\n".join(lines)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "TRAINYARD_PRACTICE": str(root)},
        )
        assert self.process.stdout.readline() == "ready\n", f"the tree {self.folder} could not be mounted"

    @property
    def way_in(self):
        return ["nsenter", f"--target={self.process.pid}", "--mount", "--root", "--wd=/"]

    def is_there(self):
        return self.process.poll() is None

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
