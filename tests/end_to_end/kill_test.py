# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact resume: killed with -9 at random moments and started again, the losses are bit-equal to those of an undisturbed run.

Usage: kill_test.py KILLS (how many for each number of ranks). The seed of the moments is printed and may be given as KILL_SEED.
"""

import os
import random
import signal
import sys
import time
import unittest

from sandbox import BIN, Sandbox, metric, wait_until

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3
SEED = int(os.environ.get("KILL_SEED", random.SystemRandom().randrange(1_000_000)))


class Kill(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.random = random.Random(SEED)
        # Dropout, so that the random state matters; many checkpoints, so that some kills fall into one.
        self.experiment = self.sandbox.small_experiment(
            model__overrides="{n_layer: 2, n_embd: 64, n_head: 2, n_positions: 64, vocab_size: 512, resid_pdrop: 0.1, embd_pdrop: 0.1}",
            training__max_steps=120,
            checkpoint__every_steps=6,
            evaluation__every_steps=30,
            schedule__warmup_steps=10,
        )

    def start(self, folder, ranks):
        return self.sandbox.start(
            "yard-agent",
            "run",
            "--run-dir",
            folder,
            "--nproc-per-node",
            str(ranks),
            "--",
            BIN / "engine",
            "train",
            self.experiment,
            "--run-dir",
            folder,
        )

    def finish(self, agent):
        code = agent.wait(timeout=240)
        self.assertEqual(code, 0, (self.sandbox.work / "yard-agent.log").read_text()[-3000:])

    def moment(self, folder, kind):
        """Waits for the moment of one kill: inside a checkpoint, or any time after a few steps."""
        if kind == "checkpoint":
            before = time.monotonic() + 20
            while time.monotonic() < before and not list((folder / "checkpoints").glob("*.tmp-*")):
                time.sleep(0.001)
        else:
            time.sleep(self.random.uniform(0.3, 2.5))  # the kill may come at any moment

    def kill(self, agent, whom):
        ranks = [
            pid
            for pid, line in self.sandbox.processes("/engine train").items()
            if pid != agent.pid and "yard-agent" not in line
        ]
        victims = {"rank": ranks[:1] and [self.random.choice(ranks)], "agent": [agent.pid], "all": [agent.pid, *ranks]}[
            whom
        ]
        for pid in victims:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                time.sleep(0.001)
        agent.wait(timeout=30)
        wait_until(lambda: not self.sandbox.processes("/engine train"), 10, "all processes of the run gone")

    def check_latest(self, folder):
        """The checkpoint that `latest` names passes its checksums: exporting reads and verifies it."""
        latest = folder / "checkpoints/latest"
        if latest.exists():
            exported = self.sandbox.work / f"exported-{time.monotonic_ns()}"
            self.sandbox.must(
                "engine", "export", folder / "checkpoints" / latest.read_text().strip(), "--output", exported
            )

    def disturbed_equals_undisturbed(self, ranks):
        print(f"KILL_SEED={SEED} ranks={ranks}", file=sys.stderr)
        whole = self.sandbox.run_folder(f"whole-{ranks}")
        self.finish(self.start(whole, ranks))
        disturbed = self.sandbox.run_folder(f"disturbed-{ranks}")
        landed = 0
        for number in range(KILLS * 3):
            if landed == KILLS:
                break
            agent = self.start(disturbed, ranks)
            self.moment(disturbed, "checkpoint" if number % 3 == 2 else "any")
            if agent.poll() is not None:  # it was quicker than the kill: begin again with what is left of the kills
                self.assertEqual(agent.returncode, 0)
                self.compare(whole, disturbed)
                disturbed = self.sandbox.run_folder(f"disturbed-{ranks}-{number}")
                continue
            self.kill(agent, ("rank", "agent", "all")[number % 3])
            landed += 1
            self.check_latest(disturbed)
        self.assertEqual(landed, KILLS)
        self.finish(self.start(disturbed, ranks))
        self.compare(whole, disturbed)

    def compare(self, whole, disturbed):
        for name in ("train/loss", "eval/loss"):
            expected, found = metric(whole, name), metric(disturbed, name)
            self.assertEqual(sorted(found), sorted(expected))
            different = [step for step in expected if expected[step] != found[step]]
            self.assertEqual(different, [], f"{name} differs from step {min(different, default=0)} on")

    def test_one_rank(self):
        self.disturbed_equals_undisturbed(1)

    def test_two_ranks(self):
        self.disturbed_equals_undisturbed(2)


if __name__ == "__main__":
    unittest.main()
