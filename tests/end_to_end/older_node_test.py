# SPDX-License-Identifier: GPL-3.0-or-later
"""Engine and agent run where the C library is older than the one they were built with: in a bare Debian 11 tree (2.31), from
exactly what a target gets. Needs root (chroot) and debootstrap with its network; the tree is kept for the next time.
Exit code 77: skipped, and says why.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

from other_slurm import make_tree
from sandbox import BIN, Sandbox, end_of, events

TREE = pathlib.Path(os.environ.get("TRAINYARD_OLDER_TREE", "/var/tmp/trainyard-bullseye"))


def inside(*command):
    """Runs in the tree, in a mount namespace of its own so that /proc goes with it."""
    script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, str(TREE), *command],
        capture_output=True,
        text=True,
        timeout=600,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "OMP_NUM_THREADS": "1"},
    )


def must(*command):
    done = inside(*command)
    assert done.returncode == 0, (
        f"{command} ended with {done.returncode} in the older tree\n{done.stdout}\n{done.stderr}"
    )
    return done.stdout


def main():
    make_tree("bullseye", TREE)
    version = must("/lib/x86_64-linux-gnu/libc.so.6").split("\n")[0]
    assert "2.31" in version, version
    with Sandbox() as sandbox:
        place = pathlib.Path(tempfile.mkdtemp(prefix="trainyard-", dir=TREE / "opt"))
        try:
            sent = subprocess.run(
                [str(BIN / "send_engine"), str(BIN), str(place), "processor"],
                env=sandbox.environment,
                capture_output=True,
                text=True,
                timeout=900,
            )
            assert sent.returncode == 0, sent.stderr
            programs = "/" + str(pathlib.Path(sent.stdout.strip()).relative_to(TREE))
            bytes_sent = sum(
                file.stat().st_size for file in place.rglob("*") if file.is_file() and not file.is_symlink()
            )
            assert bytes_sent < 700e6, f"{bytes_sent} bytes for the processor"
            # The engine itself, without its loader, does not start there: so it is the loader that makes it work.
            assert inside(f"{programs}/engine.bin", "--version").returncode != 0
            own = subprocess.run([str(BIN / "engine"), "--version"], capture_output=True, text=True, check=True).stdout
            assert must(f"{programs}/engine", "--version") == own
            assert "yard-agent" in must(f"{programs}/yard-agent", "--version")

            experiment = sandbox.small_experiment(
                name="older", training__max_steps=2, evaluation__every_steps="null", checkpoint__every_steps=2
            )
            work = place / "work"
            shutil.copytree(sandbox.work, work)
            run = "/" + str((work / "run").relative_to(TREE))
            (work / "run").mkdir()
            document = "/" + str((work / experiment.name).relative_to(TREE))
            must(f"{programs}/engine", "validate", document)
            must(
                f"{programs}/yard-agent",
                "run",
                "--run-dir",
                run,
                "--",
                f"{programs}/engine",
                "train",
                document,
                "--run-dir",
                run,
            )
            attempt = work / "run/attempts/0001"
            assert end_of(attempt)["outcome"] == "completed", end_of(attempt)
            steps = [
                line["step"]
                for line in events(attempt)
                if line["event"] == "metrics" and "train/loss" in line["values"]
            ]
            assert steps == [1, 2], steps
            assert (work / "run/checkpoints/step-00000002/manifest.json").exists()
        finally:
            shutil.rmtree(place, ignore_errors=True)
    print(f"{version}: engine and agent ran from {bytes_sent / 1e6:.0f} MB")


main()
