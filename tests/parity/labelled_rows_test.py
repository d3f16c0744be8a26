# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares rows of labelled texts with those that datasets and transformers make of the same files. Run: labelled_rows_test.py LABELLED_ROWS"""

import csv
import functools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HOME = tempfile.TemporaryDirectory()
os.environ |= {"HF_HOME": HOME.name, "HF_HUB_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}

import datasets
import tokenizers
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

PROGRAM = sys.argv[1]
ROWS_OF_A_BATCH = 5
WORDS = [
    "the",
    "quick",
    "brown",
    "foxes",
    "jumped",
    "over",
    "it's",
    "U.S.",
    "naïve",
    "Übergröße",
    "東京",
    "e=mc²",
    "🙂",
    "1,234.5",
    '"quoted"',
    "semi;colon",
    "antidisestablishmentarianism",
    "[SEP]",
    "<|endoftext|>",
    "a-b",
    "tab\tbed",
    "new\nline",
    "İstanbul",
    "don't",
    "xyzzy",
]
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def text(rng, longest):
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, longest)))


def trained(tokenizer, trainer):
    rng = random.Random(2)
    tokenizer.train_from_iterator([text(rng, 20) for _ in range(300)], trainer)
    return tokenizer


def byte_level(special, **options):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, **options)
    tokenizer.decoder = decoders.ByteLevel()
    return trained(
        tokenizer,
        trainers.BpeTrainer(
            vocab_size=400,
            show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=special,
        ),
    )


def bert(lowercase):
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    trained(tokenizer, trainers.WordPieceTrainer(vocab_size=200, show_progress=False, special_tokens=special))
    tokenizer.post_processor = processors.TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer, {"pad_token": "[PAD]"}


def gpt2():
    return byte_level(["<|endoftext|>"]), {"pad_token": "<|endoftext|>"}


def roberta():
    tokenizer = byte_level(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return tokenizer, {"pad_token": "<pad>"}


def llama3():
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(tokenizers.Regex(LLAMA3), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trained(
        tokenizer,
        trainers.BpeTrainer(
            vocab_size=400,
            show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<|begin|>", "<pad>"],
        ),
    )
    template = processors.TemplateProcessing("<|begin|> $A", "<|begin|> $A <|begin|>:1 $B:1", [("<|begin|>", 0)])
    tokenizer.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=True), template])
    return tokenizer, {"pad_token": "<pad>"}


TOKENIZERS = {
    "bert": lambda: bert(True),
    "bert, cased": lambda: bert(False),
    "gpt2": gpt2,
    "roberta": roberta,
    "llama3": llama3,
    "bert, cut on the left": lambda: (bert(True)[0], {"pad_token": "[PAD]", "truncation_side": "left"}),
}


@functools.cache
def save(folder, name):
    """The file that the program reads, and the same in transformers: one for texts, one for words as run_ner.py loads it."""
    tokenizer, options = TOKENIZERS[name]()
    (folder / name).mkdir()
    file = folder / name / "tokenizer.json"
    tokenizer.save(str(file))
    if side := options.get("truncation_side"):
        (folder / name / "tokenizer_config.json").write_text(json.dumps({"truncation_side": side}))
    whole = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **options)
    if name in ("gpt2", "roberta"):
        tokenizer = Tokenizer.from_file(str(file))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    return file, whole, transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **options)


def write(path, records):
    with open(path, "w", newline="", encoding="utf-8") as stream:
        if path.suffix in (".csv", ".tsv"):
            writer = csv.writer(
                stream,
                delimiter="," if path.suffix == ".csv" else "\t",
                lineterminator=random.Random(path.name).choice(["\n", "\r\n"]),
            )
            writer.writerow(records[0])
            writer.writerows(record.values() for record in records)
        elif path.suffix == ".json":
            json.dump(records, stream, indent=1)
        else:
            stream.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def read(path):
    options = {"sep": "\t"} if path.suffix == ".tsv" else {}
    return datasets.load_dataset(
        "csv" if path.suffix in (".csv", ".tsv") else "json", data_files=str(path), split="train", **options
    )


@functools.cache
def program():
    return subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def of_engine(arguments):
    print(json.dumps([*map(str, arguments)]), file=program().stdin, flush=True)
    lines = list(iter(lambda: program().stdout.readline().strip(), ""))
    assert lines, f"the program ended with {program().wait(10)}: {arguments}"
    first, *batches = map(json.loads, lines)
    return first["labels"], batches


def expected_batch(tokenizer, rows, with_types):
    """Rows of transformers, each with its labels, padded by its collator for token classification or its pad()."""
    labels = [row.pop("labels") for row in rows]
    padded = tokenizer.pad(rows)
    length = len(padded["input_ids"][0])
    types = padded["token_type_ids"] if with_types else []
    if isinstance(labels[0], dict):
        labels = [row_labels["tokens"] + [-100] * (length - len(row_labels["tokens"])) for row_labels in labels]
    lengths = [sum(mask) for mask in padded["attention_mask"]]
    return {
        "length": length,
        "input_ids": sum(padded["input_ids"], []),
        "token_types": sum(types, []),
        "row_lengths": [] if set(lengths) == {length} else lengths,
        "labels": labels,
    }


