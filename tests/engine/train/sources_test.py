# SPDX-License-Identifier: GPL-3.0-or-later
"""Sources of every kind that are damaged, cut, empty or of other content: one sentence with file and row, nothing run, nothing half made. And how
much memory preparing takes when there is more to prepare; what is left when it is stopped."""

import bz2
import concurrent.futures
import gzip
import json
import lzma
import os
import pathlib
import pickle
import random
import signal
import subprocess
import time
import unittest

import pyarrow
import pyarrow.parquet

from engine_runs import ENGINE, Runs

PACK = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".zst": lambda data: pyarrow.compress(data, codec="zstd", asbytes=True),
}
LINES = b"".join(b"a line of text number %d\n" % i for i in range(2000))
OBJECTS = [{"text": f"text {i}", "label": i % 2} for i in range(500)]
JSONL = "".join(json.dumps(one) + "\n" for one in OBJECTS).encode()
CSV = b"text,label\n" + b"".join(b"text %d,%d\n" % (i, i % 2) for i in range(500))
HUGE = b"x" * (17 << 20)
LANGUAGE = ["data.kind=text", "data.sequence_length=16"]
LABELLED = [*LANGUAGE, "task.kind=sequence_classification"]
INSTRUCTIONS = [*LANGUAGE, "task.kind=instruction_tuning", "instructions.formatter=alpaca"]
TIMELINES = [
    "model.kind=llama",
    "model.overrides={hidden_size: 32, intermediate_size: 64, num_hidden_layers: 1, num_attention_heads: 4, num_key_value_heads: 2}",
    "data.kind=timelines",
    "timelines.vocabulary=vocab.gzip",
    "data.sequence_length=16",
    "evaluation.every_steps=null",
]


class Evil:
    def __reduce__(self):
        return os.system, ("touch owned",)


def parquet(**columns):
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), sink)
    return sink.getvalue().to_pybytes()


def vocabulary(content):
    return gzip.compress(content if isinstance(content, bytes) else pickle.dumps(content))


WORDS = {word: i for i, word in enumerate(["TL_START", "TL_END", "PAD", "TRUNC", None, "nan", "a", "b"])}
VOCABULARY = {"lookup": WORDS, "reverse": {i: word for word, i in WORDS.items()}, "aux": {}}
TEXTS = parquet(text=[one["text"] for one in OBJECTS], label=[one["label"] for one in OBJECTS])
TOKENS = parquet(tokens=[[0, 6, 7, 1]] * 200)


