# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets from the command line: listed, copied, taken where a document's path is, and their samples run on this computer."""

import json
import unittest

from sandbox import PRESETS, Sandbox, attempts, end_of, metric


class PresetCommands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sandbox = cls.enterClassContext(Sandbox())

    def refused(self, *words):
        done = self.sandbox.run("yard", *words)
        self.assertEqual(done.returncode, 2, f"{done.stdout}\n{done.stderr}")
        return done.stderr

    def test_all_are_listed_with_a_line_each(self):
        lines = self.sandbox.must("yard", "new", "--list").splitlines()
        self.assertEqual(
            sorted(line.split()[0] for line in lines), sorted(path.stem for path in PRESETS.glob("*.yaml"))
        )
        for line in lines:
            self.assertGreater(len(line.split()), 3, line)

    def test_a_copy_is_the_preset(self):
        for path in PRESETS.glob("*.yaml"):
            self.assertEqual(self.sandbox.must("yard", "new", "--from", path.stem), path.read_text())
        copy = self.sandbox.work / "copy.yaml"
        self.sandbox.must("yard", "new", "--from", "leonardo-sft", "--output", copy)
        self.assertEqual(copy.read_text(), (PRESETS / "leonardo-sft.yaml").read_text())
        self.assertIn("--force", self.refused("new", "--from", "quickstart", "--output", copy))
        self.sandbox.must("yard", "new", "--from", "quickstart", "--output", copy, "--force")
        self.assertEqual(copy.read_text(), (PRESETS / "quickstart.yaml").read_text())

    def test_unknown_ones_are_said(self):
        self.assertIn("choose from leonardo-sft", self.refused("new", "--from", "leonardo-sf"))
        self.assertIn("quickstart", self.refused("new", "--from", "../quickstart"))
        self.assertIn("nothere", self.refused("check", "nothere"))
        self.assertIn("no sample of huggingface-trainer", self.refused("submit", "huggingface-trainer", "--sample"))
        self.refused("submit", "quickstart", "--output", "x")  # of a sample

    def test_a_name_is_a_document_and_a_file_counts_first(self):
        found = json.loads(self.sandbox.run("yard", "check", "twcc-run-clm", "--json").stdout)
        self.assertEqual({one["code"] for one in found}, {"needs.no_file", "needs.no_path"})
        self.assertTrue(all(one["file"].endswith("/twcc-run-clm.yaml") for one in found))
        small = self.sandbox.small_experiment()
        (self.sandbox.work / "unity-gpt2-medium").write_text(small.read_text())
        self.assertIn("no problems", self.sandbox.run("yard", "check", "unity-gpt2-medium").stderr)
        self.assertIn("yard-agent", self.sandbox.must("yard", "render", "unity-gpt2-medium"))

    def test_a_sample_runs_here(self):
        done = self.sandbox.run("yard", "submit", "leonardo-sft-multinode", "--sample")
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
        self.assertTrue((self.sandbox.work / "leonardo-sft-multinode-sample/sample.yaml").is_file())
        runs = list((self.sandbox.root / "data/trainyard/runs").glob("*-*"))
        self.assertEqual(len(runs), 1)
        self.assertEqual(end_of(attempts(runs[0])[-1])["outcome"], "completed")
        losses = metric(runs[0])
        self.assertLess(losses[max(losses)], losses[min(losses)])


if __name__ == "__main__":
    unittest.main()
