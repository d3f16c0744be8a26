# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad input: each case of the table gets its exit code and one sentence on stderr that names the place, and leaves nothing behind."""

import os
import pathlib
import shutil
import subprocess
import unittest

from sandbox import Sandbox

GOOD = """format: 1
name: good
model: {overrides: {n_layer: 1, n_embd: 32, n_head: 2, n_positions: 64, vocab_size: 300}}
data: {train: [text.txt], sequence_length: 32}
batch: {per_device: 2}
training: {max_steps: 2}
"""


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


# (what is wrong, the document, words that stderr must hold)
DOCUMENTS = [
    ("does not parse", "format: 1\nname: [broken\n", ["bad.yaml", "2"]),
    ("unknown key", changed("per_device", "per_devise"), ["batch.per_devise", "per_device", "5"]),
    ("unknown section", GOOD + "optimiser: {learning_rate: 1.0e-3}\n", ["optimiser", "optimizer"]),
    ("wrong type", changed("per_device: 2", "per_device: two"), ["batch.per_device", "5"]),
    ("text for a number list", changed("[text.txt]", "3"), ["data.train"]),
    ("out of range", changed("per_device: 2", "per_device: 0"), ["batch.per_device"]),
    ("not a choice", GOOD + "precision: {kind: fp8}\n", ["precision.kind", "fp32"]),
    ("NaN", GOOD + "optimizer: {learning_rate: .nan}\n", ["optimizer.learning_rate"]),
    ("infinite", GOOD + "optimizer: {learning_rate: .inf}\n", ["optimizer.learning_rate"]),
    ("duplicate keys", GOOD + "name: again\n", ["name", "7"]),
    ("aliases", changed("[text.txt]", "&a [text.txt]") + "tags: *a\n", ["bad.yaml"]),
    ("a custom tag", changed("max_steps: 2", "max_steps: !!python/object 2"), ["bad.yaml"]),
    ("two documents", GOOD + "---\nname: other\n", ["bad.yaml"]),
    ("a number with a leading zero", changed("per_device: 2", "per_device: 010"), ["batch.per_device"]),
    ("over 1 MiB", GOOD + "notes: " + "x" * (1 << 20) + "\n", ["bad.yaml", "1048576"]),
    ("a newer format", changed("format: 1", "format: 2"), ["format"]),
    ("empty", "", ["bad.yaml"]),
    ("not UTF-8", GOOD.encode() + b"notes: \xff\xfe\n", ["bad.yaml"]),
    ("a name that a shell could read", changed("name: good", 'name: "$(touch pwned)"'), ["name"]),
    (
        "an argument with a line break",
        GOOD + 'workload: command\ncommand: {program: a.py, arguments: ["two\\nlines"]}\n',
        ["command.arguments"],
    ),
    (
        "a variable's name that a shell could read",
        GOOD + 'environment: {variables: {"A;touch pwned": x}}\n',
        ["environment.variables"],
    ),
    (
        "a partition that a shell could read",
        GOOD + 'resources: {partition: "$(touch pwned)"}\n',
        ["resources.partition"],
    ),
    ("a name with a leading dash", changed("name: good", "name: -rf"), ["name"]),
    (
        "longer than the model's positions",
        changed("sequence_length: 32", "sequence_length: 128"),
        ["data.sequence_length", "n_positions"],
    ),
    (
        "what the engine cannot execute",
        GOOD + "task:\n  kind: masked_language_modeling\n",
        ["bad.yaml:8:9", "task.kind"],
    ),
    (
        "groups that do not divide the processes",
        GOOD + "parallel:\n  zero_stage: 3\n  shard_degree: 2\n",
        ["bad.yaml:9:17", "parallel.shard_degree"],
    ),
    ("heads that do not divide the width", changed("n_head: 2", "n_head: 5"), ["n_head"]),
]

# (what is wrong, what to do with text.txt, words)
TEXTS = [
    ("missing", lambda file: file.unlink(), ["text.txt"]),
    ("empty", lambda file: file.write_bytes(b""), ["text.txt", "empty"]),
    (
        "not UTF-8",
        lambda file: file.write_bytes(b"good line\n" * 50 + b"caf\xe9\n" + b"good line\n" * 50),
        ["text.txt", "UTF-8"],
    ),
    ("binary", lambda file: file.write_bytes(bytes(range(256)) * 40), ["text.txt"]),
    ("a folder", lambda file: (file.unlink(), file.mkdir()), ["text.txt"]),
]


