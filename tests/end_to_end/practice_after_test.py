# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that wait for others on a Slurm cluster: by name, with the job's number looked up at submission, in words while it waits, and
once more with the newest number after a resume.
"""

import json
import os
import re
import sys

from after_test import shown, until
from practice import PracticeCluster
from sandbox import Sandbox, wait_until

WAITS = '#!/bin/bash\nuntil [ -e {0}/code ]; do sleep 0.2; done\nexit "$(cat {0}/code)"\n'


def submit(box, cluster, name, *words):
    file = box.work / f"{name}.yaml"
    file.write_text(
        f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: {name}.sh, metrics: none}}\n"
        "code: {source: code}\nresources: {cpus_per_process: 1, time_limit: '10'}\n"
    )
    return json.loads(box.must("yard", "submit", file, "--target", cluster.target, "--json", *words))["run"]


def job_of(box, run):
    return shown(box, run)["jobs"][-1]["job"]


def dependency_of(cluster, job):
    return re.search(r"Dependency=(\S+)", cluster.must("scontrol", "show", "job", job)).group(1)


def main():
    with Sandbox() as box, PracticeCluster() as cluster:
        cluster.add_target(box)
        (box.work / "code").mkdir()
        flag = box.work / "flag"
        flag.mkdir()
        for name, text in (("first", WAITS.format(flag)), ("second", "#!/bin/bash\nexit 0\n")):
            (box.work / f"code/{name}.sh").write_text(text)
            os.chmod(box.work / f"code/{name}.sh", 0o755)
        first = submit(box, cluster, "first")
        until(box, first, "running", seconds=120)
        second = submit(box, cluster, "second", "--set", f"resources.after=[first-{first[:8]}]")
        assert dependency_of(cluster, job_of(box, second)).startswith(f"afterok:{job_of(box, first)}"), job_of(
            box, first
        )
        wait_until(lambda: shown(box, second)["reason"] == f"waits for first-{first[:8]} to complete", 120, "the words")
        # The script is the experiment's alone; which job is meant is said on the command line.
        script = next(cluster.base.glob("second-*/job.sh")).read_text()
        assert "dependency" not in script, script
        box.must("yard", "cancel", second)
        until(box, second, "cancelled", seconds=120)
        # The first fails: what waits for it can never begin, and says what to type; what is new is refused.
        unlucky = submit(box, cluster, "second", "--set", "resources.after=[first]")
        (flag / "code").write_text("3")
        until(box, first, "failed", seconds=120)
        again = f"yard resume first-{first[:8]} && yard resume {unlucky[:8]}"
        wait_until(lambda: (shown(box, unlucky)["next"] or "").endswith(again), 120, "what to type")
        assert "resources.dependency" not in box.must("yard", "show", unlucky), box.must("yard", "show", unlucky)
        if shown(box, unlucky)["state"] == "waiting":
            box.must("yard", "cancel", unlucky)
        until(box, unlucky, "cancelled", seconds=120)
        refused = box.run("yard", "resume", second)
        assert refused.returncode != 0 and "it never starts" in refused.stderr, refused
        for verb in ("check", "render"):
            words = ("--target", cluster.target, "--set", f"resources.after=[{first[:8]}]")
            refused = box.run("yard", verb, box.work / "second.yaml", *words, "--set", "command.program=second.sh")
            assert refused.returncode == 2 and "it never starts" in refused.stdout + refused.stderr, refused
        (flag / "code").unlink()
        old = job_of(box, first)
        box.must("yard", "resume", first)
        until(box, first, "running", seconds=120)
        assert job_of(box, first) != old
        box.must("yard", "resume", second)
        assert dependency_of(cluster, job_of(box, second)).startswith(f"afterok:{job_of(box, first)}"), job_of(
            box, first
        )
        (flag / "code").write_text("0")
        until(box, first, "completed", seconds=120)
        until(box, second, "completed", seconds=120)
        # Complete already: the job waits for nothing.
        third = submit(box, cluster, "second", "--set", f"resources.after=[{first[:8]}]")
        until(box, third, "completed", seconds=120)
        # On another target only what is over can be waited for.
        (flag / "code").unlink()
        again = submit(box, cluster, "first")
        refused = box.run(
            "yard",
            "submit",
            box.work / "second.yaml",
            "--set",
            f"resources.after=[{again[:8]}]",
            "--set",
            "command.program=second.sh",
        )
        assert refused.returncode == 2 and "can wait only for a run that is on the same target" in refused.stderr, (
            refused
        )
        box.must("yard", "cancel", again)
        until(box, again, "cancelled", seconds=120)
    return 0


if __name__ == "__main__":
    sys.exit(main())
