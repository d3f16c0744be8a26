# SPDX-License-Identifier: GPL-3.0-or-later
"""Sites whose answers mislead, each of which once doubled a run or lost one: squeue from a snapshot, login nodes that share a kernel,
an sbatch that prints more numbers than the job's, and one that refuses by itself. One start each, and nothing is left."""

import json
import os
import signal
import subprocess
import time
import unittest

from practice import SOURCE, PracticeCluster
from sandbox import BIN, Sandbox, wait_until

# squeue knows only the jobs of its last snapshot, which is two minutes old at most.
SNAPSHOT = r"""
case "$*" in *--help*) exec "$REAL" "$@" ;; esac
kept=$HOME/snapshot
if [ ! -e "$kept" ] || [ $(($(date +%s) - $(stat -c %Y "$kept"))) -ge 120 ]; then "$REAL" -h -t all -o %F | sort -u >"$kept"; fi
"$REAL" "$@" | awk -v kept="$kept" 'BEGIN { while ((getline line <kept) > 0) known[line] = 1 }
  { number = $0; sub(/^[^0-9]*/, "", number); sub(/[^0-9].*/, "", number); if (number == "" || (number in known)) print }'
"""

# Two login nodes in containers: one boot id, process numbers of their own.
CONTAINERS = r"""
export PATH=$HOME/shims:$PATH
run=$HOME/run
mkdir -p "$run"
printf '#!/bin/bash\n#SBATCH -c 1 --time=5\necho $SLURM_JOB_NAME >>%s/starts\n' "$HOME" >"$run/job.sh"
once() { # HOST NUMBER SECONDS
  SLOW=$3 unshare -u -p -f --mount-proc sh -c "hostname $1; sh SCRIPT $run $2 token.$2 --output=$run/submissions/$2/output-%j.log $run/job.sh; echo $1 number $2: code \$?"
}
once login1 1 30 &
until grep -q ^sbatch "$run/submissions/1/journal" 2>/dev/null; do sleep 0.1; done
once login2 1 0
if grep -q ^lost "$run/submissions/1/journal"; then once login2 2 0; fi
wait
cat "$run"/submissions/*/journal
"""