class BadInput(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.text = self.sandbox.work / "text.txt"
        self.text.write_text("The quick brown fox jumps over the lazy dog, and then it sleeps.\n" * 400)
        self.file = self.sandbox.work / "bad.yaml"

    def refused(self, done, words, code=2):
        """The exit code, one sentence a person can act on, and no trace of a program that died of it."""
        said = done.stdout + done.stderr if done.args[1] in ("validate", "check") else done.stderr
        self.assertEqual(done.returncode, code, f"{done.stdout}\n{said}")
        for word in words:
            self.assertIn(word, said)
        for trace in ("terminate called", "Traceback", "Exception raised from", "std::"):
            self.assertNotIn(trace, said)
        self.assertLessEqual(len(said.strip().splitlines()), 12, said)
        self.assertFalse(list(self.sandbox.root.rglob("pwned")), "something was executed")

    def files(self):
        """All files of the sandbox but logs and locks, which a refused command may leave."""
        return sorted(
            str(f.relative_to(self.sandbox.root))
            for f in self.sandbox.root.rglob("*")
            if f.is_file() and f.suffix not in (".log", ".lock")
        )

    def train(self, experiment, run="run", **keywords):
        return self.sandbox.run("engine", "train", experiment, "--run-dir", self.sandbox.work / run, **keywords)

    def test_documents(self):
        for what, text, words in DOCUMENTS:
            with self.subTest(what):
                self.file.write_bytes(text if isinstance(text, bytes) else text.encode())
                before = self.files()
                self.refused(self.sandbox.run("engine", "validate", self.file), words)
                self.refused(self.train(self.file), words)
                self.assertEqual(self.files(), before, "something was left behind")

    def test_all_problems_are_reported_at_once(self):
        self.file.write_text(changed("per_device: 2", "per_device: 0").replace("max_steps: 2", "max_stebs: 2"))
        self.refused(self.sandbox.run("engine", "validate", self.file), ["batch.per_device", "training.max_stebs"])

    def test_yard_says_the_same(self):
        for what, text, words in (DOCUMENTS[1], DOCUMENTS[9], DOCUMENTS[-2]):
            with self.subTest(what):
                self.file.write_text(text)
                self.refused(self.sandbox.run("yard", "check", self.file), words)
                self.refused(self.sandbox.run("yard", "submit", self.file), words)
                runs = self.sandbox.root / "data/trainyard/runs"
                self.assertFalse(runs.exists() and list(runs.iterdir()), "a refused submission left a run")

    def test_texts(self):
        self.file.write_text(GOOD)
        good = self.text.read_bytes()
        for what, spoil, words in TEXTS:
            with self.subTest(what):
                spoil(self.text)
                self.refused(self.train(self.file, "run-" + what.replace(" ", "-")), words)
                if self.text.is_dir():
                    self.text.rmdir()
                self.text.write_bytes(good)

    def test_yard_check_looks_into_the_files(self):
        """What no rule of the document finds, because it stands in a file of this computer, is found before anything is sent."""
        self.file.write_text(GOOD)
        good = self.text.read_bytes()
        done = self.sandbox.run("yard", "check", self.file)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for what, spoil, words in TEXTS[1:4]:
            with self.subTest(what):
                spoil(self.text)
                self.refused(self.sandbox.run("yard", "check", self.file), words)
                self.text.write_bytes(good)
        # Of a program of one's own the files are no texts of the trainer.
        self.text.write_bytes(b"\xff")
        self.file.write_text(GOOD + "workload: command\ncommand: {launcher: none, program: /bin/true}\n")
        done = self.sandbox.run("yard", "check", self.file)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_no_such_experiment(self):
        for command in (["validate"], ["train", "--run-dir", "run"]):
            self.refused(self.sandbox.run("engine", command[0], "nowhere.yaml", *command[1:]), ["nowhere.yaml"])

    def test_damaged_tokenizer(self):
        for what, text in (
            ("truncated", '{"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0'),
            ("other", '{"model": {"type": "Unigram"}}'),
            ("empty", ""),
        ):
            with self.subTest(what):
                (self.sandbox.work / "tokenizer.json").write_text(text)
                self.file.write_text(changed("sequence_length: 32", "sequence_length: 32, tokenizer: tokenizer.json"))
                self.refused(self.train(self.file, "run-" + what), ["tokenizer.json"])

    def test_damaged_checkpoint_is_refused_or_passed_over(self):
        self.file.write_text(GOOD + "checkpoint: {every_steps: 1}\n")
        done = self.train(self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        checkpoints = self.sandbox.work / "run/checkpoints"
        latest = checkpoints / (checkpoints / "latest").read_text().strip()
        weights = latest / "model.safetensors"
        whole = weights.read_bytes()
        for what, data in (
            ("truncated", whole[:-100]),
            ("a flipped bit", whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]),
        ):
            with self.subTest(what):
                weights.write_bytes(data)
                self.refused(
                    self.sandbox.run("engine", "export", latest, "--output", self.sandbox.work / "exported"),
                    ["model.safetensors"],
                    code=7,
                )
                self.assertFalse((self.sandbox.work / "exported").exists())
        for folder in checkpoints.glob("step-*"):
            (folder / "model.safetensors").write_bytes(b"")
        self.refused(
            self.sandbox.run(
                "engine",
                "train",
                self.file,
                "--run-dir",
                self.sandbox.work / "run",
                "--resume",
                "must",
                "--set",
                "training.max_steps=3",
            ),
            ["checkpoint"],
            code=7,
        )

    def test_checkpoint_of_another_model(self):
        self.file.write_text(GOOD)
        self.assertEqual(self.train(self.file).returncode, 0)
        self.file.write_text(changed("n_embd: 32", "n_embd: 48").replace("max_steps: 2", "max_steps: 4"))
        self.refused(self.train(self.file), ["n_embd"], code=7)

    def test_pretrained_folder_that_holds_no_model(self):
        (self.sandbox.work / "model").mkdir()
        self.file.write_text(changed("model: {", "model: {pretrained: model, "))
        done = self.train(self.file)
        self.assertIn(done.returncode, (2, 7))
        self.refused(done, ["config.json"], code=done.returncode)

    def test_run_folder_not_writable(self):
        self.file.write_text(GOOD)
        (self.sandbox.work / "file").write_text("not a folder")
        self.refused(self.train(self.file, "file/run"), ["file"], code=3)
        self.refused(self.train(self.file, "/proc/run"), ["/proc/run"], code=3)

    @unittest.skipUnless(os.geteuid() == 0, "needs root to mount a small disk")
    def test_run_folder_on_a_full_disk(self):
        self.file.write_text(GOOD + "checkpoint: {every_steps: 1}\n")
        disk = self.sandbox.work / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("mounting is not allowed here")
        try:
            self.refused(self.train(self.file, "disk/run"), ["disk"], code=3)
            self.assertFalse(
                list(disk.rglob("checkpoints/step-*/manifest.json")), "a checkpoint was published on a full disk"
            )
        finally:
            subprocess.run(["umount", str(disk)], check=True)

    def test_two_agents_on_one_run_folder(self):
        self.file.write_text(GOOD)
        folder = self.sandbox.run_folder()
        first = self.sandbox.start("yard-agent", "run", "--run-dir", folder, "--", "sleep", "30")
        try:
            for _ in range(100):
                if (folder / "attempts/0001/agent.json").exists():
                    break
                self.sandbox.processes()
            second = self.sandbox.run("yard-agent", "run", "--run-dir", folder, "--", "true", timeout=90)
            # The newer attempt wins and the older one ends itself; or the newer one is refused. Both never go on.
            first_goes_on = first.poll() is None
            self.assertTrue(second.returncode != 0 or not first_goes_on or first.wait(timeout=70) is not None)
        finally:
            if first.poll() is None:
                first.terminate()
                first.wait(timeout=15)

    def test_a_program_that_is_not_there(self):
        folder = self.sandbox.run_folder()
        done = self.sandbox.run("yard-agent", "run", "--run-dir", folder, "--", "no-such-program", timeout=30)
        self.refused(done, ["no-such-program"], code=done.returncode)
        self.assertNotEqual(done.returncode, 0)

    def test_hostile_words_stay_words(self):
        """Every field that reaches a script or a command line, filled with what a shell would obey."""
        hostile = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "a b", "it's", 'say "hi"', "-rf", "${HOME}", "*"]
        folder = self.sandbox.work / "code"
        folder.mkdir()
        (folder / "print.py").write_text(
            "import os, sys\nfor word in sys.argv[1:]: print(repr(word))\nprint(repr(os.environ['HOSTILE']))\n"
        )
        quoted = ", ".join("'" + word.replace("'", "''") + "'" for word in hostile)
        self.file.write_text(f"""format: 1
name: hostile
workload: command
command: {{launcher: none, program: print.py, metrics: none, arguments: [{quoted}]}}
environment: {{variables: {{HOSTILE: '$(touch pwned) "x"'}}}}
code: {{source: code}}
""")
        done = self.sandbox.run("yard", "submit", self.file, "--watch")
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = self.sandbox.must("yard", "logs", "last")
        for word in hostile + ['$(touch pwned) "x"']:
            self.assertIn(repr(word), printed)
        self.assertFalse(list(self.sandbox.root.rglob("pwned")), "something was executed")

    def test_paths_with_blanks_and_quotes(self):
        folder = self.sandbox.work / 'a folder\'s $(touch pwned) "name"'
        folder.mkdir()
        shutil.copy(self.text, folder / "text.txt")
        (folder / "bad.yaml").write_text(GOOD)
        done = self.sandbox.run("yard", "submit", folder / "bad.yaml", "--watch", cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(list(pathlib.Path(self.sandbox.root).rglob("pwned")), "something was executed")


if __name__ == "__main__":
    unittest.main()
