# SPDX-License-Identifier: GPL-3.0-or-later
"""data_inputs.py FOLDER: files of texts, records, timelines and notes, seeded, and the document that the engine is given for each case."""

import csv
import gzip
import json
import pathlib
import random
import subprocess
import sys

import pyarrow
import pyarrow.parquet

HERE = pathlib.Path(__file__).parent
TESTS = HERE.parent
for place in ("engine/data/timelines", "engine/train"):
    sys.path.insert(0, str(TESTS / place))

import notes_reference
from data_cases import CASES, EOS, LENGTH
from timelines_reference import random_timelines, write_timelines

TEXT = TESTS.parent / "resources/presets/quickstart/corpus.txt"
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message.role + '\n' }}{% if message.role == 'assistant' %}{% generation %}"
    "{{ message.content + '<|im_end|>' }}{% endgeneration %}{{ '\n' }}{% else %}{{ message.content + '<|im_end|>\n' }}{% endif %}{% endfor %}"
)
RECORDS, NOTES, MANY_NOTES = 20_000, 3000, 20_000


def documents(case):
    """The experiment of a case, relative to the folder of its files."""
    if case.kind in ("notes", "vocabulary", "sentences"):
        return notes_reference.document(5000, 128).replace("notes.csv", case.files[0])
    if case.kind == "format":
        return ""
    base = {"format": 1, "name": "bench", "evaluation": {"every_steps": None}}
    if case.kind == "timelines":
        return json.dumps(
            base
            | {
                "data": {"kind": "timelines", "train": list(case.files), "sequence_length": LENGTH},
                "model": {"kind": "llama", "overrides": {}},
                "timelines": {
                    "column": "tokens",
                    "repeats": 2,
                    "shuffle_buffer": 1024,
                    "padding_rate": 7.0,
                    "vocabulary": "vocab.gzip",
                },
            }
        )
    data = {"kind": "text", "train": list(case.files), "tokenizer": "tokenizer", "sequence_length": LENGTH}
    if case.kind == "texts":
        return json.dumps(
            base
            | {
                "data": data
                | {
                    "keep_linebreaks": True,
                    "texts_per_group": 1000,
                    "keep_short_groups": False,
                    "validation_split_ratio": 0.0,
                }
            }
        )
    if "mixture" in case.settings["instructions"]:
        data["train"] = []
    return json.dumps(
        base
        | {
            "task": {"kind": "instruction_tuning"},
            "data": data | {"validation_split_ratio": 0.0},
            "instructions": {"eos_token": EOS, "loss_on": "completion"} | case.settings["instructions"],
        }
    )


def write_tokenizer(folder):
    """A byte-level BPE of 8,192 tokens, with marks of a chat and the template that writes them."""
    import transformers
    from tokenizers import Tokenizer

    subprocess.run([sys.executable, HERE / "encode_reference.py", "--train", TEXT, folder / "trained.json"], check=True)
    trained = Tokenizer.from_file(str(folder / "trained.json"))
    trained.add_special_tokens([EOS, "<|im_start|>"])
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=trained, eos_token=EOS, pad_token=EOS, chat_template=TEMPLATE
    )
    fast.save_pretrained(folder / "tokenizer")


def write_texts(folder, texts):
    table = [{"id": number, "text": text} for number, text in enumerate(texts)]
    (folder / "texts.json").write_text(json.dumps(table))
    lines = "".join(json.dumps(row) + "\n" for row in table)
    (folder / "texts.jsonl").write_text(lines)
    (folder / "texts.jsonl.zst").write_bytes(pyarrow.compress(lines.encode(), codec="zstd", asbytes=True))
    with open(folder / "texts.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, ["id", "text"])
        writer.writeheader()
        writer.writerows(table)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(table), folder / "texts.parquet")


def write_records(folder, texts):
    generator = random.Random(9)

    def text(longest):
        return generator.choice(texts)[: generator.randrange(10, longest)].replace("\n", " ")

    alpaca = [
        {
            "instruction": text(300),
            "input": text(200) if generator.random() < 0.3 else "",
            "output": generator.choice(texts)[:1500],
        }
        for _ in range(RECORDS)
    ]
    (folder / "alpaca.json").write_text(json.dumps(alpaca))

    def lines(name, records):
        (folder / name).write_text("".join(json.dumps(record) + "\n" for record in records))

    lines(
        "chats.jsonl",
        [
            {
                "messages": [
                    {"role": role, "content": text(500)}
                    for role in ["system", *["user", "assistant"] * generator.randrange(1, 4)]
                ]
            }
            for _ in range(RECORDS // 2)
        ],
    )
    lines(
        "social.jsonl",
        [
            {
                "context": text(200),
                "question": text(80),
                "answerA": text(40),
                "answerB": text(40),
                "answerC": text(40),
                "label": str(generator.randrange(1, 4)),
            }
            for _ in range(RECORDS)
        ],
    )
    lines(
        "paper.jsonl",
        [
            {
                "question": text(120),
                "context": {"contexts": [text(400) for _ in range(4)]},
                "long_answer": text(400),
                "final_decision": "yes",
            }
            for _ in range(RECORDS // 4)
        ],
    )
    (folder / "many_alpaca.jsonl").write_text("".join(json.dumps(record) + "\n" for record in alpaca) * 10)
    (folder / "many_social.jsonl").write_text((folder / "social.jsonl").read_text() * 10)
    (folder / "mix.yaml").write_text(
        "datasets:\n  - {name: json, data_files: alpaca.json, map_fn: pythonalpaca_chat, num_samples: 10000}\n"
        "  - {name: json, data_files: social.jsonl, map_fn: socialiqa_chat, fraction: 0.5}\n"
        "  - {name: json, data_files: paper.jsonl, map_fn: pubmedqa_chat, fraction: 1.5}\n"
    )


def write_all_timelines(folder):
    import pickle

    words = [f"code {number}" for number in range(200)]
    words[:4] = ["TL_START", "TL_END", "PAD", "TRUNC"]
    with gzip.open(folder / "vocab.gzip", "wb") as file:
        pickle.dump(
            {
                "lookup": {word: number for number, word in enumerate(words)},
                "reverse": dict(enumerate(words)),
                "aux": {},
                "is_training": False,
            },
            file,
        )
    write_timelines(folder / "timelines.parquet", random_timelines(20_000, 200, 250, seed=8))


def make(folder):
    texts = TEXT.read_text()
    with open(folder / "texts.txt", "w") as file, gzip.open(folder / "texts.txt.gz", "wt") as packed:
        for out in (file, packed):
            out.write(texts)
    paragraphs = [part for part in texts.split("\n\n") if part.strip()]
    write_tokenizer(folder)
    write_texts(folder, paragraphs)
    write_records(folder, [part.strip() for part in paragraphs if len(part) > 40])
    write_all_timelines(folder)
    notes_reference.made_up_table(NOTES).to_csv(folder / "notes.csv")
    notes_reference.made_up_table(MANY_NOTES).to_csv(folder / "many_notes.csv")
    for number, case in enumerate(CASES):
        (folder / f"{number}.yaml").write_text(documents(case))


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]))
