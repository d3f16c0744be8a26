# SPDX-License-Identifier: GPL-3.0-or-later
"""NYUTron's steps from raw notes to tokens by the libraries that it uses: pandas, scikit-learn, nltk, tokenizers, transformers.

As section by section of its data_utils.py: columns, split, vocabulary, sentences, tokens, groups. Run by itself it measures both:

    notes_reference.py ENGINE [NOTES]
"""

import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import pandas
from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer, PunktTrainer
from sklearn.model_selection import train_test_split
from tokenizers import BertWordPieceTokenizer
from transformers import BertTokenizer

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / folder) for folder in ("text", "text/sentences")]
from clinical_notes import sentence

SPECIAL_TOKENS = ["[SEP]", "[PAD]", "[UNK]", "[MASK]", "[CLS]"]
MISSING = ["", "NA", "null", "NaN", "None", "#N/A", "n/a"]


def made_up_table(count, seed=5):
    """Notes with an index, a label and a column that nobody needs; some values are missing."""
    generator = random.Random(seed)
    letters = "abcdefghijklmnoprstuvw"
    rare = [
        "".join(generator.choices(letters, k=generator.randrange(3, 10))) for _ in range(4000)
    ]  # few pairs as often as others
    rows = []
    for number in range(count):
        words = " ".join(rare[int(4000 * generator.random() ** 3)] for _ in range(20))
        note = " ".join(sentence(generator) for _ in range(generator.randrange(1, 30))) + f" Also {words}."
        other = generator.choice(MISSING) if generator.random() < 0.05 else f"ward {generator.randrange(9)}"
        if generator.random() < 0.02:
            note = generator.choice(MISSING)
        rows.append((number, note, other, generator.choice(["0", "1", "2", "3"])))
    table = pandas.DataFrame(rows, columns=["", "text", "ward", "los"]).set_index("")
    return table


def columns(path, wanted):
    """1.2, what DfSubsetModule keeps. Labels are read as text, so that 1 does not become 1.0."""
    return pandas.read_csv(path, index_col=0, dtype=str).dropna()[wanted]


def split(rows, train_ratio, validation_ratio, seed):
    """1.3, TrainValTestSplitModule."""
    test_ratio = 1 - train_ratio - validation_ratio
    train, others = train_test_split(rows, train_size=train_ratio, random_state=seed)
    validation, test = train_test_split(
        others, train_size=validation_ratio / (validation_ratio + test_ratio), random_state=seed
    )
    return {"train": train, "validation": validation, "test": test}


def vocabulary(texts, size):
    """1.4, TrainWordPieceTokenizerModule: a text a line."""
    tokenizer = BertWordPieceTokenizer()
    tokenizer.train_from_iterator(
        texts, vocab_size=size, min_frequency=2, special_tokens=SPECIAL_TOKENS, show_progress=False
    )
    return tokenizer


def learned_punkt(texts):
    trainer = PunktTrainer()
    trainer.train("\n\n".join(texts), finalize=False)
    return trainer.get_params()


def read_punkt(path):
    parameters, document = PunktParameters(), json.loads(pathlib.Path(path).read_text())
    parameters.abbrev_types = set(document["abbreviations"])
    parameters.collocations = {tuple(pair) for pair in document["collocations"]}
    parameters.sent_starters = set(document["sentence_starters"])
    parameters.ortho_context.update(document["orthographic_context"])
    return parameters


def sentences(texts, parameters):
    """1.5, SplitSentenceModule."""
    splitter = PunktSentenceTokenizer(parameters)
    return [found for text in texts for found in splitter.tokenize(text) if found]


def tokens(texts, folder, length):
    """1.6, PretokenizerModule."""
    tokenizer = BertTokenizer.from_pretrained(folder)
    return tokenizer(list(texts), truncation=True, max_length=length, padding=False).input_ids


def groups(rows, length, texts_per_group=1000):
    """1.7, GroupTextModule: what is left is dropped only where there is a whole piece."""
    pieces = []
    for first in range(0, len(rows), texts_per_group):
        ids = list(itertools.chain(*rows[first : first + texts_per_group]))
        total = len(ids) // length * length if len(ids) >= length else len(ids)
        pieces += [ids[at : at + length] for at in range(0, total, length)]
    return pieces


DOCUMENT = """format: 1
name: notes
model: {kind: bert, overrides: {vocab_size: SIZE, num_hidden_layers: 2, num_attention_heads: 2, hidden_size: 64, intermediate_size: 128, max_position_embeddings: 512, pad_token_id: 1}}
task: {kind: masked_language_modeling}
data:
  kind: text
  train: [notes.csv]
  drop_incomplete_rows: true
  split_seed: 42
  validation_split_ratio: 0.05
  test_split_ratio: 0.001
  sentences: punkt
  sequence_length: LENGTH
  texts_per_group: 1000
  keep_short_groups: true
tokenizer: {special_tokens: ["[SEP]", "[PAD]", "[UNK]", "[MASK]", "[CLS]"], min_frequency: 2}
"""


def document(size, length):
    return DOCUMENT.replace("SIZE", str(size)).replace("LENGTH", str(length))


def measured(engine, count):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made_up_table(count).to_csv(folder / "notes.csv")
        (folder / "notes.yaml").write_text(document(5000, 128))
        megabytes = (folder / "notes.csv").stat().st_size / 1e6
        start = time.time()
        subprocess.run(
            [engine, "prepare", folder / "notes.yaml"],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_CACHE_HOME": name},
        )
        ours = time.time() - start
        start, times = time.time(), {}
        moments = [start]

        def passed(step):
            moments.append(time.time())
            times[step] = round(moments[-1] - moments[-2], 1)

        parts = split(columns(folder / "notes.csv", ["text"]), 0.949, 0.05, 42)
        passed("columns and split")
        vocabulary(parts["train"].text, 5000).save_model(name)
        passed("vocabulary")
        punkt = learned_punkt(parts["train"].text)
        passed("learning sentences")
        found = {part: sentences(rows.text, punkt) for part, rows in parts.items()}
        passed("sentences")
        ids = {part: tokens(rows, name, 128) for part, rows in found.items()}
        passed("tokens")
        for rows in ids.values():
            groups(rows, 128)
        passed("groups")
        theirs = time.time() - start
        print(
            f"{megabytes:.1f} MB of notes: engine {ours:.1f} s, Python {theirs:.1f} s ({theirs / ours:.1f} times), of it {times}"
        )


if __name__ == "__main__":
    measured(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20000)