class OddSites(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.cluster = self.enterContext(PracticeCluster())
        self.cluster.add_target(self.box)
        self.starts_file = self.cluster.layout.home / "starts"

    def document(self, name, extra=""):
        code = self.box.work / "code"
        code.mkdir(exist_ok=True)
        program = code / "count.sh"
        program.write_text(f'#!/bin/sh\necho "$(basename "$TRAINYARD_RUN_DIR")" >>"{self.starts_file}"\n')
        program.chmod(0o755)
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\n"
            "command: {launcher: none, program: count.sh, metrics: none}\ncode: {source: code}\n"
            f"resources: {{cpus_per_process: 1, time_limit: '10'{extra}}}\n"
        )
        return file

    def submit(self, file):
        return self.box.run("yard", "submit", file, "--target", self.cluster.target, timeout=400)

    def starts(self):
        return self.starts_file.read_text().splitlines() if self.starts_file.exists() else []

    def runs(self):
        return json.loads(self.box.must("yard", "runs", "--json"))

    def are_over(self):
        return all(run["state"] in ("completed", "failed", "cancelled") for run in self.runs())

    def test_squeue_from_a_snapshot(self):
        self.cluster.shim("squeue", SNAPSHOT)  # before the login, which takes the PATH
        self.box.must("yard", "targets", "check", self.cluster.target)
        (self.cluster.layout.home / "snapshot").write_text("")
        file = self.document("stale", ", array: '0-1', extra_directives: ['--begin=now+70']")
        done = self.submit(file)
        self.assertEqual(done.returncode, 0, done.stderr)
        wait_until(self.are_over, 400, "the end of both tasks")
        self.assertEqual(len(self.starts()), 2, self.starts())
        self.assertEqual([run["state"] for run in self.runs()], ["completed"] * 3)
        journals = [path.read_text() for path in self.cluster.base.glob("*/submissions/*/journal")]
        self.assertEqual(len(journals), 1)
        self.assertNotIn("lost", journals[0])

    @unittest.skipUnless(os.geteuid() == 0, "needs root: containers")
    def test_login_nodes_that_share_a_kernel(self):
        self.cluster.shim("sbatch", 'if [ -n "$SLOW" ]; then sleep "$SLOW"; fi\nexec "$REAL" "$@"')
        parts = [(SOURCE / "resources/submit" / name).read_text() for name in ("slurm.sh", "submit_once.sh")]
        whole = self.cluster.base / "submit_once.sh"
        whole.write_text("".join(parts))
        script = CONTAINERS.replace("SCRIPT", str(whole))
        done = self.cluster.ssh("bash -s", timeout=300, input=script)
        print(done.stdout, done.stderr, flush=True)
        wait_until(lambda: not self.cluster.queue(), 60, "an empty queue")
        self.assertEqual(self.starts(), ["token.1"])

    def test_other_numbers_than_the_job(self):
        mine = self.cluster.must(
            "sbatch",
            "--parsable",
            "--hold",
            "-J",
            "mine",
            "-o",
            "/dev/null",
            "--wrap",
            f"echo MINE >>{self.starts_file}",
        )
        for name, shim in (
            ("after", f'"$REAL" "$@"; code=$?; echo "Hours left:"; echo {mine}; exit $code'),
            ("before", f'echo {mine}; echo "jobs in the queue: 7"; exec "$REAL" "$@"'),
        ):
            with self.subTest(name):
                self.cluster.shim("sbatch", f'case "$*" in *--hold*) {shim} ;; esac\nexec "$REAL" "$@"')
                done = self.submit(self.document(name))
                self.assertEqual(done.returncode, 0, done.stderr)
                wait_until(self.are_over, 120, "the run's end")
        self.assertEqual([line.rsplit("-", 1)[0] for line in self.starts()], ["after", "before"])
        self.assertEqual(self.cluster.queue("%j|%r"), [["mine", "JobHeldUser"]])

    def test_two_services_of_one_person_send_at_the_same_time(self):
        other = self.enterContext(Sandbox())
        other.environment["XDG_CACHE_HOME"] = self.box.environment["XDG_CACHE_HOME"]
        self.cluster.add_target(other)
        files = [self.document(f"both-{index}") for index in range(4)]
        clients = [
            subprocess.Popen(
                [str(BIN / "yard"), "submit", str(file), "--target", self.cluster.target],
                env=box.environment,
                cwd=self.box.work,
                stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            for file in files
            for box in (self.box, other)
        ]
        for client in clients:
            _, said = client.communicate(timeout=400)
            self.assertEqual(client.returncode, 0, said)
        wait_until(lambda: len(self.starts()) == 8 and not self.cluster.queue(), 200, "the end of all runs")
        self.assertEqual(len(set(self.starts())), 8)

    def test_two_laptops_whose_services_are_killed(self):
        """Of one account, with one base and the same names at the same moment; a person asks again for what is not in the table."""
        other = self.enterContext(Sandbox())
        self.cluster.add_target(other)
        boxes = (self.box, other)
        files = {f"laptop-{index}": self.document(f"laptop-{index}") for index in range(4)}

        def submit(box, name):
            return subprocess.Popen(
                [str(BIN / "yard"), "submit", str(files[name]), "--target", self.cluster.target],
                env=box.environment,
                cwd=self.box.work,
                stdin=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        clients = [submit(box, name) for name in files for box in boxes]
        for moment in (0.7, 1.1):
            time.sleep(moment)
            for box in boxes:
                for pid in box.processes("serve"):
                    os.kill(pid, signal.SIGKILL)
        for client in clients:
            client.wait(400)
        for box in boxes:
            known = {run["name"] for run in box.runs()}
            for name in files.keys() - known:
                self.assertEqual(submit(box, name).wait(400), 0)
        for box in boxes:
            wait_until(
                lambda box=box: {run["state"] for run in box.runs()} == {"completed"}, 300, "the end of all runs"
            )
            self.assertEqual(sorted(run["name"] for run in box.runs()), sorted(files))
        self.assertEqual(len(self.starts()), 8, self.starts())
        self.assertEqual(len(set(self.starts())), 8)
        self.assertEqual(self.cluster.queue(), [])

    def test_sbatch_refuses_by_itself(self):
        began = time.monotonic()
        done = self.submit(
            self.document("contradiction", ", memory_gib_per_node: 1, extra_directives: ['--mem-per-cpu=1G']")
        )
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("mutually exclusive", done.stderr)
        self.assertNotIn("lost", done.stderr)
        journals = list(self.cluster.base.glob("*/submissions/*/journal"))
        self.assertEqual((journals, self.runs()), ([], []))
        print(f"refused after {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    unittest.main()
