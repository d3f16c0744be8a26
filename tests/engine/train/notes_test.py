# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of preparing clinical notes: rows, sentences, vocabulary, ids and groups are those of the libraries that NYUTron uses; each step
is cached by content and settings; what is killed leaves nothing half made; bad input is one sentence.

One file because each case goes on with the cache that the cases before it left.
"""

import csv
import io
import json
import pathlib
import signal
import subprocess
import unittest

import numpy
import pandas

import notes_reference as reference
from engine_runs import ENGINE, Runs
from word_piece_rule import check_word_pieces

LENGTH = 48
STEPS = ["columns", "split", "vocabulary", "sentences", "tokens", "groups"]


def csv_of(rows):
    out = io.StringIO()
    rows.to_csv(out, index=False, lineterminator="\n")
    return out.getvalue()


def texts_in(path, column="text"):
    with open(path, newline="", encoding="utf-8") as stream:
        return [row[column] for row in csv.DictReader(stream)]


def rows_in(folder, split):
    """The ids of each row of prepared data."""
    prepared = json.loads((folder / "prepared.json").read_text())
    kind = {2: "<u2", 4: "<u4"}[prepared["token_bytes"]]
    ids = numpy.fromfile(folder / f"{split}.tokens", dtype=kind)
    ends = numpy.fromfile(folder / f"{split}.row_ends", dtype="<i8")
    return [part.tolist() for part in numpy.split(ids, ends[:-1])] if len(ends) else []


class Notes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = cls.runs.folder
        reference.made_up_table(3000).to_csv(cls.folder / "notes.csv")
        cls.document = cls.folder / "notes.yaml"
        cls.document.write_text(reference.document(900, LENGTH))

    def prepare(self, *arguments, document=None):
        return self.runs.run("prepare", document or self.document, *arguments)

    def step(self, name, *settings):
        """The folder of a step, made when it is not there."""
        done = self.prepare("--only", name, *settings)
        self.assertEqual(done.returncode, 0, done.stderr)
        return pathlib.Path(json.loads(done.stdout)["path"])

    def cached(self, *settings, document=None):
        """Which steps would have nothing to do."""
        words = [word for setting in settings for word in ("--set", setting)]
        done = self.prepare("--steps", *words, document=document)
        self.assertEqual(done.returncode, 0, done.stderr)
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([step["step"] for step in steps], STEPS)
        return [step["step"] for step in steps if step["cached"]]

    def parts(self):
        return reference.split(reference.columns(self.folder / "notes.csv", ["text"]), 0.949, 0.05, 42)

    def test_1_rows_and_splits(self):
        ours = self.step("split")
        for split, rows in self.parts().items():
            self.assertEqual((ours / f"{split}.csv").read_bytes().decode(), csv_of(rows), split)
        self.assertEqual(
            (self.step("columns") / "train.csv").read_bytes().decode(),
            csv_of(reference.columns(self.folder / "notes.csv", ["text"])),
        )

    def test_1_rows_of_json_and_parquet(self):
        """The same rows wherever they come from; what is null, or not there though other records have it, has no value. NA is a text there."""
        table = pandas.read_csv(self.folder / "notes.csv", index_col=0, dtype=str)
        table.loc[table.index[7], "text"], table.loc[table.index[8], "text"] = "NA", 'two\n"lines", one\u00e9\r\n'
        table.to_parquet(self.folder / "notes.parquet", index=False)
        with open(self.folder / "notes.jsonl", "w") as file:
            for number, record in enumerate(table.to_dict("records")):
                missing = [name for name, value in record.items() if not isinstance(value, str)]
                for name in missing:
                    if number % 2:
                        del record[name]
                    else:
                        record[name] = None
                file.write(json.dumps(record) + "\n")
        wanted = {
            "jsonl": pandas.read_json(self.folder / "notes.jsonl", lines=True, dtype=False),
            "parquet": pandas.read_parquet(self.folder / "notes.parquet"),
        }
        for kind, rows in wanted.items():
            rows = rows.dropna()[["text"]]
            self.assertIn("NA", set(rows.text))
            self.assertLess(len(rows), 3000)
            settings = ["--set", f"data.train=[notes.{kind}]"]
            self.assertEqual((self.step("columns", *settings) / "train.csv").read_bytes().decode(), csv_of(rows), kind)
            ours = self.step("split", *settings)
            for split, part in reference.split(rows, 0.949, 0.05, 42).items():
                self.assertEqual((ours / f"{split}.csv").read_bytes().decode(), csv_of(part), (kind, split))

    def test_1_labels_of_json(self):
        """Rows with labels are drawn from JSON as from CSV; each kind of label comes back as it was."""
        records = [
            {
                "text": f"note {i}",
                "other": f"pair {i}",
                "one": ["no", "yes"][i % 2],
                "several": [["a", "b c"], [], ["d"]][i % 3],
                "number": i / 7,
            }
            for i in range(90)
        ]
        (self.folder / "labelled.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        for column, problem, told in (
            ("one", "single_label_classification", str),
            ("several", "multi_label_classification", ";".join),
            ("number", "regression", lambda number: repr(number).removesuffix(".0")),
        ):
            settings = [
                "task.kind=sequence_classification",
                f"task.problem_type={problem}",
                "data.train=[labelled.jsonl]",
                f"data.label_column={column}",
                "data.text_pair_column=other",
                "data.drop_incomplete_rows=false",
                "data.sentences=none",
                "data.texts_per_group=null",
                "data.keep_short_groups=false",
            ]
            folder = self.step("split", *(word for one in settings for word in ("--set", one)))
            rows = pandas.DataFrame(
                [{"text": r["text"], column: told(r[column]), "other": r["other"]} for r in records]
            )
            for split, part in reference.split(rows, 0.949, 0.05, 42).items():
                found = pandas.read_csv(folder / f"{split}.csv", dtype=str, keep_default_na=False)
                self.assertEqual(list(found.columns), list(part.columns))
                self.assertEqual(found.values.tolist(), part.values.tolist(), (column, split))

    def test_1_bad_records(self):
        def refused(content, words, name="bad.jsonl", settings=()):
            (self.folder / name).write_bytes(content)
            done = self.prepare("--only", "columns", "--set", f"data.train=[{name}]", *settings)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            for word in (name, *words):
                self.assertIn(word, done.stderr)

        good = b'{"text": "a", "ward": "b"}\n'
        whole = ["--set", "data.drop_incomplete_rows=false"]
        refused(b'{"ward": "b"}\n', ["line 1", "no column text", "ward"])
        refused(b'{"text": null, "ward": "b"}\n' * 3, ["no row"])
        refused(good + b'{"text": 5, "ward": "b"}\n', ["line 2", "text must be a string"])
        refused(good + b'{"text": "a\\u0000b", "ward": "b"}\n', ["line 2", "null character"])
        refused(good + b'{"text": null}\n', ["line 2", "no value in column text"], settings=whole)
        refused(good + b'{"text": "a', ["line 2", "never closed"])
        refused(b"text\n", [".jsonl"], name="bad.txt")
        refused(b"PAR1", ["Parquet"], name="bad.parquet")
        several = [
            "task.kind=sequence_classification",
            "task.problem_type=multi_label_classification",
            "data.sentences=none",
            "data.texts_per_group=null",
            "data.keep_short_groups=false",
        ]
        refused(
            b'{"text": "a", "label": ["x;y"]}\n',
            ["line 1", "x;y", "semicolon"],
            settings=[word for one in several for word in ("--set", one)],
        )

    def test_2_vocabulary(self):
        """The library's but for ties, which it decides otherwise in each of its runs."""
        ours = (self.step("vocabulary") / "vocab.txt").read_text().splitlines()
        texts = self.parts()["train"].text
        self.assertEqual(len(ours), len(reference.vocabulary(texts, 900).get_vocab()))
        self.assertGreater(check_word_pieces(ours, texts, reference.SPECIAL_TOKENS), 500)

    def test_3_sentences(self):
        folder = self.step("sentences")
        parts = self.parts()
        learned = reference.learned_punkt(parts["train"].text)
        ours = reference.read_punkt(folder / "punkt.json")
        self.assertEqual(ours.abbrev_types, learned.abbrev_types)
        self.assertEqual(ours.sent_starters, learned.sent_starters)
        for split, rows in parts.items():
            self.assertEqual(texts_in(folder / f"{split}.csv"), reference.sentences(rows.text, learned), split)

    def test_3_sentences_by_given_parameters(self):
        given = self.folder / "given.json"
        given.write_text(
            json.dumps(
                {
                    "format": "punkt",
                    "version": 1,
                    "abbreviations": ["dr", "pt"],
                    "collocations": [],
                    "sentence_starters": [],
                    "orthographic_context": {"the": 46},
                }
            )
        )
        folder = self.step("sentences", "--set", f"data.sentence_parameters={given}")
        parameters = reference.read_punkt(given)
        for split, rows in self.parts().items():
            self.assertEqual(texts_in(folder / f"{split}.csv"), reference.sentences(rows.text, parameters), split)

    def test_4_tokens_and_groups(self):
        """Sentences are cut to a sequence; [CLS] and [SEP] stay inside groups."""
        vocabulary, sentences = self.step("vocabulary"), self.step("sentences")
        ours, grouped = self.step("tokens"), self.step("groups")
        cut = 0
        for split in ("train", "validation", "test"):
            theirs = reference.tokens(texts_in(sentences / f"{split}.csv"), vocabulary, LENGTH)
            self.assertEqual(rows_in(ours, split), theirs, split)
            self.assertEqual(rows_in(grouped, split), reference.groups(theirs, LENGTH), split)
            cut += sum(len(row) == LENGTH for row in theirs)
        self.assertGreater(cut, 0, "no sentence was long enough to be cut")

    def test_5_a_training_uses_the_steps(self):
        self.step("groups")
        done = self.runs.run(
            "train",
            self.document,
            "--run-dir",
            "run",
            "--set",
            "training.max_steps=3",
            "--set",
            "evaluation.every_steps=3",
        )
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertNotIn("splitting into sentences", done.stderr)

    def test_6_only_what_changed_runs(self):
        self.assertEqual(self.prepare().returncode, 0)
        self.assertEqual(self.cached(), STEPS)
        self.assertEqual(self.cached("data.texts_per_group=500"), STEPS[:5])
        self.assertEqual(self.cached("tokenizer.min_frequency=3"), ["columns", "split", "sentences"])
        self.assertEqual(self.cached("data.split_seed=7"), ["columns"])
        self.assertEqual(self.cached("data.text_column=ward"), [])
        made = {path: path.stat().st_mtime_ns for path in (self.folder / "cache/trainyard").glob("*/*")}
        again = self.prepare()
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertNotIn("tokenizing", again.stderr)
        self.assertEqual(
            made, {path: path.stat().st_mtime_ns for path in (self.folder / "cache/trainyard").glob("*/*")} | made
        )

    def test_6_what_is_damaged_is_made_anew(self):
        split = self.step("split")
        before = (split / "train.csv").read_bytes()
        (split / "train.csv").write_bytes(before[:-9])
        self.assertNotIn("split", self.cached())
        self.assertEqual((self.step("split") / "train.csv").read_bytes(), before)

    def test_6_a_step_is_copied(self):
        done = self.prepare("--only", "split", "--output", "copied")
        self.assertEqual(done.returncode, 0, done.stderr)
        for split, rows in self.parts().items():
            self.assertEqual((self.folder / "copied" / f"{split}.csv").read_text(), csv_of(rows))

    def test_7_killed_in_the_middle(self):
        """At many moments: no step is ever there in part, and the last run makes the same bytes."""
        whole = self.step("groups")
        wanted = {path.name: path.read_bytes() for path in whole.iterdir() if path.name != "prepared.json"}
        environment = {**self.runs.environment, "XDG_CACHE_HOME": str(self.folder / "killed")}
        command = [ENGINE, "prepare", str(self.document)]
        killed = 0
        for delay in (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7):
            process = subprocess.Popen(
                command, env=environment, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            try:
                process.wait(delay)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                killed += 1
            for folder in (self.folder / "killed/trainyard").glob("steps/*"):
                if ".tmp-" not in folder.name:
                    listed = json.loads((folder / "step.json").read_text())["files"]
                    self.assertEqual(
                        {name: (folder / name).stat().st_size for name in listed},
                        {name: file["bytes"] for name, file in listed.items()},
                    )
        self.assertGreater(killed, 0)
        done = subprocess.run(command, env=environment, cwd=self.folder, capture_output=True, text=True, timeout=240)
        self.assertEqual(done.returncode, 0, done.stderr)
        made = pathlib.Path(json.loads(done.stdout)["path"])
        self.assertEqual(
            {path.name: path.read_bytes() for path in made.iterdir() if path.name != "prepared.json"}, wanted
        )

    def refused(self, document, *parts, code=2, command="prepare"):
        done = self.runs.run(command, document)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line]
        self.assertEqual(len(said), 1, said)
        for part in parts:
            self.assertIn(part, said[0])

    def changed(self, name, **changes):
        """The document with other text at some places."""
        text = self.document.read_text()
        for old, new in changes.items():
            old = {
                "train": "notes.csv",
                "ratio": "0.05",
                "column": "  sentences:",
                "sentences": "sentences: punkt",
                "drop": "drop_incomplete_rows: true",
            }[old]
            self.assertIn(old, text)
            text = text.replace(old, new)
        path = self.folder / f"{name}.yaml"
        path.write_text(text)
        return path

    def test_8_bad_input(self):
        (self.folder / "empty.csv").write_text("")
        self.refused(self.changed("a", train="empty.csv"), "empty.csv")
        (self.folder / "header.csv").write_text(",text\n0,\n1,NA\n")
        self.refused(self.changed("b", train="header.csv"), "header.csv", "no row")
        (self.folder / "other.csv").write_text(",note\n0,a b c\n")
        self.refused(self.changed("c", train="other.csv"), "other.csv, line 1", "text")
        self.refused(self.changed("d", ratio="0.9999"), "leave", "data.test_split_ratio")
        (self.folder / "bad.json").write_text('{"format": "punkt", "version": 1, "abbreviations": [""]')
        self.refused(self.changed("e", sentences="sentences: punkt\n  sentence_parameters: bad.json"), "bad.json")
        self.refused(self.changed("f", sentences="sentences: punkt\n  sentence_parameters: none.json"), "none.json")
        (self.folder / "bytes.csv").write_bytes(b",text\n0,good\n1,b\xff\n")
        self.refused(self.changed("g", train="bytes.csv"), "bytes.csv", "line 3")
        (self.folder / "quote.csv").write_text(',text\n0,"never closed\n')
        self.refused(self.changed("h", train="quote.csv"), "quote.csv, line 2")
        (self.folder / "lines.txt").write_text("a line\n")
        self.refused(self.changed("i", train="lines.txt"), "lines.txt", ".csv")
        done = self.prepare("--only", "nothing")
        self.assertEqual(done.returncode, 2)
        self.assertIn("columns, split", done.stderr)

    def classified(self, name, rows, settings=""):
        (self.folder / f"{name}.csv").write_text(rows)
        path = self.folder / f"{name}.yaml"
        path.write_text(f"""format: 1
name: judged
model: {{kind: bert, overrides: {{num_hidden_layers: 1, num_attention_heads: 2, hidden_size: 16, intermediate_size: 16}}}}
task: {{kind: sequence_classification, labels: ["0", "1"]}}
data: {{kind: text, train: [{name}.csv], label_column: died, split_seed: 3, validation_split_ratio: 0.25, tokenizer: {self.step("vocabulary")}, sequence_length: 16{settings}}}
""")
        return path

    def test_9_labels(self):
        rows = "text,died\n" + "".join(f"note {number},{number % 2}\n" for number in range(40))
        done = self.prepare(document=self.classified("sound", rows, ", test_split_ratio: 0.25"))
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = pathlib.Path(json.loads(done.stdout)["path"])
        table = pandas.read_csv(self.folder / "sound.csv", dtype=str)
        for split, part in reference.split(table, 0.5, 0.25, 3).items():
            self.assertEqual(
                numpy.fromfile(folder / f"{split}.labels", "<f8").tolist(), part.died.astype(float).tolist(), split
            )
        self.refused(self.classified("other", rows + "a note,2\n"), "other.csv, line 42", "2")
        self.refused(self.classified("none", rows + "a note,\n"), "none.csv, line 42", "died")
        self.assertEqual(
            self.prepare(
                document=self.classified("dropped", rows + "a note,\n", ", drop_incomplete_rows: true")
            ).returncode,
            0,
        )

    def test_9_samples_are_drawn(self):
        """Those of numpy, in its order."""
        rows = "text,died\n" + "".join(f"note {number},{number % 2}\n" for number in range(200))
        document = self.classified("drawn", rows)
        done = self.runs.run(
            "train",
            document,
            "--run-dir",
            "drawn-run",
            "--set",
            "data.max_train_samples=20",
            "--set",
            "data.sample_seed=13",
            "--set",
            "batch.per_device=20",
            "--set",
            "training.num_epochs=1",
            "--set",
            "evaluation.every_steps=null",
            "--set",
            "logging.every_steps=1",
        )
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertIn("step 1/1", done.stderr)

    def test_9_evaluations_at_half_epochs(self):
        rows = "text,died\n" + "".join(f"note {number},{number % 2}\n" for number in range(40))
        document = self.classified("halves", rows)  # 30 rows to learn from
        done = self.runs.run(
            "train",
            document,
            "--run-dir",
            "halves-run",
            "--set",
            "batch.per_device=6",
            "--set",
            "training.num_epochs=2",
            "--set",
            "evaluation.every_steps=null",
            "--set",
            "evaluation.every_epochs=0.5",
        )
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        evaluated = sorted({step for step, key in self.runs.metrics("halves-run") if key == "eval/loss"})
        self.assertEqual(evaluated, [3, 6, 9, 10], "five steps an epoch: each half is three, and the last is evaluated")


if __name__ == "__main__":
    unittest.main(verbosity=2)
