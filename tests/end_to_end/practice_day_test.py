# SPDX-License-Identifier: GPL-3.0-or-later
"""A day with other people's job scripts: five as research groups publish them, for five clusters of their own, come to one of the
three practice sites. Each is refused in sentences that name its lines and what this site has; then it is submitted with this
site's settings, followed to its end, its curve and its files looked at; one is an array, one waits for another.

Usage: practice_day_test.py friendly | strict | bastion. For the programs that train stands tests/import_scripts/stand_in.
"""

import json
import re
import sys
import unittest

import day
from at_terminal import at_terminal
from practice import PracticeCluster
from sandbox import Sandbox, wait_until


class Day(unittest.TestCase):
    def setUp(self):
        self.cluster = self.enterContext(PracticeCluster(site=SITE))
        self.sandbox = self.enterContext(Sandbox())
        self.cluster.add_target(self.sandbox)
        day.prepare(self.cluster)
        if self.cluster.layout.is_bastion:
            status, said, asked = at_terminal(self.sandbox, self.cluster, "targets", "check", self.cluster.target)
            self.assertEqual((status, asked), (0, 1), said)

    def project(self, name, change=lambda text: text):
        return day.project(self.cluster, self.sandbox.work, name, change)

    def settings(self, gpus=None, more=()):
        site = day.OF_SITE[SITE]
        wanted = [f"resources.partition={site['partition']}", f"resources.account={site['account']}"]
        wanted += [f"resources.gpus_per_node={min(gpus, site['gpus'])}"] if gpus else []
        return [word for setting in (*wanted, *more) for word in ("--set", setting)]

    def refused(self, name, *words):
        """As it is: one sentence for each thing that is not so here, each at the script's own line."""
        folder = self.project(name)
        done = self.sandbox.run("yard", "submit", name, "--on", self.cluster.target, cwd=folder)
        self.assertEqual(done.returncode, 2, done.stderr)
        lines = (folder / name).read_text().splitlines()
        errors = [line for line in done.stderr.splitlines() if ": error: " in line]
        for field, option in words:
            number = next(i + 1 for i, line in enumerate(lines) if line.startswith("#SBATCH ") and option in line)
            found = [line for line in errors if f"{name}:{number}: error: resources.{field}: " in line]
            self.assertEqual(len(found), 1, f"{field}\n{done.stderr}")

    def completed(self, name, *settings, change=lambda text: text, points=3):
        folder = self.project(name, change)
        done = self.sandbox.run(
            "yard", "submit", name, "--on", self.cluster.target, *settings, "--watch", cwd=folder, timeout=300
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run = re.match(r"run ([0-9a-f-]{36}) in ", done.stdout).group(1)
        values = json.loads(self.sandbox.must("yard", "metrics", run, "--json")) if points else []
        self.assertEqual(len([value for value in values if value["metric"] == "train/loss"]), points)
        return run

    def fetched(self, run, *files):
        place = self.sandbox.work / f"fetched-{run[:8]}"
        self.sandbox.must("yard", "fetch", run, place, "--what", "work")
        there = {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()}
        for pattern in files:
            self.assertTrue([path for path in there if re.fullmatch(f"(.*/)?{pattern}", path)], (pattern, there))

    def test_sizes_as_an_array_and_what_follows_them(self):
        name = "01_randi_tune.sh"
        self.refused(name, ("partition", "--partition=sxmq"))
        settings = self.settings(8, ["resources.reservation=null"])
        words = ["yard", "submit", name, "--on", self.cluster.target, *settings, "--json"]
        array = json.loads(self.sandbox.must(*words, cwd=self.project(name)))["run"]
        # What waits for all sizes ends after them; alone it would be done long before.
        self.completed("04_unity_gpt2.sh", *self.settings(2, [f"resources.after=[{array[:8]}]"]))
        # How its tasks ended comes with the next look at the queue, which may be half a minute later.
        state = lambda: json.loads(self.sandbox.must("yard", "show", array, "--json"))["state"]
        wait_until(lambda: state() not in ("waiting", "running"), 60, "the end of the array")
        self.assertEqual(state(), "completed")
        self.fetched(array, *(rf"output/\d+_{task}-tune-mdl\.stdout" for task in range(10)))

    def test_one_node(self):
        name = "02_leonardo_sft.sh"
        if SITE != "bastion":
            self.refused(name, ("partition", "--partition=boost_usr_prod"))
        if SITE != "strict":
            self.refused(name, ("account", "--account=EUHPC_A06_067"))
        run = self.completed(name, *self.settings(4))
        self.fetched(run, r"logs/output_sft\.log", r"logs/error_sft\.log")

    def test_three_nodes_by_name(self):
        name = "03_nyu_pretrain.sh"
        self.refused(name, ("partition", "--partition=oermannlab"))
        settings = self.settings(8, ["resources.qos=null", "resources.time_limit='1:00:00'"])
        done = self.sandbox.run("yard", "submit", name, "--on", self.cluster.target, *settings, cwd=self.project(name))
        self.assertEqual(done.returncode, 9, done.stderr)
        self.assertIn("Invalid node name specified", done.stderr)
        run = self.completed(name, *settings, change=day.without_names_of_nodes)
        self.fetched(run, r"outs/multinode_\d+\.out")

    def test_two_nodes(self):
        name = "05_twcc_gpt2.sh"
        self.refused(name, ("partition", "--partition=gp1d"))
        run = self.completed(name, *self.settings(8), points=6)  # the stand-in of each node prints three
        self.fetched(run, r"\d+\.out", r"\d+\.err")


if __name__ == "__main__":
    SITE = sys.argv.pop(1)
    unittest.main(warnings="ignore")
