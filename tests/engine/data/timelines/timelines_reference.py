# SPDX-License-Identifier: GPL-3.0-or-later
"""What the comparisons of timelines and Parquet files share: the program under test, and data.

Each script is called SCRIPT PROGRAM CHECK: PROGRAM is timelines_parity (its source says how it answers), CHECK names one of its functions.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

INT64 = pa.int64()


class Refused(Exception):
    """What the engine said instead of an answer."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Engine:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def answers(self, cases):
        """To each case numbers (numpy), a text, or a Refused."""
        with open(self.path("cases"), "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(case) + "\n" for case in cases)
        ended = subprocess.run([self.program, self.path("cases"), self.path("answers")], stderr=subprocess.PIPE)
        assert ended.returncode == 0, f"exit code {ended.returncode}: {ended.stderr.decode(errors='replace')[-2000:]}"
        with open(self.path("answers"), "rb") as stream:
            content = stream.read()
        found, place = [], 0
        while place < len(content):
            kind, count = struct.unpack_from("<qq", content, place)
            place += 16
            size = count * (8 if kind == 0 else 1)
            part = content[place : place + size]
            place += size
            text = part.decode("utf-8") if kind else ""
            found.append(
                np.frombuffer(part, dtype=np.int64)
                if kind == 0
                else text
                if kind == 1
                else Refused(*text.split("\n", 1))
            )
        assert len(found) == len(cases), (len(found), len(cases))
        return found

    def answer(self, **case):
        return self.answers([case])[0]

    def refusal(self, code, **case):
        """The sentence of an answer that must be this error."""
        found = self.answer(**case)
        assert isinstance(found, Refused) and found.code == code, (case, code, getattr(found, "code", found))
        sentence = str(found)
        assert "\n" not in sentence and "{" not in sentence, sentence
        return sentence


def random_timelines(rows, vocab_size, mean_length, seed, pad=2):
    """Lists of ids without PAD, also an empty one and very long ones where there is room."""
    rng = np.random.default_rng(seed)
    lengths = rng.geometric(1 / mean_length, size=rows)
    lengths[rng.random(rows) < 0.02] *= 9
    if rows > 3:
        lengths[3] = 0
    ids = [i for i in range(vocab_size) if i != pad]
    return [rng.choice(ids, size=length).tolist() for length in lengths]


def padded(timeline, length, pad=2, trunc=3):
    if len(timeline) > length:
        return timeline[: length - 1] + [trunc]
    return timeline + [pad] * (length - len(timeline))


def write_timelines(path, timelines, kind=INT64, padded_length=64, list_of=pa.list_, **options):
    columns = {
        "hospitalization_id": pa.array([str(i) for i in range(len(timelines))]),
        "tokens": pa.array(timelines, type=list_of(kind)),
        "padded": pa.array([padded(row, padded_length) for row in timelines], type=pa.list_(kind, padded_length)),
        "seq_len": pa.array([len(row) for row in timelines], type=pa.uint32()),
    }
    pq.write_table(pa.table(columns | options.pop("more", {})), path, **options)


def assert_equal(case, ours, reference):
    if isinstance(ours, Exception):
        raise AssertionError((case, ours.code, str(ours)))
    reference = np.asarray(reference, dtype=np.int64).reshape(-1)
    if ours.shape != reference.shape or not np.array_equal(ours, reference):
        shared = min(len(ours), len(reference))
        first = (
            int(np.argmax(ours[:shared] != reference[:shared]))
            if (ours[:shared] != reference[:shared]).any()
            else shared
        )
        raise AssertionError(
            f"{case}: {len(ours)} numbers for {len(reference)}; the first other is {first}: "
            f"{ours[first : first + 8]} for {reference[first : first + 8]}"
        )


def run_check(checks):
    """The check that the command line names, of the names of a script."""
    program, name = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        said = checks["check_" + name](Engine(program, folder))
    print(f"{name}: {said or 'equal'}")
