# SPDX-License-Identifier: GPL-3.0-or-later
"""data_reference.py CASE FOLDER: what the originals' Python makes of a case of data_cases.py, on one thread.

Prints {"seconds", "megabytes", "count"}: from the first file read to the last row made, without the imports; the most memory of the
process in MiB; how many tokens or rows came out, which must be as many as the engine's."""

import itertools
import json
import os
import pathlib
import resource
import sys
import time
import types
import warnings

FOLDER = pathlib.Path(sys.argv[2])
os.environ |= {
    "HF_HOME": str(FOLDER / "huggingface"),
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "RAYON_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
warnings.simplefilter("ignore")

import datasets
import pyarrow
import torch
import transformers

from data_cases import CASES, EOS, LENGTH
from data_inputs import notes_reference

torch.set_num_threads(1)
transformers.utils.logging.set_verbosity_error()


class Tokenizer(transformers.PreTrainedTokenizerFast):
    def apply_chat_template(self, conversation, return_dict=False, **options):
        """As trl 0.19.1 expects it: a list unless it asks for more."""
        return super().apply_chat_template(conversation, return_dict=return_dict, **options)


def tokenizer():
    return Tokenizer.from_pretrained(FOLDER / "tokenizer")


def load(name):
    """What datasets cannot unpack here is unpacked for it."""
    path = FOLDER / name
    if path.suffix == ".zst":
        plain = FOLDER / "huggingface" / path.stem
        plain.parent.mkdir(exist_ok=True)
        with pyarrow.input_stream(str(path), compression="zstd") as packed:
            plain.write_bytes(packed.read())
        path = plain
    kind = {".txt": "text", ".csv": "csv", ".json": "json", ".jsonl": "json", ".parquet": "parquet"}[path.suffixes[0]]
    options = {"keep_linebreaks": True} if kind == "text" else {}
    return datasets.load_dataset(kind, data_files={"train": str(path)}, split="train", **options)


def tokens_in(dataset):
    return sum(
        len(ids)
        for part in dataset.with_format("arrow").iter(10_000)
        for ids in [part["input_ids"].combine_chunks().flatten()]
    )


def texts(case):
    """run_clm."""
    encode, data = tokenizer(), load(case.files[0])
    rows = data.map(lambda examples: encode(examples["text"]), batched=True, remove_columns=data.column_names)

    def group_texts(examples):
        together = {key: list(itertools.chain(*examples[key])) for key in examples}
        total = len(together["input_ids"]) // LENGTH * LENGTH
        made = {key: [ids[i : i + LENGTH] for i in range(0, total, LENGTH)] for key, ids in together.items()}
        made["labels"] = made["input_ids"].copy()
        return made

    return tokens_in(rows.map(group_texts, batched=True))


def python_alpaca(record):
    prompt = f"### Instruction:\n{record['instruction'].strip()}\n\n"
    if record["input"].strip():
        prompt += f"### Input:\n{record['input'].strip()}\n\n"
    return {"prompt": (prompt + "### Response:\n").rstrip() + "\n", "completion": record["output"].strip()}


def chat(question, answer):
    return {
        "messages": [
            {"role": "system", "content": ""},
            {"role": "user", "content": question},
            {"role": "assistant", "content": answer},
        ]
    }


def python_alpaca_chat(record):
    given = record.get("input", "").strip()
    return chat(record["instruction"].strip() + (f"\n\nInput:\n{given}" if given else ""), record["output"].strip())


def social_chat(record):
    answers = [record["answer" + letter].strip() for letter in "ABC"]
    choices = "".join(f"\n{letter}. {answer}" for letter, answer in zip("ABC", answers))
    return chat(
        "Read the context and answer the question by choosing the most appropriate option.\n\n"
        f"### Context:\n{record['context'].strip()}\n\n### Question:\n{record['question'].strip()}\n\n### Choices:{choices}",
        answers[int(record["label"]) - 1],
    )


def paper_chat(record):
    contexts = "\n\n".join(part.strip() for part in record["context"]["contexts"])
    return chat(
        f"### Question:\n{record['question'].strip()}\n\n### Context:\n{contexts}\n\n"
        "Please answer the question using the context and provide a final decision.",
        f"{record['long_answer'].strip()}\n\nFinal Answer: {record['final_decision'].strip()}",
    )


def trained_on(records, case, assistant_only=False):
    """SFTTrainer's own preparation."""
    from trl.trainer.sft_trainer import SFTTrainer

    packing = case.settings["instructions"].get("packing")
    arguments = types.SimpleNamespace(
        dataset_num_proc=None,
        dataset_text_field="text",
        assistant_only_loss=assistant_only,
        use_liger_kernel=False,
        max_length=LENGTH,
        packing_strategy=packing,
    )
    made = SFTTrainer._prepare_dataset(None, records, tokenizer(), arguments, packing is not None, None, "train")
    return len(made) if packing else tokens_in(made)


def format(case):
    """Python's own reader of JSON, a line a record: datasets, which the originals use, takes longer. The texts are counted behind the clock."""
    tell = {"pythonalpaca": python_alpaca, "socialiqa_chat": social_chat}[case.settings["formatter"]]
    with open(FOLDER / case.files[0], encoding="utf-8") as lines:
        told = [tell(json.loads(line)) for line in lines]
    return lambda: sum(
        len(text.encode())
        for one in told
        for text in ([message["content"] for message in one["messages"]] if "messages" in one else one.values())
    )


def prompts(case):
    records = load(case.files[0])
    return trained_on(records.map(python_alpaca, remove_columns=records.column_names), case)


def chats(case):
    return trained_on(load(case.files[0]), case, assistant_only=True)


def mix(case):
    """The originals' mixer: each file shuffled, a part or several times of it, told, all shuffled."""
    parts = []
    for name, tell, share in zip(case.files, (python_alpaca_chat, social_chat, paper_chat), (10_000, 0.5, 1.5)):
        rows = load(name).shuffle(seed=42)
        if share > 1 and isinstance(share, float):
            rows = datasets.concatenate_datasets([rows, rows.select(range(int((share - 1) * len(rows))))])
        else:
            rows = rows.select(range(share if isinstance(share, int) else int(share * len(rows))))
        told = rows.map(tell, remove_columns=rows.column_names)
        parts.append(told.filter(lambda row: row["messages"] is not None))
    return trained_on(datasets.concatenate_datasets(parts).shuffle(seed=42), case)


def timelines(case):
    """tune_model.py: passes, a shuffle buffer, Poisson padding, windows. Writing them, which the engine does, is left out."""
    loaded = load(case.files[0]).select_columns(["tokens"]).rename_column("tokens", "input_ids").with_format("torch")
    passes = datasets.IterableDataset.from_generator(
        lambda: itertools.chain.from_iterable(iter(loaded) for _ in range(2))
    )
    generator, rest, count = torch.Generator().manual_seed(42), torch.empty(0, dtype=torch.int64), 0
    for example in passes.shuffle(seed=42, buffer_size=1024):
        padding = torch.full((int(torch.poisson(torch.tensor(7.0), generator=generator)),), 2, dtype=torch.int64)
        rest = torch.cat((rest, example["input_ids"], padding))
        while rest.numel() >= LENGTH:
            rest, count = rest[LENGTH:], count + LENGTH
    return count


def split(case):
    """As the engine's steps do: from the table that the step before made."""
    import pandas

    return pandas.read_csv(FOLDER / "split/train.csv", dtype=str).text


def vocabulary(case):
    return notes_reference.vocabulary(split(case), 5000).get_vocab_size()


def sentences(case):
    import pandas

    punkt, count = notes_reference.learned_punkt(split(case)), 0
    for part in ("train", "validation", "test"):
        found = notes_reference.sentences(pandas.read_csv(FOLDER / f"split/{part}.csv", dtype=str).text, punkt)
        pandas.DataFrame({"text": found}).to_csv(FOLDER / "huggingface" / f"{part}.csv", index=False)
        count += len(found)
    return count


def notes(case):
    parts = notes_reference.split(notes_reference.columns(FOLDER / "notes.csv", ["text"]), 0.949, 0.05, 42)
    learned = FOLDER / "huggingface/vocabulary"
    learned.mkdir(exist_ok=True)
    notes_reference.vocabulary(parts["train"].text, 5000).save_model(str(learned))
    punkt, count = notes_reference.learned_punkt(parts["train"].text), 0
    for rows in parts.values():
        ids = notes_reference.tokens(notes_reference.sentences(rows.text, punkt), learned, 128)
        count += len(notes_reference.groups(ids, 128))
    return count


def main():
    case = CASES[int(sys.argv[1])]
    if case.kind in ("prompts", "chats", "mix"):
        import trl.trainer.sft_trainer  # noqa: F401 - not measured
    (FOLDER / "huggingface").mkdir(exist_ok=True)
    assert EOS in tokenizer().get_vocab()
    begin = time.perf_counter()
    count = globals()[case.kind](case)
    seconds = time.perf_counter() - begin
    count = count() if callable(count) else count
    print(
        json.dumps(
            {"seconds": seconds, "mebibytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "count": count}
        )
    )


if __name__ == "__main__":
    main()
