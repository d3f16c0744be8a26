# SPDX-License-Identifier: GPL-3.0-or-later
"""An output is searched from the command line, and what is kept on a target is listed and cleaned, but for what a run needs."""

import json
import os
import time
import unittest

from sandbox import Sandbox


class Kept(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        script = self.box.work / "talk.sh"
        script.write_text("#!/bin/sh\nseq -f 'step %g of many' 500\necho 'Loss \033[31mis NaN'\n")
        script.chmod(0o755)
        file = self.box.work / "talk.yaml"
        file.write_text(
            f"format: 1\nname: talk\nworkload: command\ncommand: {{launcher: none, program: {script}, metrics: none}}\n"
        )
        self.box.must("yard", "submit", file, "--watch")

    def test_an_output_is_searched(self):
        found = self.box.must("yard", "logs", "last", "--grep", "loss")
        self.assertEqual(found, "stdout.log:501: Loss \ufffd[31mis NaN\n")
        none = self.box.run("yard", "logs", "last", "--grep", "loss", "--case-sensitive")
        self.assertEqual((none.returncode, none.stdout), (1, ""))
        hits = json.loads(self.box.must("yard", "logs", "last", "--grep", "^step 4[0-9] ", "--regex", "--json"))
        self.assertEqual([hit["line"] for hit in hits["hits"]], list(range(40, 50)))
        self.assertFalse(hits["is_more"])
        wrong = self.box.run("yard", "logs", "last", "--grep", "((", "--regex")
        self.assertEqual(wrong.returncode, 2, wrong.stderr)
        self.assertIn("cannot be searched for", wrong.stderr)

    def test_what_is_kept(self):
        usage = json.loads(self.box.must("yard", "targets", "usage", "here", "--json"))
        own = [each for each in usage["folders"] if each["kind"] == "run"]
        self.assertEqual(len(own), 1)
        self.assertEqual(own[0]["kept_for"], "known_run")
        self.assertGreater(own[0]["bytes"], 0)
        self.assertIn("by a run of your list", self.box.must("yard", "targets", "usage", "here"))
        # As after a removed run, and an engine that was sent long ago.
        base = usage["base"]
        for folder, name in (("gone-12345678", "run.json"), (".partial-code", "file"), ("engine/trainyard-0-a", "x")):
            os.makedirs(f"{base}/{folder}")
            with open(f"{base}/{folder}/{name}", "w") as file:
                file.write("{}")
            for path in (f"{base}/{folder}/{name}", f"{base}/{folder}"):
                os.utime(path, (time.time() - 40 * 86400,) * 2)
        os.makedirs(f"{base}/engine/trainyard-1-b")
        asked = self.box.run("yard", "targets", "clean", "here")
        self.assertEqual(asked.returncode, 2, asked.stderr)
        self.assertTrue(os.path.exists(f"{base}/.partial-code"))
        self.assertIn("Nothing to remove", self.box.must("yard", "targets", "clean", "here", "--older-than", "60d"))
        self.assertIn("Removed: 2 folders", self.box.must("yard", "targets", "clean", "here", "--yes"))
        self.assertFalse(os.path.exists(f"{base}/engine/trainyard-0-a"))
        for stays in ("gone-12345678", own[0]["name"], "engine/trainyard-1-b"):
            self.assertTrue(os.path.exists(f"{base}/{stays}"), stays)
        self.box.must("yard", "targets", "clean", "here", "--runs", "--yes")
        self.assertFalse(os.path.exists(f"{base}/gone-12345678"))
        self.assertTrue(os.path.exists(f"{base}/{own[0]['name']}"))
        self.assertEqual(self.box.run("yard", "targets", "clean", "here", "--older-than", "soon").returncode, 2)


if __name__ == "__main__":
    unittest.main()
