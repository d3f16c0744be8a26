# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard inspect`: the service has the engine look at the data, with the document's own paths and changes, and says what is wrong with it."""

import json
import unittest

from sandbox import BIN, Sandbox


class InspectData(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        made = self.sandbox.run(BIN / "engine", "sample", "leonardo-sft", "--output", self.sandbox.work / "sample")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.document = self.sandbox.work / "sample/sample.yaml"

    def inspect(self, *more):
        return self.sandbox.run("yard", "inspect", self.document, *more)

    def direct(self, *more):
        done = self.sandbox.run(BIN / "engine", "inspect", self.document, "--json", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_the_same_as_the_engine_says(self):
        for more in (
            [],
            ["--raw", "50", "--samples", "2", "--random", "3"],
            ["--from", "10", "--set", "instructions.packing=ffd"],
        ):
            done = self.inspect("--json", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            said, wanted = json.loads(done.stdout), self.direct(*more)
            self.assertTrue(
                said.pop("tokenizer").endswith(wanted.pop("tokenizer").removeprefix(str(self.document.parent)))
            )
            self.assertEqual(said, wanted)
        text = self.inspect("--raw", "50", "--samples", "1")
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("only the first 50 records of each split\ntrain: 50 examples, ", text.stdout)
        self.assertIn("«### Instruction:", text.stdout)
        self.assertEqual(list(self.sandbox.root.glob("**/inspect-*")), [])

    def test_what_is_wrong_is_said(self):
        for more, code, words in [
            (["--split", "none"], 2, "no split none"),
            (["--from", "100000"], 2, "--from 100000"),
            (["--set", "data.sequence_length=1"], 2, "data.sequence_length"),
            (["--on", "nowhere"], 2, "nowhere"),
        ]:
            done = self.inspect(*more)
            self.assertEqual(done.returncode, code, (more, done.stdout, done.stderr))
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
