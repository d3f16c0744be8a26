# SPDX-License-Identifier: GPL-3.0-or-later
"""yard show says what a run used of what it requested, and what would have been enough."""

import json
import sqlite3
import unittest

from sandbox import Sandbox


class Sizing(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        file = self.box.work / "sized.yaml"
        file.write_text(
            "format: 1\nname: sized\nworkload: command\ncommand: {launcher: none, program: /bin/true}\n"
            "resources: {memory_gib_per_node: 64, time_limit: '24:00:00'}\n"
        )
        self.box.must("yard", "submit", file, "--watch")
        self.run_id = self.box.runs()[0]["run"]

    def test_it_says_what_was_enough(self):
        shown = self.box.must("yard", "show", "last")
        self.assertNotIn("enough", shown, "a run of seconds needs nothing that anybody knows")
        # It took an hour more than a test has.
        store = sqlite3.connect(self.box.root / "data/trainyard/runs.sqlite")
        with store:
            store.execute("UPDATE runs SET started = ended - 4320 WHERE run = ?", (self.run_id,))
            store.execute(
                "INSERT INTO systems(run, attempt, sequence, time, node, cpu_ratio, memory_gib, devices)"
                " VALUES(?, 1, 1000, 1000, 'here', 0.5, 12.4, '[]')",
                (self.run_id,),
            )
        store.close()
        shown = self.box.must("yard", "show", "last")
        self.assertIn("memory 12.4 GiB of 64 GiB, time 1:12:00 of 24:00:00\n", shown)
        self.assertIn("--set resources.memory_gib_per_node=15 --set resources.time_limit=01:30:00\n", shown)
        resources = json.loads(self.box.must("yard", "show", "last", "--json"))["resources"]
        self.assertEqual(
            resources[0], {"resource": "memory", "used": 12.4, "requested": 64, "suggested": 15}, resources
        )
        self.assertEqual([each["resource"] for each in resources], ["memory", "time"])


if __name__ == "__main__":
    unittest.main()
