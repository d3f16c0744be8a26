# SPDX-License-Identifier: GPL-3.0-or-later
"""What a shell offers while a command of yard is typed, asked as bash itself asks, and the manual page as man reads it."""

import json
import shutil
import subprocess
import unittest

from sandbox import BIN, Sandbox


class Completion(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        targets = self.sandbox.root / "config/trainyard"
        targets.mkdir(parents=True)
        (targets / "targets.json").write_text(
            json.dumps({"format": 1, "targets": [{"name": "big", "host": "login.example.org", "base": "/data"}]})
        )

    def words(self, *typed):
        lines = self.sandbox.must("yard", "complete", "--", *typed).splitlines()
        return [line.split("\t")[0] for line in lines]

    def in_bash(self, line):
        """What bash has to offer at the end of the line."""
        script = f"""PATH="{BIN}:$PATH"; source <(yard completion bash); COMP_WORDS=({line}); [[ '{line}' == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _yard; printf '%s\\n' "${{COMPREPLY[@]}}" """
        return subprocess.run(
            ["bash", "--norc", "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env=self.sandbox.environment,
            cwd=self.sandbox.work,
        ).stdout.split()

    def test_candidates(self):
        commands = self.words("")
        self.assertTrue({"submit", "targets", "runs", "completion"} <= set(commands))
        self.assertFalse({"complete", "wait-turn"} & set(commands))
        self.assertEqual(self.words("sub"), ["submit"])
        self.assertEqual(self.words("targets", "a"), ["add"])
        self.assertEqual(self.words("submit", "x.yaml", "--on", ""), ["big", "here"])
        self.assertEqual(self.words("targets", "remove", ""), ["big"])
        self.assertIn("--watch", self.words("submit", "--"))
        self.assertIn("unity-gpt2-medium", self.words("new", "--from", ""))
        self.assertIn(":files", self.words("submit", ""))
        self.assertEqual(self.words("submit", "--set", "optimizer.learning_r"), ["optimizer.learning_rate="])
        self.assertEqual(self.words("submit", "--set", "precision.kind=bf"), ["precision.kind=bf16"])
        self.assertEqual(self.words("fetch", "last", "--what", "c"), ["checkpoints"])
        self.assertIn("leonardo", self.words("targets", "add", "x", "--site", "l"))
        self.assertEqual(self.words("show", ""), [])
        self.assertEqual(self.words("study", "b"), ["best"])
        self.assertEqual(self.words("study", "show", ""), [])
        self.assertEqual(self.words("nonsense", "--nothing", "-"), self.words("-"))

    def test_runs_are_named(self):
        experiment = self.sandbox.work / "e.yaml"
        experiment.write_text(
            "format: 1\nname: echo\nworkload: command\ncommand: {launcher: none, program: /bin/true, metrics: none}\n"
        )
        self.sandbox.must("yard", "submit", experiment, "--watch")
        offered = self.words("show", "")
        self.assertEqual(offered[-1], "last")
        self.assertTrue(offered[0].startswith("echo-"), offered)
        self.assertEqual(self.words("logs", "echo-"), offered[:1])

    def test_in_bash(self):
        self.assertEqual(self.in_bash("yard sub"), ["submit"])
        self.assertEqual(self.in_bash("yard submit x.yaml --target "), ["big", "here"])

    def test_the_manual(self):
        page = self.sandbox.must("yard", "manual")
        self.assertTrue(page.startswith(".TH YARD 1"))
        macros = {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))}
        self.assertEqual(macros, {".TH", ".SH", ".SS", ".TP", ".B"})
        self.assertIn("yard targets add NAME", page.replace("\\-", "-"))
        if shutil.which("groff"):
            made = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, check=True
            )
            self.assertEqual(made.stderr, "")
            self.assertIn("submit", made.stdout)


if __name__ == "__main__":
    unittest.main()
