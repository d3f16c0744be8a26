# SPDX-License-Identifier: GPL-3.0-or-later
"""Each kind of preparing data beside its original's Python: the same input, one core, alternating, each in a fresh process with empty caches.

The engine's seconds are those of the whole process (where records are told only: without its start). Python's begin behind its imports.
Some 30 minutes with five pairs."""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import data_cases

HERE = pathlib.Path(__file__).parent


def run(command, environment, folder):
    """Seconds, most memory in MiB and standard output of a process on one core."""
    core = {max(os.sched_getaffinity(0))}
    with open(folder / "said", "w+") as said, open(folder / "wrong", "w+") as wrong:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [str(word) for word in command],
            env=environment,
            stdout=said,
            stderr=wrong,
            preexec_fn=lambda: os.sched_setaffinity(0, core),
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        for stream in (said, wrong):
            stream.seek(0)
        if process.returncode != 0:
            raise RuntimeError(f"{command[:3]} ended with {process.returncode}: {wrong.read()[-800:]}")
        return seconds, usage.ru_maxrss / 1024, said.read()


def rows_in(path):
    with open(path, newline="", encoding="utf-8") as file:
        return sum(1 for _ in csv.DictReader(file))


class Pair:
    def __init__(self, number, case, bin_folder, folder):
        self.number, self.case, self.folder = number, case, folder
        self.engine, self.format_speed = bin_folder / "engine", bin_folder / "format_speed"
        self.document = folder / f"{number}.yaml"

    def ours(self):
        if self.case.kind == "format":
            _, mebibytes, said = run(
                [self.format_speed, self.case.settings["formatter"], self.folder / self.case.files[0]],
                dict(os.environ),
                self.folder,
            )
            return json.loads(said) | {"mebibytes": mebibytes}
        cache, output = self.folder / "cache", self.folder / "output"
        for place in (cache, output):
            shutil.rmtree(place, ignore_errors=True)
        environment = dict(os.environ, XDG_CACHE_HOME=str(cache), OMP_NUM_THREADS="1", CUDA_VISIBLE_DEVICES="")

        def prepare(*words):
            return run([self.engine, "prepare", self.document, *words], environment, self.folder)

        if self.case.before:
            prepare("--only", self.case.before, "--output", output)
            shutil.copytree(output, self.folder / "split", dirs_exist_ok=True)
            shutil.rmtree(output)
        seconds, mebibytes, _ = prepare(*(["--only", self.case.step] if self.case.step else []), "--output", output)
        return {"seconds": seconds, "mebibytes": mebibytes, "count": self.count(output)}

    def count(self, output):
        if self.case.step == "vocabulary":
            return len((output / "vocab.txt").read_text().splitlines())
        if self.case.step == "sentences":
            return sum(rows_in(output / f"{part}.csv") for part in ("train", "validation", "test"))
        said = json.loads((output / "prepared.json").read_text())
        splits = [split["columns"] for split in said["splits"].values()]
        if self.case.kind == "notes":
            return sum(columns["row_ends"]["bytes"] // 8 for columns in splits)
        (columns,) = splits
        if self.case.settings.get("instructions", {}).get("packing"):
            return columns["pack_ends" if "pack_ends" in columns else "row_ends"]["bytes"] // 8
        tokens = columns["tokens"]["bytes"] // said["token_bytes"]
        return tokens // data_cases.LENGTH * data_cases.LENGTH if said["rows"] == "blocks" else tokens

    def theirs(self):
        shutil.rmtree(self.folder / "huggingface", ignore_errors=True)
        _, _, said = run(
            [sys.executable, HERE / "data_reference.py", self.number, self.folder], dict(os.environ), self.folder
        )
        return json.loads(said.splitlines()[-1])


def measure_case(pair, pairs, megabytes):
    ours, theirs = [], []
    for _ in range(pairs):
        ours.append(pair.ours())
        theirs.append(pair.theirs())
        # A vocabulary depends on chance there, where pairs are seen equally often.
        if ours[-1]["count"] != theirs[-1]["count"] and pair.case.kind not in ("notes", "vocabulary"):
            raise RuntimeError(
                f"{pair.case.name}: {ours[-1]['count']} tokens or rows here, {theirs[-1]['count']} there: not the same work"
            )
        print(
            f"{pair.case.name}: {ours[-1]['seconds']:.2f} and {theirs[-1]['seconds']:.2f} s",
            file=sys.stderr,
            flush=True,
        )

    def row(name, unit, better, bar, of):
        return {
            "name": f"{pair.case.name}{name}",
            "unit": unit,
            "better": better,
            "bar": bar,
            "ours": [of(one) for one in ours],
            "theirs": [of(one) for one in theirs],
        }

    return [
        row("", "MB/s", "more", 3.0, lambda one: megabytes / one["seconds"]),
        row(": peak memory", "MiB", "less", 1.0, lambda one: one["mebibytes"]),
    ]


def measure(bin_folder, folder, pairs):
    subprocess.run([sys.executable, HERE / "data_inputs.py", folder], check=True)
    rows = []
    for number, case in enumerate(data_cases.CASES):
        megabytes = sum((folder / name).stat().st_size for name in case.files) / 1e6
        rows += measure_case(Pair(number, case, bin_folder, folder), pairs, megabytes)
    return rows
