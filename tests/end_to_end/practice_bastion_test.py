# SPDX-License-Identifier: GPL-3.0-or-later
"""A site like Leonardo from the first login to the results: a bastion that asks for a code, a certificate that expires while the
run goes on, no way to the nodes, jobs that must name their account, GPUs by their type.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import unittest

from at_terminal import at_terminal
from practice import PracticeCluster, bastion
from sandbox import Sandbox, wait_until

EXPERIMENT = """format: 1
name: slow
workload: command
command: {launcher: none, program: slow.py, metrics: jsonl}
code: {source: code}
resources: {gpus_per_node: 2, gpu_type: a100, processes_per_node: 1, time_limit: '10'}
"""
STEPS = 1000
SLOW = f"""import json, os, pathlib, time
print("devices", os.environ["CUDA_VISIBLE_DEVICES"], flush=True)
end = pathlib.Path("end")
for step in range(1, {STEPS} + 1):
    print(json.dumps({{"step": step, "train/loss": 1 / step}}), flush=True)
    if end.exists():
        pathlib.Path("model.bin").write_text(f"weights of step {{step}}")
        break
    time.sleep(0.25)
"""


ACCOUNT = "euhpc_d01_012"


class Bastion(unittest.TestCase):
    def setUp(self):
        self.cluster = self.enterContext(PracticeCluster(site="bastion"))
        self.sandbox = self.enterContext(Sandbox())
        (self.sandbox.work / "code").mkdir()
        (self.sandbox.work / "code/slow.py").write_text(SLOW)
        (self.sandbox.work / "slow.yaml").write_text(EXPERIMENT)

    def at_terminal(self, *words):
        return at_terminal(self.sandbox, self.cluster, *words)

    def logins(self):
        log = self.cluster.root / "log/bastion.out"
        return log.read_text().count("Accepted keyboard-interactive")

    def cut(self):
        """Ends all connections at the bastion, as its restart does."""
        gate = self.cluster.daemon("bastion").pid()
        listed = subprocess.run(["pgrep", "-P", str(gate)], capture_output=True, text=True, check=False).stdout
        self.assertTrue(listed, "nobody is connected")
        for pid in map(int, listed.split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def show(self):
        return self.sandbox.must("yard", "show", "last")

    def steps(self):
        points = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        return [point["step"] for point in points if point["metric"] == "train/loss"]

    def test_from_login_to_results(self):
        cluster, sandbox, target = self.cluster, self.sandbox, self.cluster.target
        cluster.add_target(sandbox)
        self.look_at_the_site()
        self.refused_without_account()
        submitted = sandbox.must(
            "yard", "submit", "slow.yaml", "--target", target, "--set", f"resources.account={ACCOUNT}"
        )
        self.assertRegex(submitted, r"^run [0-9a-f-]{36} in ")
        wait_until(lambda: len(self.steps()) >= 10, 60, "the first steps")
        self.assertIn(f"{target} forbids port forwarding, so events are read from their file", self.show())
        (job,) = cluster.queue("%a|%N|%b")
        self.assertEqual(job[:2], [ACCOUNT, "gpu1"])
        self.assertRegex(job[2], "^gres.gpu:a100:2$")  # the mark between them depends on the version
        self.assertEqual(self.logins(), 1, "one code for everything so far")
        # The certificate expires. The connection stays; the run goes on and is followed.
        cluster.renew_certificate("1s")
        wait_until(lambda: cluster.ssh("true").returncode == 255, 20, "the certificate expired")
        by_now = len(self.steps())
        wait_until(lambda: len(self.steps()) > by_now + 8, 30, "further steps")
        self.expired_and_renewed()
        # It ends, and nothing is missing or there twice.
        next(cluster.base.glob("slow-*/code/slow.py")).with_name("end").touch()
        wait_until(lambda: "completed" in self.show(), 60, "the end")
        steps = self.steps()
        self.assertEqual(steps, list(range(1, len(steps) + 1)))
        self.assertIn("devices 0,1\n", sandbox.must("yard", "logs", "last"))
        sandbox.must("yard", "fetch", "last", "results")
        brought = [path.read_text() for path in (sandbox.work / "results").rglob("model.bin")]
        self.assertEqual(brought, [f"weights of step {len(steps)}"])
        self.assertEqual(cluster.queue(), [])

    def look_at_the_site(self):
        status, said, asked = self.at_terminal("targets", "check", self.cluster.target, "--job")
        self.assertEqual((status, asked), (0, 1), said)
        self.assertIn("One-time password (OATH)", said)
        for words in (
            "partition boost_usr_prod (default): 4 nodes, up to 32 processors and 250 GiB each, 4 with 4 a100; at most 1 day, 30:00 unless asked for",
            "classes of service: boost_qos_dbg, boost_qos_lprod, normal",
            "without  the site forbids port forwarding: curves are read from their file and shown a few seconds late",
            "ok       node gpu1 can read and write the base folder",
        ):
            self.assertIn(words, said)
        status, said, asked = self.at_terminal("cluster", self.cluster.target)
        self.assertEqual((status, asked), (0, 0), said)
        self.assertIn("16/16 a100 (at most 4 on a node)", said)
        self.assertRegex(said, rf"accounts: .*{ACCOUNT}")

    def refused_without_account(self):
        done = self.sandbox.run("yard", "submit", "slow.yaml", "--target", self.cluster.target)
        self.assertEqual(done.returncode, 9, done.stderr)
        self.assertIn(
            f"yard: {self.cluster.target}: the scheduler rejected the job, and nothing was submitted: no job without a budget here: name one of "
            "yours with --account (sacctmgr show associations user=$USER lists them); set resources.account to an account of yours",
            done.stderr,
        )
        done = self.sandbox.run(
            "yard", "submit", "slow.yaml", "--target", self.cluster.target, "--set", "resources.account=euhpc_d01_021"
        )
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"you have no account euhpc_d01_021 on this cluster; did you mean {ACCOUNT}?", done.stderr)
        self.assertEqual(self.cluster.queue(), [])

    def expired_and_renewed(self):
        target, layout = self.cluster.target, self.cluster.layout
        self.cut()
        wait_until(lambda: f"next:       yard targets check {target}\n" in self.show(), 30, "the lost login")
        job = self.cluster.queue("%i|%T")
        status, said, asked = self.at_terminal("targets", "check", target)
        self.assertEqual((status, asked), (8, 1), said)
        sentence = (
            rf"refused the login; it accepts: publickey; the certificate of {layout.root}/ssh/client_key expired at \d{{4}}-\d\d-\d\d "
            rf"\d\d:\d\d; renew it as the site describes, then connect again; the site says: .*{bastion.certificate_program(layout)}"
        )
        self.assertEqual(len([line for line in said.splitlines() if re.search(sentence, line)]), 1, said)
        self.assertRegex(self.show(), sentence)
        self.assertEqual(self.cluster.queue("%i|%T"), job, "the run does not notice")
        before = len(self.steps())
        self.cluster.renew_certificate()
        status, said, asked = self.at_terminal("targets", "check", target)
        self.assertEqual((status, asked), (0, 1), said)
        wait_until(lambda: len(self.steps()) > before + 8, 30, "what was missed")


if __name__ == "__main__":
    unittest.main(warnings="ignore")