# (settings, file, content, what the sentence must hold); for vocabularies the file is vocab.gzip.
def cases():
    yield LANGUAGE, "a.txt", b"", ["a.txt", "empty"]
    yield LANGUAGE, "a.txt", LINES + b"\0", ["a.txt", "line 2001", "null byte"]
    yield LANGUAGE, "a.txt", LINES + b"\xff\xfe", ["a.txt", "line 2001", "UTF-8"]
    yield LANGUAGE, "absent.txt", None, ["absent.txt", "no such file"]
    yield LANGUAGE, "a.csv", b"", ["a.csv", "empty"]
    yield LANGUAGE, "a.csv", b'text\n"open\n' + LINES, ["a.csv", "line 2", "quote"]
    yield LABELLED, "a.csv", CSV.replace(b"label", b"other"), ["a.csv", "label"]
    yield LABELLED, "a.csv", CSV + b"text,1,2,3\n", ["a.csv", "line 502"]
    yield LABELLED, "a.csv", CSV + b"text,\n", ["a.csv", "line 502", "no value"]
    yield LANGUAGE, "a.csv", b'text,label\n"' + HUGE + b'",1\n', ["a.csv", "line 2", "16 MiB"]
    for kind in (".json", ".jsonl"):
        yield LANGUAGE, "a" + kind, b"", ["a" + kind, "empty"]
        yield LANGUAGE, "a" + kind, JSONL[:-3], ["a" + kind, "line 500"]
        yield LANGUAGE, "a" + kind, JSONL + b'{"text": nul}\n', ["a" + kind, "line 501"]
        yield LANGUAGE, "a" + kind, JSONL + b'{"text": 5}\n', ["a" + kind, "line 501", "text"]
        yield LANGUAGE, "a" + kind, JSONL + b'{"text": null}\n', ["a" + kind, "line 501", "no value"]
        yield LABELLED, "a" + kind, JSONL + b'{"text": "x"}\n', ["a" + kind, "line 501", "label"]
        yield LANGUAGE, "a" + kind, JSONL + b'{"text": "' + HUGE + b'"}\n', ["a" + kind, "line 501", "16 MiB"]
        yield LANGUAGE, "a" + kind, JSONL + b'{"text": ' + b"[" * 100_000, ["a" + kind, "line 501"]
        yield INSTRUCTIONS, "a" + kind, b'{"instruction": "x", "input": "y"}\n', ["a" + kind, "line 1", "output"]
        yield (
            INSTRUCTIONS,
            "a" + kind,
            b'{"instruction": "x", "input": "y", "output": 5}\n',
            ["a" + kind, "line 1", "output"],
        )
    yield LANGUAGE, "a.parquet", b"", ["a.parquet", "empty"]
    yield LANGUAGE, "a.parquet", TEXTS[:-9], ["a.parquet", "Parquet"]
    yield LANGUAGE, "a.parquet", TEXTS[: len(TEXTS) // 2], ["a.parquet", "Parquet"]
    yield LANGUAGE, "a.parquet", TEXTS[:200] + b"\xff" * 300 + TEXTS[500:], ["a.parquet"]
    yield LANGUAGE, "a.parquet", LINES, ["a.parquet", "Parquet"]
    yield LANGUAGE, "a.parquet", parquet(text=["a", None, "b"]), ["a.parquet", "row 1 ", "no value"]
    yield LANGUAGE, "a.parquet", parquet(text=[1, 2, 3]), ["a.parquet", "row 0 ", "text"]
    yield (
        LANGUAGE,
        "a.parquet",
        parquet(text=pyarrow.array([b"a", b"\xff"]).cast(pyarrow.binary()).view(pyarrow.string())),
        ["a.parquet", "row 1 ", "UTF-8"],
    )
    yield LABELLED, "a.parquet", parquet(text=["a", "b"]), ["a.parquet", "label"]
    yield LABELLED, "a.parquet", parquet(text=["a", "b"], label=[0, None]), ["a.parquet", "row 1 ", "no value"]
    yield INSTRUCTIONS, "a.parquet", parquet(instruction=["x"], input=["y"]), ["a.parquet", "row 0 ", "output"]
    yield (
        INSTRUCTIONS,
        "a.parquet",
        parquet(instruction=["x"], input=["y"], output=[5]),
        ["a.parquet", "row 0 ", "output"],
    )
    for ending, pack in PACK.items():
        whole = pack(LINES)
        for kind, content in ((".csv", CSV), (".json", JSONL)):
            yield LANGUAGE, "a" + kind + ending, pack(content)[:-5], ["a" + kind + ending, "truncated"]
        for kind, content, settings in ((".txt", LINES, LANGUAGE), (".jsonl", JSONL, LABELLED)):
            name = "a" + kind + ending
            yield settings, name, pack(content)[:-5], [name, "truncated"]
            yield settings, name, content, [name, "cannot be decompressed"]
            yield settings, name, pack(content) + b"more behind the end", [name, "cannot be decompressed"]
            yield settings, name, pack(b""), [name, "empty"]
        if ending != ".zst":  # its checksum may be left out, and is by Arrow
            yield (
                LANGUAGE,
                "a.txt" + ending,
                whole[: len(whole) // 2] + b"\xaa" * 9 + whole[len(whole) // 2 + 9 :],
                ["a.txt" + ending],
            )
        yield LANGUAGE, "a.txt" + ending, pack(b"\0" * 20_000_000), ["a.txt" + ending, "null byte"]
        yield (
            LANGUAGE,
            "a.jsonl" + ending,
            pack(b'{"text": "' + b"x" * 20_000_000),
            ["a.jsonl" + ending, "line 1", "16 MiB"],
        )
        yield LABELLED, "a.csv" + ending, pack(CSV + b"text,\n"), ["a.csv" + ending, "line 502"]
    yield TIMELINES, "t.parquet", b"", ["t.parquet"]
    yield TIMELINES, "t.parquet", TOKENS[:-9], ["t.parquet"]
    yield TIMELINES, "t.parquet", parquet(tokens=[[0, 1], None]), ["t.parquet", "row 1 "]
    yield TIMELINES, "t.parquet", parquet(tokens=[[0, 1], [0, None]]), ["t.parquet", "row 1 "]
    yield TIMELINES, "t.parquet", parquet(tokens=[[0, 1], [0, 99]]), ["t.parquet", "row 1 ", "99"]
    yield TIMELINES, "t.parquet", parquet(tokens=[[0, 1], [0, -1]]), ["t.parquet", "row 1 ", "-1"]
    yield TIMELINES, "t.parquet", parquet(tokens=["a", "b"]), ["t.parquet", "tokens"]
    yield TIMELINES, "t.parquet", parquet(other=[[0, 1]]), ["t.parquet", "tokens"]
    yield (
        TIMELINES,
        "t.parquet",
        parquet(tokens=pyarrow.array([], pyarrow.list_(pyarrow.int64()))),
        ["t.parquet", "no rows"],
    )
    whole = vocabulary(VOCABULARY)
    for content in (
        b"",
        whole[:-9],
        whole[:40],
        pickle.dumps(VOCABULARY),
        gzip.compress(b"text"),
        vocabulary({"lookup": WORDS}),
        vocabulary([1, 2]),
        vocabulary(Evil()),
        vocabulary({**VOCABULARY, "aux": Evil()}),
        gzip.compress(pickle.dumps(VOCABULARY)[:-20]),
        gzip.compress(b"\x80\x04" + b"(" * 1_000_000),
        vocabulary({**VOCABULARY, "lookup": {**WORDS, "a": -1}}),
    ):
        yield TIMELINES, "vocab.gzip", content, ["vocab.gzip"]


class Sources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        folder = cls.runs.folder
        cls.prepare(["data.train=[corpus.txt]"], folder / "made")
        (folder / "tokenizer").mkdir()
        for file in (folder / "made").glob("*.json"):
            if file.name != "prepared.json":
                (folder / "tokenizer" / file.name).write_bytes(file.read_bytes())

    @classmethod
    def command(cls, settings, output):
        return [
            ENGINE,
            "prepare",
            str(cls.runs.experiment),
            *(word for one in settings for word in ("--set", one)),
            "--output",
            str(output),
        ]

    @classmethod
    def prepare(cls, settings, output, code=0):
        done = subprocess.run(
            cls.command(settings, output),
            cwd=cls.runs.folder,
            env=cls.runs.environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert done.returncode == code, f"{settings}: exit code {done.returncode}\n{done.stderr[-2000:]}"
        return done

    def test_what_cannot_be_read_is_told_in_a_sentence(self):
        def run(case):
            number, (settings, name, content, _) = case
            folder = self.runs.folder / f"case{number}"
            folder.mkdir()
            files = {"vocab.gzip": vocabulary(VOCABULARY), "t.parquet": TOKENS} | (
                {} if content is None else {name: content}
            )
            for file, written in files.items():
                (folder / file).write_bytes(written)
            source = "t.parquet" if name == "vocab.gzip" else name
            more = [f"data.train=[{folder / source}]", f"timelines.vocabulary={folder}/vocab.gzip"]
            more += ["data.tokenizer=tokenizer"] if settings[0] == "data.kind=text" else []
            done = subprocess.run(
                self.command([*settings, *more], folder / "output"),
                cwd=self.runs.folder,
                env=self.runs.environment,
                capture_output=True,
                text=True,
                timeout=240,
            )
            return done, sorted(file.name for file in folder.iterdir() if file.name not in files)

        table = list(cases())
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            results = list(pool.map(run, enumerate(table)))
        for (settings, name, _, words), (done, left) in zip(table, results):
            with self.subTest(name=name, settings=settings[-2:], words=words):
                said = done.stderr.splitlines()[-1:]
                self.assertEqual((done.returncode, len(said), left), (2, 1, []), done.stderr)
                for word in words:
                    self.assertIn(word, said[0])
                self.assertNotIn("{", said[0])
        self.assertFalse((self.runs.folder / "owned").exists())
        print(f"{len(table)} sentences")

    def peak(self, settings, output):
        """Of the process, in MiB. What wait4 says of a child holds the memory of Python, too, which it was made from."""
        peak = 0
        with open(self.runs.folder / "log", "w") as log:
            process = subprocess.Popen(
                self.command(settings, output), cwd=self.runs.folder, env=self.runs.environment, stdout=log, stderr=log
            )
            while process.poll() is None:
                try:
                    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                    if os.readlink(f"/proc/{process.pid}/exe") == os.path.realpath(ENGINE):
                        peak = max(peak, int(status.split("VmHWM:")[1].split()[0]))
                except (OSError, IndexError):
                    pass
                time.sleep(0.005)
        self.assertEqual(process.returncode, 0, (self.runs.folder / "log").read_text()[-2000:])
        self.assertGreater(peak, 0)
        return peak / 1024

    def test_memory_does_not_grow_with_the_input(self):
        rng = random.Random(3)
        words = ["".join(rng.choices("abcdefghijklmnop", k=rng.randint(2, 9))) for _ in range(3000)]
        texts = [" ".join(rng.choices(words, k=40)) for _ in range(40_000)]  # 10 MB
        folder = self.runs.folder

        def write(name, lines):
            with open(folder / name, "w") as file:
                file.writelines(lines)

        write("m.txt", (text + "\n" for text in texts))
        write("m.jsonl", (json.dumps({"text": text, "label": i % 2}) + "\n" for i, text in enumerate(texts)))
        write(
            "i.jsonl",
            (json.dumps({"instruction": text[:120], "input": "", "output": text[120:]}) + "\n" for text in texts),
        )
        (folder / "m.txt.gz").write_bytes(gzip.compress((folder / "m.txt").read_bytes(), 1))
        (folder / "m.parquet").write_bytes(parquet(text=texts))
        (folder / "l.parquet").write_bytes(parquet(tokens=[[0, *rng.choices([6, 7], k=60), 1] for _ in range(40_000)]))
        (folder / "vocab.gzip").write_bytes(vocabulary(VOCABULARY))
        for settings, name, bytes_a_record in (
            (LANGUAGE, "m.txt", 0),
            (LANGUAGE, "m.jsonl", 0),
            (LANGUAGE, "m.txt.gz", 0),
            (LANGUAGE, "m.parquet", 0),
            (LABELLED, "m.jsonl", 0),
            ([*INSTRUCTIONS, "instructions.loss_on=everything"], "i.jsonl", 40),
            (TIMELINES, "l.parquet", 0),
        ):
            with self.subTest(name=name, settings=settings[-1]):
                more = ["data.tokenizer=tokenizer"] if settings is not TIMELINES else []
                # The same file under many names: what is read is not remembered by name.
                once, often = (
                    self.peak(
                        [*settings, *more, f"data.train=[{', '.join([name] * times)}]"],
                        folder / f"{name} {settings[-1]} {times}".replace("=", ""),
                    )
                    for times in (1, 4)
                )
                print(f"{name} {settings[-1]}: {once:.0f} MiB, of four times as much {often:.0f} MiB")
                self.assertLess(often, once + 20 + 3 * 40_000 * bytes_a_record / 2**20)
                self.assertLess(often, 400)

    def test_stopped_it_leaves_nothing_and_begins_again(self):
        with open(self.runs.folder / "long.txt", "w") as file:
            file.writelines(f"line {i} of a long text that takes a while\n" for i in range(1_500_000))
        settings = [*LANGUAGE, "data.train=[long.txt]", "data.tokenizer=tokenizer"]
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            process = subprocess.Popen(
                self.command(settings, "stopped"),
                cwd=self.runs.folder,
                env=self.runs.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            begin = time.monotonic()
            while (
                not list(self.runs.folder.glob("stopped.tmp-*/train.tokens"))
                and time.monotonic() - begin < 60
                and process.poll() is None
            ):
                time.sleep(0.01)
            process.send_signal(number)
            said = process.communicate(timeout=60)[1].decode()
            self.assertFalse((self.runs.folder / "stopped").exists())
            if number == signal.SIGKILL:
                continue  # its folder stays, under a name that nobody reads
            self.assertEqual(process.returncode, 75, said)
            self.assertIn("stopped", said)
            self.assertEqual(list(self.runs.folder.glob("stopped*")), [])
        self.prepare([*LANGUAGE, "data.train=[corpus.txt]", "data.tokenizer=tokenizer"], self.runs.folder / "stopped")


if __name__ == "__main__":
    unittest.main()
