# SPDX-License-Identifier: GPL-3.0-or-later
"""What `data.py` measures: `CASES`, each with its files and what the engine's document says of it. Nothing large is imported here, since a
program that is started begins with the memory of the one that starts it."""

import dataclasses

EOS, LENGTH = "<|im_end|>", 1024


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    kind: str  # a function of data_reference.py
    files: tuple  # the input, of which megabytes are counted
    settings: dict = dataclasses.field(default_factory=dict)  # of the document beside those of the kind
    step: str = ""  # of notes: what is measured, the steps before it being done
    before: str = ""


CASES = [
    *(
        Case(f"texts of {ending}", "texts", (f"texts{ending}",))
        for ending in (".txt", ".csv", ".json", ".jsonl", ".parquet", ".txt.gz", ".jsonl.zst")
    ),
    Case("records told as prompts, no tokens", "format", ("many_alpaca.jsonl",), {"formatter": "pythonalpaca"}),
    Case("records told as chats, no tokens", "format", ("many_social.jsonl",), {"formatter": "socialiqa_chat"}),
    Case("prompts by a format", "prompts", ("alpaca.json",), {"instructions": {"formatter": "pythonalpaca"}}),
    Case(
        "prompts in packs, first fit",
        "prompts",
        ("alpaca.json",),
        {"instructions": {"formatter": "pythonalpaca", "packing": "ffd", "loss_on": "everything"}},
    ),
    Case(
        "prompts in packs, wrapped",
        "prompts",
        ("alpaca.json",),
        {"instructions": {"formatter": "pythonalpaca", "packing": "wrapped", "loss_on": "everything"}},
    ),
    Case("chats by their template", "chats", ("chats.jsonl",), {"instructions": {"loss_on": "assistant"}}),
    Case(
        "a mix of formats",
        "mix",
        ("alpaca.json", "social.jsonl", "paper.jsonl"),
        {"instructions": {"mixture": "mix.yaml", "loss_on": "everything"}},
    ),
    Case("timelines to windows", "timelines", ("timelines.parquet",)),
    Case("notes to groups of tokens", "notes", ("notes.csv",)),
    Case("a vocabulary of notes", "vocabulary", ("many_notes.csv",), step="vocabulary", before="split"),
    Case("sentences of notes", "sentences", ("notes.csv",), step="sentences", before="split"),
]
