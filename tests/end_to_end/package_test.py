# SPDX-License-Identifier: GPL-3.0-or-later
"""The packages of packaging/package, made of the programs under test, installed as a person would and used.

Usage: package_test.py here          the wheel by pip on this system: what is there, a training with torch, nothing left behind
       package_test.py cluster       a job script and the quickstart from the wheel on a practice cluster
       package_test.py same-bytes    every kind made twice in different folders
       package_test.py RELEASE       wheel, folder and .deb in a bare tree of that Debian release, as an ordinary user without a compiler

Exit code 77: skipped, and says why.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv

from other_slurm import make_tree, skip
from practice import PracticeCluster
from sandbox import BIN, SOURCE, Sandbox, end_of

SITE = os.environ["TRAINYARD_SITE"]
KINDS = ("wheel", "tar", "deb")
USER = 1234  # of the trees; in no group
UV = "uv==0.13.9"
TORCH = ("torch", "pyarrow", "nvidia")
JOB = """#!/bin/bash
#SBATCH --time=5
for s in 1 2 3; do echo "step $s: loss 1.$s"; done
"""


def make_packages(folder, *kinds):
    done = subprocess.run(
        [sys.executable, "-B", SOURCE / "packaging/package/package.py", *kinds]
        + ["--build", BIN.parent, "--site", SITE, "--output", folder],
        capture_output=True,
        text=True,
    )
    if "patchelf" in done.stderr and shutil.which("patchelf") is None:
        skip("patchelf is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout, end="", flush=True)
    shutil.rmtree(folder / "stage")
    return {
        kind: next(folder.glob(pattern))
        for kind, pattern in zip(KINDS, ("*.whl", "*.tar.xz", "*.deb"), strict=True)
        if not kinds or kind in kinds
    }


def size_of(folder):
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_symlink() or path.is_file())


def files_below(folder):
    return {str(path) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()}


# ------------------------------------------------------------ on this system


def here():
    with Sandbox() as box:
        wheel = make_packages(box.root / "packages", "wheel")["wheel"]
        assert wheel.stat().st_size <= 80e6, f"{wheel.stat().st_size} bytes"
        environment = box.root / "environment"
        venv.create(environment, with_pip=True)
        before = files_below(environment)
        pip = [environment / "bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--no-index", "--no-deps", wheel], check=True, env=box.environment)
        programs = environment / "lib/trainyard"
        assert size_of(programs) <= 250e6, f"{size_of(programs)} bytes installed"
        check_without_torch(box, environment)
        check_training(box, environment)
        box.stop_everything()
        subprocess.run([*pip, "uninstall", "--yes", "trainyard"], check=True, env=box.environment)
        left = {path for path in files_below(environment) - before if "__pycache__" not in path}
        torch = {path for path in left if "/site-packages/" in path}
        assert left == torch, left  # links to torch, which this test made


def run(box, program, *arguments, **keywords):
    keywords.setdefault("env", box.environment)
    return subprocess.run([program, *arguments], cwd=box.work, capture_output=True, text=True, timeout=600, **keywords)


def must(box, program, *arguments, **keywords):
    done = run(box, program, *arguments, **keywords)
    assert done.returncode == 0, f"{program} {arguments} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def check_without_torch(box, environment):
    """The window stands, and what needs torch says so in a sentence."""
    assert "FAILED" not in must(box, environment / "bin/trainyard", "--self-test")
    experiment = box.small_experiment()
    done = run(box, environment / "bin/yard", "check", experiment)
    assert done.returncode == 2 and "trainyard[engine]" in done.stdout, done.stdout + done.stderr
    done = run(box, environment / "lib/trainyard/engine", "--version")
    assert done.returncode == 3 and "trainyard[engine]" in done.stderr, done.stderr


def link_torch(environment):
    """The one that the engine is tested with."""
    site = next((environment / "lib").glob("python3*/site-packages"))
    for name in TORCH:
        if (pathlib.Path(SITE) / name).exists():
            (site / name).symlink_to(pathlib.Path(SITE) / name)


def check_training(box, environment):
    link_torch(environment)
    experiment = box.small_experiment(training__max_steps=4, checkpoint__every_steps=2)
    must(box, environment / "bin/yard", "submit", experiment, "--watch")
    folder = next((box.root / "data/trainyard/runs").glob("*-*"))
    assert end_of(folder / "attempts/0001")["outcome"] == "completed", end_of(folder / "attempts/0001")


# ------------------------------------------------------------ on a cluster


def cluster():
    with Sandbox() as box, PracticeCluster() as practice:
        wheel = make_packages(box.root / "packages", "wheel")["wheel"]
        environment = box.root / "environment"
        venv.create(environment, with_pip=True)
        subprocess.run(
            [environment / "bin/python", "-m", "pip", "--quiet", "install", "--no-index", "--no-deps", wheel],
            check=True,
        )
        link_torch(environment)
        practice.add_target(box)
        (box.work / "job.sh").write_text(JOB)
        must(box, environment / "bin/yard", "submit", "job.sh", "--on", practice.target, "--watch")
        must(box, environment / "bin/yard", "submit", "quickstart", "--sample", "--on", practice.target)
        states = [run["state"] for run in json.loads(must(box, environment / "bin/yard", "runs", "--json"))]
        assert states == ["completed", "completed"], states
        curve = must(box, environment / "bin/yard", "metrics", "job", "--csv").splitlines()
        assert len(curve) == 4, curve


# ------------------------------------------------------------ the same bytes


def same_bytes():
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory(prefix="another-") as second:
        one, other = (make_packages(pathlib.Path(folder)) for folder in (first, second))
        for kind in KINDS:
            assert one[kind].read_bytes() == other[kind].read_bytes(), f"{kind} differs"


# ------------------------------------------------------------ in the tree of a release


class Tree:
    def __init__(self, release):
        self.folder = pathlib.Path(f"/var/tmp/trainyard-package-{release}")
        make_tree(release, self.folder, ("python3", "python3-venv", "ca-certificates"))
        self.home = self.folder / "home/person"
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir(parents=True)
        os.chown(self.home, USER, USER)
        (self.folder / "opt/site").mkdir(exist_ok=True)

    def run(self, *command, user=USER, **environment):
        """Runs as the person, in mount and process namespaces of its own: what it leaves running ends with it."""
        script = (
            'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --bind "$2" "$0/opt/site" &&'
            ' exec chroot --userspec="$1:$1" "$0" "${@:3}"'
        )
        return subprocess.run(
            [
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "bash",
                "-c",
                script,
                self.folder,
                str(user),
                SITE,
                *command,
            ],
            capture_output=True,
            text=True,
            timeout=900,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/home/person", "LANG": "C.UTF-8", **environment},
        )

    def must(self, *command, **keywords):
        done = self.run(*command, **keywords)
        assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def files(self):
        return {path for place in ("usr", "etc", "home") for path in files_below(self.folder / place)}


# What a person does first, with a script of their own, and how it ends.
USE = """set -e
"$1"/trainyard --self-test > self-test.txt || { cat self-test.txt; exit 1; }
printf %s "$2" > job.sh
"$1"/yard --version
"$1"/yard submit job.sh --watch
"$1"/yard runs
"""


def use(tree, programs):
    said = tree.must("bash", "-c", "cd; " + USE, "bash", programs, JOB)
    assert "completed" in said, said


def train(tree, environment):
    """The preset that a newcomer runs, with the torch that the engine is tested with linked into the environment."""
    names = [name for name in TORCH if (pathlib.Path(SITE) / name).exists()]
    links = " ".join(f"/opt/site/{name}" for name in names)
    tree.must("bash", "-c", f"cd; ln -s {links} {environment}/lib/python3*/site-packages/")
    said = tree.must(
        "bash", "-c", f"cd; {environment}/bin/yard submit quickstart --sample; {environment}/bin/yard show last"
    )
    assert "completed" in said, said


def by_wheel(tree, wheel):
    shutil.copy(wheel, tree.home)
    tree.must("bash", "-c", "cd; python3 -m venv env")
    before = files_below(tree.home / "env")
    tree.must("bash", "-c", f"cd; env/bin/pip install --quiet --no-index --no-deps ./{wheel.name}")
    use(tree, "/home/person/env/bin")
    train(tree, "/home/person/env")
    tree.must("bash", "-c", "cd; env/bin/pip uninstall --quiet --yes trainyard")
    left = {path for path in files_below(tree.home / "env") - before if "__pycache__" not in path}
    assert {pathlib.Path(path).name for path in left} <= set(TORCH), left  # the links of this test


def by_uv(tree, wheel):
    """`uv tool install`, as most people of this field do."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, UV]
        fetched = subprocess.run(fetch, capture_output=True, text=True)
        if fetched.returncode != 0:
            print(f"uv could not be fetched, so it is not tried: {fetched.stderr[-300:]}", flush=True)
            return
        (uv,) = pathlib.Path(folder).iterdir()
        shutil.copy(uv, tree.home)
    tree.must("bash", "-c", f"cd; python3 -m venv uv && uv/bin/pip install --quiet --no-index ./{uv.name}")
    before = files_below(tree.home)
    tree.must("bash", "-c", f"cd; uv/bin/uv tool install --offline --no-index --quiet ./{wheel.name}")
    use(tree, "/home/person/.local/bin")
    tree.must("bash", "-c", "cd; uv/bin/uv tool uninstall --quiet trainyard")
    left = {path for path in files_below(tree.home) - before if "/.local/bin/" in path or "/uv/tools/trainyard" in path}
    assert not left, left


