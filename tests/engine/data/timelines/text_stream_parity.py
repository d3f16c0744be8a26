# SPDX-License-Identifier: GPL-3.0-or-later
"""engine/data/streams against datasets and transformers: texts that run_clm tokenizes and groups while it streams them. Nothing may differ."""

import csv
import gzip
import itertools
import json
import os
import random
import tempfile

HOME = tempfile.TemporaryDirectory()
os.environ |= {"HF_HOME": HOME.name, "HF_HUB_OFFLINE": "1"}

import datasets
import pyarrow
import pyarrow.parquet
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from timelines_reference import assert_equal, run_check

datasets.disable_progress_bars()
WORDS = "the quick brown foxes jumped over it's U.S. naïve 東京 🙂 1,234.5 a-b tab\tbed x".split(" ")


def random_texts(count, seed):
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.choice([0, 1, 5, 12, 40]))) for _ in range(count)]


def make_tokenizer(folder):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        random_texts(200, 1), trainers.BpeTrainer(vocab_size=400, show_progress=False, initial_alphabet=alphabet)
    )
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer)
    fast.save_pretrained(folder)
    return fast


def rows_of(stream, tokenizer, length, group, epoch=0):
    """run_clm's tokenize_function and group_texts."""

    def group_texts(examples):
        joined = list(itertools.chain(*examples["input_ids"]))
        total = len(joined) // length * length
        return {"input_ids": [joined[i : i + length] for i in range(0, total, length)]}

    tokenized = stream.map(
        lambda examples: {"input_ids": tokenizer(examples["text"])["input_ids"]},
        batched=True,
        remove_columns=list(next(iter(stream))),
    )
    grouped = tokenized.map(group_texts, batched=True, batch_size=group)
    grouped.set_epoch(epoch)
    return [row["input_ids"] for row in grouped]


def flat(rows, at_once):
    """As the program answers: of each step the number of rows, each with its length before it."""
    for first in range(0, len(rows), at_once):
        step = rows[first : first + at_once]
        yield [len(step), *itertools.chain.from_iterable([len(row), *row] for row in step)]


def compare(case, ours, epochs):
    """The rows of one epoch after another, whatever share of an epoch is said to be read."""
    place = count = 0
    for number, rows in enumerate(epochs, 1):
        for step in flat(rows, case["per_device"] * case.get("world", 1)):
            assert_equal((case, number), ours[place : place + len(step)], step)
            place += len(step) + 1
        assert ours[place - 1] == number * 1e6, (case, ours[place - 1])
        count += len(rows)
    assert place == len(ours)
    return count


def num_steps(epochs, at_once):
    return sum(-(-len(rows) // at_once) for rows in epochs)


def check_rows(engine):
    """Files of every kind, one after another, in the order of the files."""
    tokenizer = make_tokenizer(engine.path("tokenizer"))
    texts = random_texts(700, 2)
    for name, opened in (("a.txt", open), ("e.txt.gz", gzip.open)):
        with opened(engine.path(name), "wt", encoding="utf-8", newline="") as file:
            file.writelines(text + "\n" for text in texts)
    with open(engine.path("b.csv"), "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "text"], *([i, text] for i, text in enumerate(texts))])
    with open(engine.path("c.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    pyarrow.parquet.write_table(pyarrow.table({"text": texts}), engine.path("d.parquet"), row_group_size=77)
    compared = 0
    for names, kind in (
        (["a.txt", "e.txt.gz"], "text"),
        (["b.csv"], "csv"),
        (["c.jsonl"], "json"),
        (["d.parquet"], "parquet"),
    ):
        files = [engine.path(name) for name in names]
        # keep_linebreaks is an option of texts.
        options = {"keep_linebreaks": True} if kind == "text" else {}
        if kind == "csv":
            options = {"keep_default_na": False}  # an empty text is one, not a missing value
        stream = datasets.load_dataset(kind, data_files=files, split="train", streaming=True, **options)
        for group, length, most in ((1000, 64, None), (100, 32, 41), (7, 16, None)):
            rows = rows_of(stream, tokenizer, length, group)
            rows = rows[:most] if most else rows
            case = {
                "do": "texts",
                "files": files,
                "tokenizer": engine.path("tokenizer"),
                "group": group,
                "length": length,
                "per_device": 4,
                "world": 2,
                "most": most or 0,
                "steps": num_steps([rows, rows], 8),
            }
            for again_at in (-1, 3):
                compared += compare(case, engine.answer(**case, again_at=again_at), [rows, rows])
    return f"{compared} rows equal"


def check_buffers(engine):
    """IterableDataset.shuffle of the texts, in several epochs."""
    tokenizer = make_tokenizer(engine.path("tokenizer"))
    path = engine.path("texts.txt")
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.writelines(text + "\n" for text in random_texts(900, 3))
    stream = datasets.load_dataset("text", data_files=path, split="train", streaming=True, keep_linebreaks=True)
    compared = 0
    for buffer, seed in ((1, 42), (10, 0), (128, 42), (1000, 7), (5000, 2**40)):
        drawn = stream.shuffle(seed=seed, buffer_size=buffer)
        epochs = [rows_of(drawn, tokenizer, 32, 100, epoch) for epoch in range(3)]
        assert buffer == 1 or epochs[0] != epochs[1]
        case = {
            "do": "texts",
            "files": [path],
            "tokenizer": engine.path("tokenizer"),
            "group": 100,
            "length": 32,
            "buffer": buffer,
            "seed": str(seed),
            "per_device": 8,
            "steps": num_steps(epochs, 8),
        }
        for again_at in (-1, 5):
            compared += compare(case, engine.answer(**case, again_at=again_at), epochs)
    return f"{compared} rows equal"


if __name__ == "__main__":
    run_check(globals())
