# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run leaves here and on a cluster is read by its owner alone, whatever the umask; on a cluster that is shared with the
group, by the group too and by nobody else. A secret in a variable stands for all that must not be seen.
"""

import json
import os
import stat
import subprocess
import unittest

from practice import PracticeCluster
from sandbox import Sandbox

SECRET = "canary-in-a-variable"
EXPERIMENT = f"""format: 1
name: secret
workload: command
command: {{launcher: none, program: work.py, metrics: jsonl}}
code: {{source: code}}
environment: {{variables: {{API_KEY: "{SECRET}"}}}}
"""

WORK = """import json, os, pathlib
print(json.dumps({"step": 1, "train/loss": 1.0}), flush=True)
results = pathlib.Path(os.environ["TRAINYARD_RUN_DIR"]) / "results"
results.mkdir(exist_ok=True)
(results / "answer.json").write_text("{}")
"""


def open_to(folder, bits):
    """Files and folders below that have one of the bits, as text."""
    found = [folder, *folder.rglob("*")]
    return [
        f"{oct(path.lstat().st_mode & 0o777)} {path}"
        for path in found
        if not path.is_symlink() and not stat.S_ISSOCK(path.lstat().st_mode) and path.lstat().st_mode & bits
    ]


class Privacy(unittest.TestCase):
    def setUp(self):
        before = os.umask(0o022)
        self.addCleanup(os.umask, before)
        self.sandbox = self.enterContext(Sandbox())
        self.sandbox.root.chmod(0o755)
        (self.sandbox.root / "data").chmod(0o755)
        code = self.sandbox.work / "code"
        code.mkdir()
        (code / "work.py").write_text("#!/usr/bin/env python3\n" + WORK)
        (code / "work.py").chmod(0o755)
        self.file = self.sandbox.work / "secret.yaml"
        self.file.write_text(EXPERIMENT)

    def run_it(self, target):
        self.sandbox.must("yard", "submit", self.file, "--target", target)
        self.sandbox.must("yard", "watch", "last")

    def seen_by_another(self, folder):
        """The files below that another user of this machine can read."""
        if os.geteuid() != 0:
            return []
        script = f"find '{folder}' -type f -readable 2>/dev/null"
        done = subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", script],
            capture_output=True,
            text=True,
            cwd="/",
        )
        return done.stdout.splitlines()

    def test_here(self):
        self.run_it("here")
        ours = self.sandbox.root / "data/trainyard"
        runs = list((ours / "runs").iterdir())
        self.assertEqual(len(runs), 1)
        self.assertIn(SECRET, (runs[0] / "job.sh").read_text())
        self.assertEqual(open_to(ours, 0o077), [])
        self.assertEqual(self.seen_by_another(ours), [])

    def run_there(self, more, forbidden):
        """The run's job.sh on a practice cluster whose target has these settings too."""
        cluster = self.enterContext(PracticeCluster())
        os.chmod(cluster.root, 0o755)
        cluster.add_target(self.sandbox)
        file = self.sandbox.root / "config/trainyard/targets.json"
        settings = json.loads(file.read_text())
        settings["targets"][0].update(more)
        file.write_text(json.dumps(settings))
        self.run_it(cluster.target)
        script = next(cluster.base.glob("secret-*/job.sh"))
        self.assertIn(SECRET, script.read_text())
        for folder in cluster.base.iterdir():
            self.assertEqual(open_to(folder, forbidden), [])
            self.assertEqual(self.seen_by_another(folder), [])
        return script

    def test_on_a_cluster(self):
        self.run_there({}, 0o077)

    def test_on_a_cluster_shared_with_the_group(self):
        script = self.run_there({"share_with_group": True}, 0o027)
        self.assertEqual(stat.S_IMODE(script.stat().st_mode), 0o640)
        self.assertEqual(stat.S_IMODE(script.parent.stat().st_mode), 0o750)


if __name__ == "__main__":
    unittest.main()
