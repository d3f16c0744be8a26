# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares engine/data/instructions with trl 0.19.1, transformers and datasets: rows of tokens, mixes and packs.

    instructions_parity.py PROGRAM CHECK

One file because its checks are chosen by name and share their tokenizers and records.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import types
import warnings

import numpy as np
import pyarrow as pa
from datasets import Dataset, concatenate_datasets, disable_progress_bars
from tokenizers import processors

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "text"))
from text_reference import new_character_bpe, random_texts, train_reference

EOS = "<|im_end|>"
# ChatML; what the assistant says and its end are learned.
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message.role + '\n' }}{% if message.role == 'assistant' %}{% generation %}"
    "{{ message.content + '<|im_end|>' }}{% endgeneration %}{{ '\n' }}{% else %}{{ message.content + '<|im_end|>\n' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


class Program:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def path(self, name):
        return str(self.folder / name)

    def run(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    def write_lines(self, name, values):
        (self.folder / name).write_text("".join(json.dumps(value) + "\n" for value in values))
        return self.path(name)

    def lines(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]


def words(generator):
    some = [
        "the",
        " model",
        " answers",
        "\n",
        "  ",
        "###",
        " 42",
        "é",
        "日本",
        "\U0001f600",
        "ing",
        " <|im",
        EOS,
        "\t",
        "un",
        "believ",
        "able",
        ".",
        "'s",
    ]
    return "".join(generator.choice(some) for _ in range(generator.choice([1, 2, 5, 20, 60])))


def tokenizers():
    """Byte-level BPE alone, with a token before each text, with one behind, with trimmed offsets, and BPE over characters."""
    from transformers import PreTrainedTokenizerFast

    class Tokenizer(PreTrainedTokenizerFast):
        def apply_chat_template(self, conversation, return_dict=False, **options):
            """As trl 0.19.1 expects it: a list unless it asks for more."""
            return super().apply_chat_template(conversation, return_dict=return_dict, **options)

    generator = random.Random(1)
    texts = [words(generator) for _ in range(3000)] + random_texts(500, 2)
    for kind in ["plain", "bos", "both", "trim", "characters"]:
        backend = new_character_bpe(texts, True, True) if kind == "characters" else train_reference(texts, 700)
        backend.add_special_tokens([EOS, "<|im_start|>"])
        begin = ("<|im_start|>", backend.token_to_id("<|im_start|>"))
        end = (EOS, backend.token_to_id(EOS))
        if kind == "bos":
            backend.post_processor = processors.TemplateProcessing(single="<|im_start|> $A", special_tokens=[begin])
        if kind == "both":
            backend.post_processor = processors.TemplateProcessing(
                single=f"<|im_start|> $A {EOS}", special_tokens=[begin, end]
            )
        if kind == "trim":
            backend.post_processor = processors.ByteLevel(trim_offsets=True)
        yield kind, Tokenizer(tokenizer_object=backend, eos_token=EOS, pad_token=EOS, chat_template=TEMPLATE)


def completion_mask(tokenizer, record, ids):
    """trl 1.16's rule: the completion begins where the tokens are others than those of the prompt alone, which ends as one that is answered."""
    if isinstance(record["prompt"], str):
        prompt = tokenizer(record["prompt"])["input_ids"]
    else:
        prompt = tokenizer.apply_chat_template(record["prompt"], tools=record.get("tools"), add_generation_prompt=True)
    same = next((i for i, (one, other) in enumerate(zip(prompt, ids)) if one != other), min(len(prompt), len(ids)))
    return [0] * same + [1] * (len(ids) - same), same < len(prompt)


def trl_rows(tokenizer, records, settings):
    """The columns that SFTTrainer makes, the labels of its collator, and how many prompts do not begin their whole; masks by completion_mask()."""
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling, SFTTrainer

    arguments = types.SimpleNamespace(
        dataset_num_proc=None,
        dataset_text_field="text",
        assistant_only_loss=settings["assistant_only_loss"],
        max_length=settings["max_length"] or None,
        packing_strategy="ffd",
        use_liger_kernel=False,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = SFTTrainer._prepare_dataset(None, Dataset.from_list(records), tokenizer, arguments, False, None, "train")
        rows = [
            {key: row[key] for key in ("input_ids", "completion_mask", "assistant_masks") if key in row} for row in rows
        ]
        arguments.max_length = None
        whole = (
            SFTTrainer._prepare_dataset(None, Dataset.from_list(records), tokenizer, arguments, False, None, "train")
            if settings["max_length"]
            else rows
        )
    num_apart = 0
    for record, row, uncut in zip(records, rows, whole, strict=True):
        if "completion_mask" in row:
            mask, is_apart = completion_mask(tokenizer, record, uncut["input_ids"])
            row["completion_mask"] = mask[: len(row["input_ids"])]
            num_apart += is_apart
    collate = DataCollatorForLanguageModeling(pad_token_id=0, completion_only_loss=settings["completion_only_loss"])
    labels = [collate([row])["labels"][0].tolist() for row in rows]
    return rows, labels, num_apart


def compare_rows(program, tokenizer, records, rendered, **settings):
    tokenizer.save_pretrained(program.path("tokenizer"))
    expected, labels, num_warnings = trl_rows(tokenizer, records, settings)
    records_file = program.write_lines(
        "records.jsonl", [record | {"rendered": chats} for record, chats in zip(records, rendered, strict=True)]
    )
    program.run("rows", program.path("tokenizer"), json.dumps(settings), records_file, program.path("rows.jsonl"))
    *ours, last = program.lines("rows.jsonl")
    for record, row, label, own in zip(records, expected, labels, ours, strict=True):
        wanted = {
            "ids": row["input_ids"],
            "completion_mask": row.get("completion_mask", []),
            "assistant_mask": row.get("assistant_masks", []),
            "labels": label,
        }
        assert own == wanted, f"{record}\nexpected {wanted}\ngot      {own}"
    assert last["prompts_apart"] == num_warnings, (last, num_warnings)
    return len(records), num_warnings


def prompt_records(generator, count):
    for _ in range(count):
        yield {
            "prompt": words(generator),
            "completion": generator.choice(["", words(generator), words(generator), words(generator) + EOS, EOS]),
        }


def check_prompts(program):
    """Prompt and completion, and plain texts: 2,500 records a tokenizer, in whole and cut."""
    generator = random.Random(3)
    total = apart = 0
    for kind, tokenizer in tokenizers():
        for max_length, completion_only in [(0, True), (20, True), (20, False)]:
            records = list(prompt_records(generator, 500))
            done = compare_rows(
                program,
                tokenizer,
                records,
                [[]] * len(records),
                eos_token=EOS,
                max_length=max_length,
                assistant_only_loss=False,
                completion_only_loss=completion_only,
            )
            total, apart = total + done[0], apart + done[1]
        texts = [{"text": text} for text in random_texts(500, 4) + [words(generator) for _ in range(500)]]
        total += compare_rows(
            program,
            tokenizer,
            texts,
            [[]] * len(texts),
            eos_token=EOS,
            max_length=64,
            assistant_only_loss=False,
            completion_only_loss=False,
        )[0]
        print(f"{kind}: {total} rows equal, {apart} prompts apart from their whole")
    assert apart > 500


def rendered(tokenizer, messages, begins_answer=False):
    from transformers.utils.chat_template_utils import render_jinja_template

    texts, spans = render_jinja_template(
        [messages],
        chat_template=tokenizer.chat_template,
        return_assistant_tokens_mask=True,
        add_generation_prompt=begins_answer,
    )
    in_bytes = lambda end: len(texts[0][:end].encode())
    return {"text": texts[0], "assistant": [[in_bytes(begin), in_bytes(end)] for begin, end in spans[0]]}


def conversation(generator, num_turns):
    turns = [{"role": "system", "content": words(generator)}] if generator.random() < 0.5 else []
    for _ in range(num_turns):
        turns += [
            {"role": "user", "content": words(generator)},
            {"role": "assistant", "content": generator.choice(["", " ", "\n"]) + words(generator)},
        ]
    return turns


def check_chats(program):
    """Chats with what the assistant wrote, and prompts and completions of messages: 2,500 records of five tokenizers."""
    generator = random.Random(5)
    total = 0
    for kind, tokenizer in tokenizers():
        for max_length, assistant_only in [(0, True), (0, False), (40, False)]:
            records = [{"messages": conversation(generator, generator.randrange(1, 5))} for _ in range(200)]
            if assistant_only and kind == "trim":
                # What begins with a space begins in no token; trl refuses a chat without any mark.
                records = [
                    record
                    for record in records
                    if not next(turn for turn in record["messages"] if turn["role"] == "assistant")["content"][
                        :1
                    ].isspace()
                ]
            total += compare_rows(
                program,
                tokenizer,
                records,
                [[rendered(tokenizer, record["messages"])] for record in records],
                eos_token=EOS,
                max_length=max_length,
                assistant_only_loss=assistant_only,
                completion_only_loss=False,
            )[0]
        records = []
        for _ in range(200):
            turns = conversation(generator, 2)
            records.append({"prompt": turns[:-1], "completion": turns[-1:]})
        chats = [
            [rendered(tokenizer, record["prompt"], True), rendered(tokenizer, record["prompt"] + record["completion"])]
            for record in records
        ]
        total += compare_rows(
            program,
            tokenizer,
            records,
            chats,
            eos_token=EOS,
            max_length=60,
            assistant_only_loss=False,
            completion_only_loss=True,
        )[0]
        print(f"{kind}: {total} chats equal")
    assert total > 2500


def mixed(entries, counts, shuffle_init, shuffle_post, skipped):
    """The rows [entry, row] by the rule of the mixer, made with `datasets`."""
    parts = []
    for number, (entry, count) in enumerate(zip(entries, counts)):
        if count == 0 or "train" not in entry.get("splits", ["train"]):
            continue
        rows = Dataset.from_dict({"entry": [number] * count, "row": list(range(count))})
        rows = rows.shuffle(seed=42) if shuffle_init else rows
        if "num_samples" in entry:
            rows = rows.select(range(min(entry["num_samples"], count)))
        fraction = entry.get("fraction", 1.0)
        whole = int(fraction)
        rest = rows.select(range(int((fraction - whole) * len(rows))))
        rows = concatenate_datasets([rows] * whole + [rest]) if fraction > 1 else rest if fraction < 1 else rows
        parts.append(rows.filter(lambda row: not skipped or row["row"] % skipped != 0))
    combined = concatenate_datasets(
        [part for part in parts if len(part)] or [Dataset.from_dict({"entry": [], "row": []})]
    )
    combined = combined.shuffle(seed=42) if shuffle_post else combined
    return [[row["entry"], row["row"]] for row in combined]


def check_plans(program):
    """80 mixes: amounts, fractions above and below 1, shuffled and not, with records left out."""
    generator = random.Random(6)
    total = 0
    for _ in range(80):
        entries, counts = [], []
        for _ in range(generator.randrange(1, 5)):
            entry = {"name": "json", "map_fn": "alpaca_chat"}
            kind = generator.randrange(4)
            if kind == 0:
                entry["num_samples"] = generator.randrange(1, 400)
            if kind > 1:
                entry["fraction"] = generator.choice([0, 0.1, 0.29, 0.57, 0.9999, 1, 1.0, 1.15, 2, 2.5, 3.999])
            if generator.random() < 0.2:
                entry["splits"] = generator.choice([["validation"], ["validation", "train"]])
            entries.append(entry)
            counts.append(generator.choice([0, 1, 2, 10, 99, 100, 250, 331]))
        flags = {"shuffle_init": generator.random() < 0.7, "shuffle_post": generator.random() < 0.7}
        skipped = generator.choice([0, 0, 3, 7])
        expected = mixed(entries, counts, **flags, skipped=skipped)
        sizes = {*counts, len(expected)} - {0}
        program.write_lines(
            "permutations", [np.random.default_rng(42).permutation(size).tolist() for size in sorted(sizes)]
        )
        # JSON is YAML.
        (program.folder / "mix.yaml").write_text(json.dumps({"datasets": entries} | flags, indent=2))
        program.run(
            "plan",
            program.path("mix.yaml"),
            "train",
            ",".join(map(str, counts)),
            skipped,
            program.path("permutations"),
            program.path("plan"),
        )
        assert program.lines("plan") == expected, (entries, counts, flags)
        total += len(expected)
    print(f"80 mixes, {total} rows equal")


def tokens_of(lengths):
    """Rows whose tokens say which row and which place they are."""
    offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int32)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    places = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
    return pa.table(
        {
            "input_ids": pa.chunked_array([pa.ListArray.from_arrays(offsets, rows)]),
            "place": pa.chunked_array([pa.ListArray.from_arrays(offsets, places)]),
        }
    )


def flattened(table):
    """The packs of trl as instructions_parity writes them."""
    column = lambda name: table[name].combine_chunks()
    rows, places = (column(name).flatten().to_numpy() for name in ("input_ids", "place"))
    ends = np.cumsum(column("input_ids").value_lengths().to_numpy())
    starts = (
        np.flatnonzero(np.r_[True, (rows[1:] != rows[:-1]) | (places[1:] != places[:-1] + 1)])
        if len(rows)
        else np.array([], dtype=int)
    )
    starts = np.union1d(starts, np.r_[0, ends[:-1]]) if len(rows) else starts
    lasts = np.r_[starts[1:], len(rows)] - 1 if len(rows) else starts
    pieces = np.stack([rows[starts], places[starts], places[lasts] + 1], axis=1) if len(rows) else np.zeros((0, 3))
    restarts = (
        np.flatnonzero(column("position_ids").flatten().to_numpy() == 0)
        if "position_ids" in table.column_names
        else np.r_[0, ends[:-1]]
    )
    written, begin = [], 0
    for end in ends:
        own = pieces[(first := np.searchsorted(starts, begin)) : np.searchsorted(starts, end)]
        assert len(own) > 0, first
        documents = np.r_[restarts[np.searchsorted(restarts, begin + 1) : np.searchsorted(restarts, end)], end] - begin
        written.append(np.concatenate(([len(own), len(documents)], own.ravel(), documents)))
        begin = end
    return np.concatenate(written).astype(np.uint32) if written else np.array([], dtype=np.uint32)


def compare_packs(program, lengths, length, strategy, rows_at_once):
    """Seconds that trl and the engine took."""
    from trl.data_utils import _pack_ffd, _pack_wrapped, pack_dataset

    table = tokens_of(lengths)
    began = time.perf_counter()
    if rows_at_once == 0:
        packed = (_pack_ffd if strategy == "ffd" else _pack_wrapped)(table, length)
    else:
        packed = pack_dataset(Dataset(table), length, strategy, {"batch_size": rows_at_once}).with_format("arrow")[:]
    seconds = time.perf_counter() - began
    np.asarray(lengths, dtype=np.uint32).tofile(program.path("lengths"))
    own_seconds = float(
        program.run("pack", strategy, length, rows_at_once, program.path("lengths"), program.path("packs"))
    )
    expected, own = flattened(packed), np.fromfile(program.path("packs"), dtype=np.uint32)
    different = np.flatnonzero(expected[: len(own)] != own[: len(expected)])
    assert len(expected) == len(own) and len(different) == 0, (
        strategy,
        length,
        rows_at_once,
        lengths[:50],
        different[:5],
        expected[:40],
        own[:40],
    )
    return seconds, own_seconds


def check_packing(program):
    """100,000 rows of random lengths at once and by 1000, and many small ones where the form of the tree and ties decide."""
    generator = np.random.default_rng(7)
    for case in range(60):
        length = int(generator.integers(1, 14)) if case % 2 else int(generator.integers(1, 300))
        rows = generator.integers(
            1, max(2, int(length * generator.choice([0.3, 0.6, 1.0, 1.7]))) + 1, generator.integers(1, 120)
        )
        for strategy in ["ffd", "wrapped"]:
            compare_packs(program, rows, length, strategy, 0)
    for rows in [[5], [1] * 40, [8] * 9, [9] * 9, [100, 1], [4, 4, 4, 4, 3, 5]]:
        for strategy in ["ffd", "wrapped"]:
            compare_packs(program, rows, 8, strategy, 0)
            compare_packs(program, rows, 8, strategy, 4)
    rows = np.minimum(1 + generator.exponential(40, 100_000).astype(int), 400)
    for length in [256, 100]:
        for strategy in ["ffd", "wrapped"]:
            for rows_at_once in [0, 1000]:
                theirs, ours = compare_packs(program, rows, length, strategy, rows_at_once)
                print(
                    f"{strategy} to {length}, {rows_at_once or 'all'} at once: 100000 rows equal; trl {theirs:.3f} s, engine {ours:.4f} s"
                )
                assert strategy == "wrapped" or theirs > 3 * ours


def check_padding_free(program):
    """Batches of rows, of packs and of rows that are learned whole, as the collator flattens them: ids, labels, positions."""
    from trl.data_utils import pack_dataset
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling

    collate = DataCollatorForLanguageModeling(pad_token_id=0, padding_free=True)
    generator = np.random.default_rng(9)
    batches = 0
    for case in range(40):
        lengths = generator.integers(1, [4, 30, 200][case % 3], generator.integers(1, 60))
        rows = [{"input_ids": generator.integers(1, 70_000, length).tolist()} for length in lengths]
        if case % 4:
            for row in rows:
                before = int(generator.integers(0, len(row["input_ids"]) + 1))
                row["completion_mask"] = [0] * before + [1] * (len(row["input_ids"]) - before)
        if case % 2:
            rows = pack_dataset(Dataset.from_list(rows), 256, "ffd").to_list()
        given = [
            {
                "ids": row["input_ids"],
                "targets": row.get("completion_mask", []),
                "positions": row.get("position_ids", list(range(len(row["input_ids"])))),
            }
            for row in rows
        ]
        folder = program.folder / f"case {case}"
        folder.mkdir()
        size = int(generator.integers(1, 9))
        program.run("flat", program.write_lines("flat.jsonl", given), folder, size, program.path("flattened.jsonl"))
        ours = program.lines("flattened.jsonl")
        for begin, found in zip(range(0, len(rows), size), ours, strict=True):
            wanted = collate(rows[begin : begin + size])
            wanted = {
                "ids": wanted["input_ids"][0].tolist(),
                "labels": wanted["labels"][0].tolist(),
                "positions": wanted["position_ids"][0].tolist(),
            }
            assert found == wanted, f"case {case}, rows from {begin} on\nexpected {wanted}\ngot      {found}"
            batches += 1
    print(f"{batches} batches equal")


if __name__ == "__main__":
    disable_progress_bars()
    with tempfile.TemporaryDirectory() as scratch:
        {
            "prompts": check_prompts,
            "chats": check_chats,
            "plans": check_plans,
            "packing": check_packing,
            "padding_free": check_padding_free,
        }[sys.argv[2]](Program(sys.argv[1], scratch))
