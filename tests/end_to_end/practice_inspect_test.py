# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard inspect --on` a cluster over ssh: data that lies there in a path with a space, a path that is missing, an engine that is not
there yet; and the target edited instead of removed and added.
"""

import json
import unittest

from practice import PracticeCluster
from sandbox import BIN, Sandbox

DOCUMENT = """format: 1
name: there
workload: engine
task: {kind: causal_language_modeling}
data:
  train: ["%s"]
  sequence_length: 16
"""


class InspectThere(unittest.TestCase):
    def setUp(self):
        self.cluster = self.enterContext(PracticeCluster())
        self.sandbox = self.enterContext(Sandbox())
        self.cluster.add_target(self.sandbox)
        self.folder = self.cluster.layout.home / "my data"
        self.folder.mkdir()
        (self.folder / "notes.txt").write_text(
            "".join(f"note {number} says what happened that day\n" for number in range(3000))
        )

    def inspect(self, path, *more):
        document = self.sandbox.work / "there.yaml"
        document.write_text(DOCUMENT % path)
        return self.sandbox.run("yard", "inspect", document, "--on", self.cluster.target, *more)

    def edit(self, *changes):
        return self.sandbox.run("yard", "targets", "edit", self.cluster.target, *changes)

    def test_there(self):
        done = self.inspect(self.folder / "notes.txt")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(f"the engine is not on {self.cluster.target} yet", done.stderr)
        done = self.inspect("/no/such notes.txt")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("there.yaml:6", done.stderr)
        self.assertIn("/no/such notes.txt", done.stderr)
        done = self.edit("--engine", BIN)
        self.assertEqual(done.returncode, 0, done.stderr)
        for path in (self.folder / "notes.txt", "~/my data/notes.txt"):
            done = self.inspect(path, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            said = json.loads(done.stdout)
            self.assertEqual(said["raw"], 1000)
            self.assertTrue(said["samples"][0]["tokens"], said)
        self.assertEqual(list(self.cluster.base.glob("inspect-*")), [])
        done = self.edit("--site", "leonrdo")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("leonardo", done.stderr)
        self.assertEqual(self.edit("--site", "leonardo").returncode, 0)
        listed = {target["name"]: target for target in json.loads(self.sandbox.must("yard", "targets", "--json"))}
        self.assertEqual(listed[self.cluster.target]["site"], "leonardo")
        self.assertEqual(listed[self.cluster.target]["site_profile"]["name"], "Leonardo")
        self.assertEqual(listed[self.cluster.target]["engine"], str(BIN))
        self.assertEqual(self.edit("--no-site").returncode, 0)
        self.assertNotIn("; site ", self.sandbox.must("yard", "targets"))
        self.assertEqual(self.sandbox.run("yard", "targets", "edit", "nowhere", "--no-site").returncode, 2)


if __name__ == "__main__":
    unittest.main()