def by_folder(tree, archive):
    # Debian's smallest trees have no xz: unpacked as another program of the person's would.
    subprocess.run(["tar", "-xf", archive, "-C", tree.home], check=True)
    folder = next(tree.home.glob("trainyard-*-linux-*"))
    use(tree, f"/home/person/{folder.name}/bin")
    shutil.rmtree(folder)


def by_deb(tree, package):
    before = tree.files()
    shutil.copy(package, tree.folder / "tmp")
    tree.must("dpkg", "--install", f"/tmp/{package.name}", user=0)
    use(tree, "/usr/bin")
    tree.must("dpkg", "--purge", "trainyard", user=0)
    left = {path for path in tree.files() - before if not path.startswith(str(tree.home))}
    assert not left, left


def in_release(release):
    tree = Tree(release)
    with tempfile.TemporaryDirectory() as folder:
        packages = make_packages(pathlib.Path(folder))
        for way, kind in ((by_wheel, "wheel"), (by_uv, "wheel"), (by_folder, "tar"), (by_deb, "deb")):
            way(tree, packages[kind])
            print(f"{release}: {way.__name__} installed, used, removed", flush=True)


if __name__ == "__main__":
    kind = sys.argv[1]
    {"here": here, "cluster": cluster, "same-bytes": same_bytes}.get(kind, lambda: in_release(kind))()
