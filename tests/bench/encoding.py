# SPDX-License-Identifier: GPL-3.0-or-later
"""Encoding text beside the `tokenizers` library, each on one core, each in a fresh process, the quickstart's text and vocabulary."""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
TEXT = HERE.parents[1] / "resources/presets/quickstart/corpus.txt"


def measure(bin_folder, folder, pairs):
    environment = dict(os.environ, TOKENIZERS_PARALLELISM="false", RAYON_NUM_THREADS="1")
    tokenizer = folder / "tokenizer.json"
    subprocess.run([sys.executable, HERE / "encode_reference.py", "--train", TEXT, tokenizer], check=True)
    one_core = {min(os.sched_getaffinity(0))}

    def speed(command):
        done = subprocess.run(
            [str(word) for word in command],
            check=True,
            env=environment,
            capture_output=True,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, one_core),
        )
        return json.loads(done.stdout)

    ours, theirs = [], []
    for pair in range(pairs):
        mine = speed([bin_folder / "encode_speed", tokenizer, TEXT])
        other = speed([sys.executable, HERE / "encode_reference.py", tokenizer, TEXT])
        if mine["tokens"] != other["tokens"]:
            raise RuntimeError(f"{mine['tokens']} tokens here, {other['tokens']} there: not the same work")
        ours.append(mine["megabytes_per_second"])
        theirs.append(other["megabytes_per_second"])
        print(f"encoding, pair {pair + 1} of {pairs}: {ours[-1]:.1f} and {theirs[-1]:.1f} MB/s", file=sys.stderr)
    return [
        {
            "name": "encoding text on one core",
            "unit": "MB/s",
            "better": "more",
            "bar": 3.0,
            "ours": ours,
            "theirs": theirs,
        }
    ]