def compare(name, tokenizer, rows, batches, with_types, per_token):
    assert len(batches) == (len(rows) + ROWS_OF_A_BATCH - 1) // ROWS_OF_A_BATCH, (name, len(batches), len(rows))
    for number, batch in enumerate(batches):
        expected = expected_batch(
            tokenizer, rows[number * ROWS_OF_A_BATCH : (number + 1) * ROWS_OF_A_BATCH], with_types
        )
        ours = batch["labels"] if per_token else batch["row_labels"]
        theirs = sum(expected.pop("labels"), [])
        assert ours == theirs, (name, number, ours, theirs)
        for key, value in expected.items():
            assert batch[key] == value, (name, number, key, batch[key], value)


def texts_case(folder, ending, tokenizer_name, kind, with_pair, length, seed):
    rng = random.Random(seed)
    label = {
        "single_label": lambda: rng.choice([0, 2, 10] if ending == ".jsonl" else ["neutral", "Bad", "good"]),
        "regression": lambda: round(rng.uniform(-5, 5), 3),
        "multi_label": lambda: rng.sample(["red", "green", "blue"], rng.randint(0, 3)),
    }[kind]
    records = [{"id": i, "premise": text(rng, 12), "label": label(), "hypothesis": text(rng, 12)} for i in range(43)]
    if ending in (".json", ".jsonl"):
        records[1]["premise"], records[2]["premise"] = "", "Infinity"
    written = records
    if kind == "multi_label" and ending in (".csv", ".tsv"):
        written = [record | {"label": ";".join(record["label"])} for record in records]
    path = folder / f"texts{ending}"
    write(path, written)
    file, tokenizer, _ = save(folder, tokenizer_name)
    data = read(path)
    assert [row["premise"] for row in data] == [record["premise"] for record in records], (
        "datasets reads what was written"
    )
    names = (
        []
        if kind == "regression"
        else sorted(
            {name for record in records for name in (record["label"] if kind == "multi_label" else [record["label"]])}
        )
    )
    rows = []
    for row, record in zip(data, records, strict=True):
        pair = [row["hypothesis"]] if with_pair else []
        # GPT-2 has none in transformers.
        encoded = dict(
            tokenizer(
                row["premise"],
                *pair,
                truncation=True,
                max_length=length,
                return_token_type_ids=tokenizer_name != "gpt2",
            )
        )
        if kind == "multi_label":
            encoded["labels"] = [float(name in record["label"]) for name in names]
        else:
            encoded["labels"] = [float(row["label"] if kind == "regression" else names.index(row["label"]))]
        rows.append(encoded)
    with_types = any(any(row.get("token_type_ids", [])) for row in rows)
    labels, batches = of_engine([file, kind, "premise", "hypothesis" if with_pair else "", "label", length, path, ""])
    assert labels == [str(name) for name in names], (labels, names)
    case = f"{tokenizer_name} {kind} {ending} pair={with_pair} {length}"
    compare(case, tokenizer, rows, batches, with_types, False)


def words_case(folder, ending, tokenizer_name, length, seed):
    rng = random.Random(seed)
    names = ["B-LOC", "I-LOC", "O"]
    words = [word for word in WORDS if not any(c.isspace() for c in word)] + (
        ["NaN", "", " both "] if ending == ".jsonl" else []
    )
    records = []
    for _ in range(23):
        count = rng.randint(1, 15)
        records.append(
            {"tokens": [rng.choice(words) for _ in range(count)], "ner_tags": [rng.choice(names) for _ in range(count)]}
        )
    records[0] = {"tokens": ["a", "b", "c"], "ner_tags": names}
    path = folder / f"words{ending}"
    if ending == ".conll":
        sentences = [
            "\n".join(f"{word} X {tag}" for word, tag in zip(record["tokens"], record["ner_tags"], strict=True))
            for record in records
        ]
        path.write_text("-DOCSTART- X O\n\n" + "\n\n".join(sentences) + "\n", encoding="utf-8")
    else:
        write(path, records)
        assert read(path)[1] == records[1]
    file, _, tokenizer = save(folder, tokenizer_name)
    rows = []
    for record in records:
        encoded = tokenizer(record["tokens"], truncation=True, max_length=length, is_split_into_words=True)
        labels, previous = [], None
        for word in encoded.word_ids():
            labels.append(-100 if word is None or word == previous else names.index(record["ner_tags"][word]))
            previous = word
        rows.append(dict(encoded) | {"labels": {"tokens": labels}})
    labels, batches = of_engine([file, "token_labels", "tokens", "", "ner_tags", length, path, path])
    assert labels == names, labels
    half = len(batches) // 2
    assert batches[:half] == batches[half:], "the same file for validation"
    compare(f"{tokenizer_name} words {ending} {length}", tokenizer, rows, batches[:half], False, True)


def main():
    count = 0
    # Each of the many small folders is synced, which takes long on a disk.
    memory = "/dev/shm"
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        folder = pathlib.Path(name)
        for tokenizer in TOKENIZERS:
            for ending in (".csv", ".tsv", ".json", ".jsonl"):
                for kind in ("single_label", "multi_label", "regression"):
                    for with_pair, length in ((False, 16), (True, 24), (True, 9), (True, 64)):
                        if tokenizer == "gpt2" and ending in (".json", ".jsonl") and not with_pair:
                            continue  # an empty text has no token there, which the engine refuses
                        count += 1
                        texts_case(folder, ending, tokenizer, kind, with_pair, length, count)
            for ending in (".json", ".jsonl", ".conll"):
                for length in (7, 64):
                    count += 1
                    words_case(folder, ending, tokenizer, length, count)
    program().stdin.close()
    assert program().wait(10) == 0
    print(f"{count} files give the rows of transformers")


if __name__ == "__main__":
    main()
