# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the tokens that `engine prepare` makes of texts with those of datasets and transformers, grouped by the two rules of run_clm's
history: a group's remainder is dropped; or it is, unless the whole group is shorter than a sequence. Run: language_rows_test.py ENGINE"""

import bz2
import csv
import gzip
import itertools
import json
import lzma
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HOME = tempfile.TemporaryDirectory()
os.environ |= {
    "HF_HOME": HOME.name,
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    "XDG_CACHE_HOME": HOME.name + "/cache",
}

import datasets
import numpy
import pyarrow.parquet
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

WORDS = 'the quick brown foxes jumped over it\'s U.S. naïve 東京 🙂 1,234.5 "quoted" a-b tab\tbed x'.split(" ")
LENGTH = 32


def texts(count, seed, longest=12):
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(1, longest))) for _ in range(count)]


def write_tokenizer(folder):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        texts(300, 1),
        trainers.BpeTrainer(
            vocab_size=400,
            show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<|endoftext|>"],
        ),
    )
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|endoftext|>")
    fast.save_pretrained(folder)
    return fast


def opened(path):
    """To write text into, compressed as the name says."""
    return {".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open}.get(path.suffix, open)(path, "wt", newline="")


def write(path, values, column):
    kind = path.suffixes[0]
    if kind == ".parquet":
        columns = {column: values, "id": list(range(len(values)))}
        return pyarrow.parquet.write_table(pyarrow.table(columns), path, row_group_size=77)
    with opened(path) as file:
        if kind == ".txt":
            file.write("\n".join(values) + "\n")
        elif kind == ".csv":
            writer = csv.writer(file)
            writer.writerow(["id", column] if column != "first" else [column, "id"])
            writer.writerows([[i, value] if column != "first" else [value, i] for i, value in enumerate(values)])
        else:
            records = [{column: value, "id": i} for i, value in enumerate(values)]
            file.write("\n".join(map(json.dumps, records)) if kind == ".jsonl" else json.dumps(records))
    if path.suffix == ".zst":  # Python 3.11 has no module for it
        path.with_suffix("").write_bytes(path.read_bytes())
        path.write_bytes(pyarrow.compress(path.read_bytes(), codec="zstd", asbytes=True))


def load(path, keep_linebreaks, split):
    kind = {".txt": "text", ".csv": "csv", ".json": "json", ".jsonl": "json", ".parquet": "parquet"}[path.suffixes[0]]
    if path.suffix == ".zst":
        path = path.with_suffix("")
    options = {"keep_linebreaks": keep_linebreaks} if kind == "text" else {}
    return datasets.load_dataset(kind, data_files={"train": str(path)}, split=split, **options)


def tokenized(dataset, tokenizer):
    column = "text" if "text" in dataset.column_names else dataset.column_names[0]
    return dataset.map(lambda examples: tokenizer(examples[column]), batched=True, remove_columns=dataset.column_names)


def grouped(tokens, texts_per_group, keep_short, length=LENGTH):
    """Rows as the scripts make them: transformers 4.35's group_texts, and the one of 4.28 that keeps a short batch."""

    def group_texts(examples):
        together = list(itertools.chain(*examples["input_ids"]))
        total = len(together)
        if not keep_short or total >= length:
            total = total // length * length
        return {"input_ids": [together[i : i + length] for i in range(0, total, length)]}

    return tokens.map(group_texts, batched=True, batch_size=texts_per_group, remove_columns=tokens.column_names)[
        "input_ids"
    ]


def prepared_rows(folder, split):
    said = json.loads((folder / "prepared.json").read_text())
    columns = said["splits"][split]["columns"]
    tokens = numpy.fromfile(
        folder / columns["tokens"]["file"], dtype={2: "<u2", 4: "<u4"}[said["token_bytes"]]
    ).tolist()
    if said["rows"] == "blocks":
        return [tokens[i : i + LENGTH] for i in range(0, len(tokens) // LENGTH * LENGTH, LENGTH)]
    ends = numpy.fromfile(folder / columns["row_ends"]["file"], dtype="<i8").tolist()
    return [tokens[begin:end] for begin, end in zip([0, *ends], ends)]


def main():
    scratch = pathlib.Path(tempfile.mkdtemp(dir=HOME.name))
    tokenizer = write_tokenizer(scratch / "tokenizer")
    checked = short_rows = 0
    kinds = set()
    plain = (".txt", ".csv", ".json", ".jsonl", ".parquet")
    packed = tuple(kind + ending for kind in plain[:4] for ending in (".gz", ".zst", ".xz", ".bz2"))
    for number, (ending, column, keep) in enumerate(
        itertools.product(plain + packed, ("text", "first"), (True, False))
    ):
        is_text = ending.startswith(".txt")
        if (column == "first" and (is_text or ending in packed)) or (not is_text and not keep):
            continue
        groups = [(None, False), (1000, False), (1000, True), (70, False), (70, True), (1, False), (1, True)]
        if ending in packed or column == "first":  # what the groups are does not depend on these
            groups = [(70, False)]
        file = scratch / f"{number}{ending}"
        write(file, texts(2345 if len(groups) > 1 else 400, number), column)
        parts = {
            split: tokenized(load(file, keep, part), tokenizer)
            for split, part in (("train", "train[5%:]"), ("validation", "train[:5%]"))
        }
        for group, short in groups:
            experiment = scratch / f"{number}.yaml"
            experiment.write_text(
                json.dumps(
                    {
                        "format": 1,
                        "name": "rows",
                        "data": {
                            "kind": "text",
                            "train": [str(file)],
                            "validation_split_ratio": 0.05,
                            "tokenizer": str(scratch / "tokenizer"),
                            "sequence_length": LENGTH,
                            "keep_linebreaks": keep,
                            "texts_per_group": group,
                            "keep_short_groups": short,
                        },
                    }
                )
            )
            output = scratch / f"out{number} {group} {short}"
            subprocess.run([sys.argv[1], "prepare", experiment, "--output", output], check=True, capture_output=True)
            for split, tokens in parts.items():
                wanted = grouped(tokens, group or 10**9, short)
                found = prepared_rows(output, split)
                assert found == wanted, (
                    f"{file.name} {column} keep {keep} group {group} short {short} {split}: {len(found)} rows, {len(wanted)} wanted"
                )
                checked += len(wanted)
                kinds.add(ending)
                short_rows += sum(len(row) < LENGTH for row in wanted)
    print(f"{checked} rows of {len(kinds)} kinds of files are the same, {short_rows} of them short")
    assert kinds == {*plain, *packed}, kinds
    assert checked > 1000 and short_rows > 10


if __name__ == "__main__":
    main()
