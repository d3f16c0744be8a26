# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer with a host in ~/.ssh/config and a job script of their own, who knows nothing but `yard`: what it prints leads to the end
of the script's job on the site, within three minutes of the first word. What is typed is taken from what was said.

Usage: newcomer_test.py friendly | strict | bastion.
"""

import pathlib
import re
import subprocess
import sys
import time

from practice import PracticeCluster, bastion
from sandbox import Sandbox
from typed import typed

SCRIPT = '#!/bin/bash\n#SBATCH --time=00:05:00\nfor step in 1 2 3; do echo "{\\"step\\": $step, \\"train/loss\\": 1.$step}"; sleep 1; done\necho done\n'


def codes(cluster):
    while True:
        done = subprocess.run([bastion.code_program(cluster.layout)], capture_output=True, check=True)
        yield done.stdout.strip()


def main(site):
    with Sandbox() as box, PracticeCluster(site=site) as cluster:
        home = pathlib.Path(box.environment["HOME"])
        (home / ".ssh").mkdir(mode=0o700)
        (home / ".ssh/config").write_text(cluster.layout.ssh_config.read_text())
        (box.work / "job.sh").write_text(SCRIPT)
        answers = codes(cluster) if cluster.layout.is_bastion else []
        began, steps = time.monotonic(), []

        def yard(*words):
            status, said, asked = typed(box, words, answers)
            steps.append(f"{time.monotonic() - began:5.0f} s  yard {' '.join(words)}  ({asked} questions)")
            return status, said

        first = box.run("yard").stderr
        assert "yard targets add NAME --host HOST" in first and "yard submit job.sh --on NAME --watch" in first, first
        status, said = yard("targets", "add", "mine", "--host", cluster.layout.alias)
        assert status == 0, said
        next_words = re.search(r"`yard (submit job\.sh --on mine --watch)`", said).group(1).split()
        status, said = yard(*next_words)
        if status != 0:
            # A site that wants an account says which field it is, and `yard cluster` which there are.
            assert "resources.account" in said, said
            accounts = box.must("yard", "cluster", "mine")
            account = re.search(r"account[^:\n]*:? +(\S+?)[,\s]", accounts).group(1)
            status, said = yard(*next_words, "--set", f"resources.account={account}")
        seconds = time.monotonic() - began
        assert status == 0 and "completed  3 steps" in said, said
        print(*steps, sep="\n")
        assert seconds < 180, seconds
        print(f"{site}: {seconds:.0f} s from the first word to the end of the job", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
