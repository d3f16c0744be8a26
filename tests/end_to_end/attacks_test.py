# SPDX-License-Identifier: GPL-3.0-or-later
"""A second account of the cluster, and a login node that means harm, each tried for real: nothing of theirs runs as the user, and
nothing of theirs is shown as ours. Needs root for the second account, which is `nobody`; the rest runs without."""

import json
import os
import pathlib
import subprocess
import time
import unittest

from practice import PracticeCluster
from sandbox import Sandbox, wait_until

IS_ROOT = os.geteuid() == 0


def other(script):
    """What the second account does."""
    return subprocess.run(
        ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "bash", "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


class Attacks(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.cluster = self.enterContext(PracticeCluster())
        self.cluster.add_target(self.box)

    def document(self, name):
        code = self.box.work / "code"
        code.mkdir(exist_ok=True)
        (code / "count.sh").write_text("#!/bin/sh\necho ran\n")
        (code / "count.sh").chmod(0o755)
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\n"
            "command: {launcher: none, program: count.sh, metrics: none}\n"
            "code: {source: code}\nresources: {cpus_per_process: 1, time_limit: '5'}\n"
        )
        return file

    def use_base(self, base):
        """As if the target had been added with this base folder."""
        self.box.stop_everything()
        file = self.box.root / "config/trainyard/targets.json"
        targets = json.loads(file.read_text())
        text = json.dumps(targets).replace(
            json.dumps(str(self.before if hasattr(self, "before") else self.cluster.base)), json.dumps(str(base))
        )
        self.before = base
        file.write_text(text)

    def submit(self, name):
        return self.box.run("yard", "submit", self.document(name), "--target", self.cluster.target, timeout=300)

    def place(self, name, mode=0o755):
        path = pathlib.Path(self.cluster.folder) / name
        path.mkdir(mode=mode)
        path.chmod(mode)
        return path

    @unittest.skipUnless(IS_ROOT, "needs root: a second account")
    def test_folders_of_another_account(self):
        os.chmod(self.cluster.folder, 0o711)
        scratch = self.place("scratch", 0o1777)
        cases = {
            "engine": (scratch / "a", "mkdir -p {0}/engine; chmod 777 {0} {0}/engine"),
            "base": (scratch / "b", "mkdir -m 777 {0}"),
            "above": (scratch / "c/mine", "mkdir -m 777 $(dirname {0})"),
            "link": (scratch / "d", "mkdir -m 777 {0}-there; ln -s {0}-there {0}"),
        }
        for name, (base, script) in cases.items():
            with self.subTest(name):
                made = other(script.format(base))
                self.assertEqual(made.returncode, 0, made.stderr)
                self.use_base(base)
                for done in (
                    self.box.run("yard", "targets", "check", self.cluster.target, timeout=300),
                    self.submit(f"foreign-{name}"),
                ):
                    self.assertNotEqual(done.returncode, 0, done.stdout)
                    self.assertIn("could replace what your jobs execute", done.stderr)
                    self.assertIn("nobody", done.stderr)
        self.assertEqual(self.cluster.queue(), [])

    def test_a_place_that_every_account_may_write(self):
        open_place = self.place("open", 0o777)
        self.use_base(open_place / "runs")
        done = self.submit("open")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"{open_place} may be written by every account", done.stderr)

    @unittest.skipUnless(IS_ROOT, "needs root: a second account")
    def test_what_changes_between_sending_and_the_start_of_the_job(self):
        os.chmod(self.cluster.folder, 0o711)
        base = self.place("mine")
        self.use_base(base)
        proof = self.place("proofs", 0o1777) / "PROOF"
        done = self.submit("first")
        self.assertEqual(done.returncode, 0, done.stderr)
        wait_until(lambda: self.state("first") == "completed", 120, "the first run")
        # Nodes that are busy: the next job waits while its programs are swapped.
        blocker = self.cluster.must(
            "sbatch", "--parsable", "--exclusive", "-N", "4", "-o", "/dev/null", "--wrap", "sleep 300"
        )
        self.cluster.wait_for_state(blocker, ["RUNNING"])
        done = self.submit("second")
        self.assertEqual(done.returncode, 0, done.stderr)
        engine = base / "engine"
        tree = next(path for path in engine.iterdir() if (path / "yard-agent").exists())
        base.chmod(0o755)
        engine.chmod(0o777)
        swapped = other(
            f"cd {engine} && mv {tree.name} aside && mkdir {tree.name} && "
            f"printf '#!/bin/sh\\nid >{proof}\\n' >{tree.name}/yard-agent && chmod -R 755 {tree.name}"
        )
        self.assertEqual(swapped.returncode, 0, swapped.stderr)
        self.cluster.must("scancel", blocker)
        wait_until(lambda: self.state("second") == "failed", 120, "the second run's end")
        self.assertFalse(proof.exists(), "another account's program ran")
        run = next(run for run in self.runs() if run["name"] == "second")
        self.assertIn("another account could replace what it executes", run["reason"])

    def runs(self):
        return json.loads(self.box.must("yard", "runs", "--json"))

    def state(self, name):
        return next(run["state"] for run in self.runs() if run["name"] == name)

    def test_a_program_that_prints_without_end(self):
        programs = ("sinfo", "scontrol", "sacctmgr")
        floods = self.cluster.layout.home / "floods"
        floods.mkdir()
        # Before the login, which takes the PATH.
        for program in programs:
            self.cluster.shim(
                program,
                f'if [ -e "$HOME/floods/{program}" ]; then yes "node1 up infinite" | head -c 400000000; fi\n'
                'exec "$REAL" "$@"',
            )
        self.box.must("yard", "targets", "check", self.cluster.target)
        for program in programs:
            with self.subTest(program):
                (floods / program).touch()
                began = time.monotonic()
                done = self.box.run("yard", "targets", "check", self.cluster.target, timeout=300)
                print(f"{program}: {time.monotonic() - began:.1f} s", flush=True)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f"'{program}' prints more", done.stderr)
                (floods / program).unlink()


if __name__ == "__main__":
    unittest.main()
