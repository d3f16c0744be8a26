# SPDX-License-Identifier: GPL-3.0-or-later
"""A second account of the cluster, and a login node that means harm, each tried for real: nothing of theirs runs as the user, and
nothing of theirs is shown as ours. Needs root for the second account, which is `nobody`; the rest runs without."""

import json
import os
import pathlib
import re
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


def own(script):
    """What the person does."""
    subprocess.run(["bash", "-ec", script], check=True)


# What drives a terminal, changes the direction of text, or would be taken for lines, fields or markup of ours.
HOSTILE = {
    "clipboard": "a\x1b]52;c;cm0gLXJmIH4=\x07b",
    "title": "a\x1b]0;root\x07b",
    "link": "a\x1b]8;;http://example.invalid\x1b\\b",
    "clear": "a\x1b[2J\x1b[Hb",
    "colour": "a\x1b[31mred",
    "answer": "a\x1b[6n\x1b[cb",
    "device": "a\x1bPqb\x1b\\",
    "C1": "a\u009b2Jb\u009d0;x\u009c",
    "right to left": "a\u202egnp.exe",
    "isolate": "a\u2066b\u2069",
    "backspaces": "safe\b\b\b\bevil",
    "carriage return": "a\rcompleted",
    "bell": "a\x07b",
    "tab": "a\tb\tc",
    "vertical": "a\x0bb\x0cc",
    "markup": "<a href='http://example.invalid'>log in</a><img src='file:///etc/passwd'>",
    "option": "-rf --help $(touch PROOF) `touch PROOF` ; touch PROOF",
    "long": "x" * 4000,
}
# Of what `yard` prints: nothing that a terminal obeys but line breaks and tabs.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


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
        mine = self.place("group")
        own(f"chgrp nogroup {mine}; chmod 2775 {mine}")
        cases = {
            "engine": (scratch / "a", "mkdir -p {0}/engine; chmod 777 {0} {0}/engine", ""),
            "data": (scratch / "e", "mkdir -p {0}/data; chmod 777 {0} {0}/data", ""),
            "base": (scratch / "b", "mkdir -m 777 {0}", ""),
            "above": (scratch / "c/mine", "mkdir -m 777 $(dirname {0})", ""),
            "far above": (scratch / "f/g/h/mine", f"mkdir -m 777 -p {scratch}/f/g", "mkdir -p {0}"),
            "link": (scratch / "d", "mkdir -m 777 {0}-there; ln -s {0}-there {0}", ""),
            "own link": (scratch / "i", "mkdir -m 777 {0}-there", "ln -s {0}-there {0}"),
            "link on the way": (
                scratch / "j/mine",
                f"mkdir -m 777 {scratch}/j-there",
                f"ln -s {scratch}/j-there {scratch}/j; mkdir {scratch}/j/mine",
            ),
            "group": (mine / "runs", "true", ""),
        }
        for name, (base, script, own_script) in cases.items():
            with self.subTest(name):
                made = other(script.format(base))
                self.assertEqual(made.returncode, 0, made.stderr)
                own(own_script.format(base))
                self.use_base(base)
                for done in (
                    self.box.run("yard", "targets", "check", self.cluster.target, timeout=300),
                    self.submit(f"foreign-{name.replace(' ', '-')}"),
                ):
                    self.assertNotEqual(done.returncode, 0, done.stdout)
                    self.assertIn("could replace what your jobs execute", done.stderr)
                    self.assertRegex(done.stderr, "nobody|nogroup")
        self.assertEqual(self.cluster.queue(), [])
        # A place of one's own where everybody may make folders is as /tmp.
        self.use_base(scratch / "own")
        self.assertEqual(self.box.run("yard", "targets", "check", self.cluster.target, timeout=300).returncode, 0)

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

    def see_obeys_nothing(self, name, *words):
        done = self.box.run("yard", *words, timeout=120)
        self.assertEqual(done.returncode, 0, f"{name}: {words}: {done.stderr}")
        found = OBEYED.search(done.stdout + done.stderr)
        self.assertIsNone(found, f"{name}: {words}: {found and found.group().encode()}")
        return done.stdout

    def test_texts_that_others_print_and_name(self):
        code = self.box.work / "code"
        code.mkdir()
        for name, text in HOSTILE.items():
            with self.subTest(name):
                (code / "text").write_text(f"{text}\nValueError: {text}\n")
                (code / "job.sh").write_text(
                    "#!/bin/bash\n#SBATCH -t 5\ncat text; cat text >&2\n"
                    "python3 - <<'END'\nimport os\n"
                    "text = open('text').readline().rstrip('\\n')\n"
                    "for name in (text[:200].replace('/', '_'),):\n"
                    "    open(name, 'w').close()\n"
                    "END\nexit 1\n"
                )
                done = self.box.run(
                    "yard", "submit", code / "job.sh", "--target", self.cluster.target, "--watch", timeout=300, cwd=code
                )
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIsNone(OBEYED.search(done.stdout + done.stderr), name)
                run = json.loads(self.box.must("yard", "runs", "--json"))[0]
                self.assertEqual(run["state"], "failed")
                work = f"{self.cluster.target}:{run['folder']}/work"
                for words in (("show", "last"), ("runs",), ("ls", work)):
                    self.see_obeys_nothing(name, *words)
                (code / "text").unlink()
        self.assertEqual(list(self.cluster.base.rglob("PROOF")) + list(self.box.work.rglob("PROOF")), [])

    def test_names_of_jobs_in_the_queue(self):
        for text in HOSTILE.values():
            self.cluster.must("sbatch", "-H", "-o", "/dev/null", "-J", text[:200].replace("\t", " "), "--wrap", "true")
        shown = self.see_obeys_nothing("all", "queue", self.cluster.target)
        self.assertIn("gnp.exe", shown)
        jobs = json.loads(self.box.must("yard", "queue", self.cluster.target, "--json"))
        self.assertGreaterEqual(len(jobs["jobs"] if isinstance(jobs, dict) else jobs), len(HOSTILE))
        self.cluster.must("scancel", "-u", "root")

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
