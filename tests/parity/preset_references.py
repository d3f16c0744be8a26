# SPDX-License-Identifier: GPL-3.0-or-later
"""The trainings of the presets as their originals have them in Python: rows made by datasets, transformers and trl of the files that
the sample's document names, and the metrics that the originals compute. Nothing here comes from the engine but the vocabulary of
nyutron-pretrain: the library that trains it decides otherwise in each of its runs where pairs are seen equally often.

A reference is a `Reference` for each preset's name; `REFERENCES` has them all.

One file because it is a table: one reference a preset.
"""

import dataclasses
import functools
import pathlib
import sys
import types
import typing
import warnings

import language_rows_test as language_rows  # first: it sets where libraries keep their files

# isort: split
import datasets
import numpy
import pyarrow.parquet
import seqeval.metrics
import torch
import transformers
from sklearn import metrics

TESTS = pathlib.Path(__file__).parents[1]
for folder in ("engine/train", "engine/data/timelines"):
    sys.path.insert(0, str(TESTS / folder))

import notes_reference
from engine_order import KEY_OF_EVALUATION, hidden, row_key
from timelines_parity import packed_reference, padding_to_left

PAD_OF_TIMELINES = 2


@dataclasses.dataclass
class Rows:
    """What Trainer takes: datasets whose items are dictionaries, and how items become a batch."""

    train: object
    validation: object
    collate: typing.Callable
    metrics: typing.Callable | None = None  # in the place of the reference's, where they need the rows' labels


@dataclasses.dataclass
class Reference:
    model: type  # of transformers
    rows: typing.Callable  # (document, sample's folder, folder with the run's tokenizer) -> Rows
    scores: typing.Callable  # logits, labels -> what Trainer keeps of them while it evaluates
    metrics: typing.Callable  # (scores, labels) -> {name: value}
    no_dropout: tuple = ()  # keys of config.json that the sample's model drops by
    undecided: typing.Callable | None = None  # (scores, labels) -> by how much more metrics may differ, {name: value}
    of_predictions: typing.Callable | None = None  # metrics of the probabilities that the engine predicts


# ---------------------------------------------------------------- language modelling


def with_labels(ids):
    """run_clm's labels, but for the first, which no position predicts: Trainer would count it as one that is to be found."""
    ids = torch.as_tensor(ids)
    labels = ids.clone()
    labels[..., 0] = -100
    return {"input_ids": ids, "labels": labels}


def blocks_collate(items):
    assert len({len(item["input_ids"]) for item in items}) == 1, "a short row among them"
    return with_labels([item["input_ids"] for item in items])


def load(path, split, **options):
    kind = {".txt": "text", ".csv": "csv", ".json": "json", ".jsonl": "json", ".parquet": "parquet"}[path.suffix]
    return datasets.load_dataset(kind, data_files={"train": str(path)}, split=split, **options)


def splits(document, folder, **options):
    """Of the file, or of the two: as run_clm, the first share of the training file where there is no other."""
    data = document["data"]
    (train,) = data["train"]
    if data.get("validation"):
        return [load(folder / path, "train", **options) for path in (train, *data["validation"])]
    percent = round(100 * data["validation_split_ratio"])
    return [load(folder / train, part, **options) for part in (f"train[{percent}%:]", f"train[:{percent}%]")]


def grouped(document, folder, encode, **options):
    data = document["data"]
    return [
        language_rows.grouped(
            language_rows.tokenized(split, encode),
            data["texts_per_group"],
            data["keep_short_groups"],
            data["sequence_length"],
        )
        for split in splits(document, folder, **options)
    ]


def run_clm_rows(document, folder, _):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / document["model"]["pretrained"])
    options = {"keep_linebreaks": True} if document["data"]["train"][0].endswith(".txt") else {}
    train, validation = (
        datasets.Dataset.from_dict({"input_ids": ids}) for ids in grouped(document, folder, tokenizer, **options)
    )
    return Rows(train, validation, blocks_collate)


def timeline_rows(document, folder, _):
    """tune_model.py, packed: passes, shuffle buffer, Poisson padding, windows; the validation in its order, once."""
    settings, window = document["timelines"], document["data"]["sequence_length"]
    made = []
    for (path,), repeats, buffer in (
        (document["data"]["train"], settings["repeats"], settings["shuffle_buffer"]),
        (document["data"]["validation"], 1, 0),
    ):
        timelines = pyarrow.parquet.read_table(folder / path)["tokens"].to_pylist()
        seed = document["seed"]
        made.append(
            datasets.Dataset.from_dict(
                {
                    "input_ids": packed_reference(
                        timelines, repeats, buffer, seed, window, settings["padding_rate"], seed
                    )
                }
            )
        )
    return Rows(*made, blocks_collate)


def of_targets(logits, labels):
    return logits.argmax(-1)


def causal_metrics(predictions, labels):
    """run_clm's accuracy: each position tells the next token."""
    predictions, labels = predictions[:, :-1], labels[:, 1:]
    return {"accuracy": (predictions == labels)[labels != -100].mean()}


# ---------------------------------------------------------------- hidden tokens


class HiddenRows(torch.utils.data.Dataset):
    """Blocks of which the engine's tokens are hidden: an index beyond the number of blocks is one of a later epoch. DataCollatorForLanguageModeling
    draws in the order of batches instead, which no other program can repeat; the shares are the same."""

    def __init__(self, blocks, tokenizer, seed):
        self.blocks = [numpy.array(block) for block in blocks]
        self.seed = seed
        self.kept = {tokenizer.pad_token_id, tokenizer.cls_token_id, tokenizer.sep_token_id}
        self.mask, self.vocabulary = tokenizer.mask_token_id, len(tokenizer)

    def __len__(self):
        return len(self.blocks)

    def __getitem__(self, index):
        epoch, example = divmod(index, len(self.blocks))
        key = row_key(self.seed, epoch, example) if self.seed is not None else row_key(*KEY_OF_EVALUATION, example)
        ids, labels = hidden(self.blocks[example], key, self.kept, self.mask, self.vocabulary)
        return {"input_ids": torch.from_numpy(ids), "labels": torch.from_numpy(labels)}


def notes_of(document, folder, *columns):
    """The rows of the raw notes that are learned from, and those held out."""
    data = document["data"]
    held_out, tested = data["validation_split_ratio"], data["test_split_ratio"]
    notes = notes_reference.columns(folder / data["train"][0], list(columns))
    parts = notes_reference.split(notes, 1 - held_out - tested, held_out, data["split_seed"])
    return parts["train"], parts["validation"]


def note_rows(document, folder, trained):
    """1_make_pretrain_dataset.py: notes, sentences, tokens, groups; those that are not whole are of a last group."""
    length = document["data"]["sequence_length"]
    tokenizer = transformers.BertTokenizer.from_pretrained(trained)
    learned, held_out = (list(part["text"]) for part in notes_of(document, folder, "text"))
    parameters = notes_reference.learned_punkt(learned)
    made = [
        notes_reference.groups(
            notes_reference.tokens(notes_reference.sentences(texts, parameters), trained, length),
            length,
            document["data"]["texts_per_group"],
        )
        for texts in (learned, held_out)
    ]
    return Rows(
        HiddenRows(made[0], tokenizer, document["seed"]),
        HiddenRows(made[1], tokenizer, None),
        transformers.default_data_collator,
    )


def masked_metrics(predictions, labels):
    return {"accuracy": (predictions == labels)[labels != -100].mean()}


# ---------------------------------------------------------------- instructions


def python_alpaca(record):
    """The formatter of sft_train.py."""
    prompt = f"### Instruction:\n{record['instruction'].strip()}\n\n"
    if record["input"].strip():
        prompt += f"### Input:\n{record['input'].strip()}\n\n"
    return {"prompt": (prompt + "### Response:\n").rstrip() + "\n", "completion": record["output"].strip()}


def instruction_rows(document, folder, _):
    """SFTTrainer's own preparation and collator, with completions alone learned. Rows are padded and masked, where the original flattens a batch
    for flash attention: each row sees itself alone in both."""
    from trl.trainer.sft_trainer import DataCollatorForLanguageModeling, SFTTrainer

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / document["model"]["pretrained"])
    tokenizer.eos_token = document["instructions"]["eos_token"]
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    arguments = types.SimpleNamespace(
        dataset_num_proc=None,
        dataset_text_field="text",
        assistant_only_loss=False,
        use_liger_kernel=False,
        max_length=document["data"]["sequence_length"],
        packing_strategy="ffd",
    )
    made = []
    for split in splits(document, folder):
        records = split.map(python_alpaca, remove_columns=split.column_names)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of prompts whose tokens are others beside their completion
            made.append(SFTTrainer._prepare_dataset(None, records, tokenizer, arguments, False, None, "train"))
    collate = DataCollatorForLanguageModeling(pad_token_id=tokenizer.pad_token_id, completion_only_loss=True)
    return Rows(*made, collate)


# ---------------------------------------------------------------- classification


def outcome_rows(document, folder, _):
    """fine_tune_model.py: the column `padded` with its padding moved to the left, which is seen. The original's shuffle of rows before it trains
    is left out: their order in an epoch is the engine's."""
    made = []
    for split in splits(document, folder):
        ids = [padding_to_left(torch.tensor(row), PAD_OF_TIMELINES).tolist() for row in split["padded"]]
        made.append(
            datasets.Dataset.from_dict(
                {"input_ids": ids, "labels": [int(label) for label in split[document["timelines"]["outcome"]]]}
            )
        )
    return Rows(*made, transformers.default_data_collator)


def labelled_note_rows(document, folder, _):
    """4_finetune.py: BertTokenizer, cut, padded to the longest of a batch."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / document["model"]["pretrained"])
    length, label = document["data"]["sequence_length"], document["data"]["label_column"]
    made = [
        datasets.Dataset.from_dict(
            {
                **tokenizer(list(part["text"]), truncation=True, max_length=length),
                "labels": [int(one) for one in part[label]],
            }
        )
        for part in notes_of(document, folder, "text", label)
    ]
    return Rows(*made, transformers.DataCollatorWithPadding(tokenizer))


def probabilities(logits, labels):
    return logits.float().softmax(-1)


def binary_metrics(scores, labels):
    found = scores.argmax(-1)
    return {
        "accuracy": metrics.accuracy_score(labels, found),
        "precision": metrics.precision_score(labels, found, zero_division=0),
        "recall": metrics.recall_score(labels, found),
        "f1": metrics.f1_score(labels, found),
        "roc_auc": metrics.roc_auc_score(labels, scores[:, 1]),
    }


def near_ties(scores, apart):
    """How many rows' two best classes are nearer than `apart`."""
    best = numpy.sort(scores, axis=-1)
    return (best[..., -1] - best[..., -2] < apart).sum()


def undecided(scores, labels, apart=1e-4):
    """By how much metrics of two trainings may differ besides, whose probabilities differ in the last digits: the share of pairs whose order, and
    of rows whose side, is nearer than that."""
    yes, no = scores[labels == 1, 1], scores[labels == 0, 1]
    rows = near_ties(scores, apart) / max(1, min(len(yes), (scores.argmax(-1) == 1).sum()))
    return {
        "roc_auc": (numpy.abs(yes[:, None] - no[None]) < apart).mean(),
        "accuracy": rows,
        "precision": rows,
        "recall": rows,
        "f1": rows,
    }


def class_metrics(scores, labels):
    """Of more than two classes: each class counts the same."""
    found = scores.argmax(-1)
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(labels, found, average="macro", zero_division=0)
    shares = scores.astype(float) / scores.astype(float).sum(
        -1, keepdims=True
    )  # scikit-learn looks at their sum more closely than fp32 is
    areas = {kind: metrics.roc_auc_score(labels, shares, multi_class=kind) for kind in ("ovr", "ovo")}
    return {
        "accuracy": metrics.accuracy_score(labels, found),
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "roc_auc": areas["ovr"],
        "roc_auc_ovo": areas["ovo"],
    }


def undecided_classes(scores, labels, apart=1e-4):
    """As `undecided`; of areas the pairs of the class where most of them are near."""
    classes = range(scores.shape[-1])
    found = scores.argmax(-1)
    fewest = min(
        (count for number in classes for count in ((labels == number).sum(), (found == number).sum()) if count),
        default=1,
    )
    rows = near_ties(scores, apart) / fewest
    pairs = max(
        (numpy.abs(scores[labels == one, one][:, None] - scores[labels != one, one][None]) < apart).mean()
        for one in classes
        if (labels == one).any()
    )
    return dict.fromkeys(("accuracy", "precision", "recall", "f1"), rows) | {"roc_auc": pairs, "roc_auc_ovo": pairs}


# ---------------------------------------------------------------- words


def tagged(path):
    """Sentences of a word a line, its label behind it."""
    found, words, tags = [], [], []
    for line in [*path.read_text().splitlines(), ""]:
        if line.strip():
            word, *_, tag = line.split()
            words.append(word)
            tags.append(tag)
        elif words:
            found.append((words, tags))
            words, tags = [], []
    return found


def word_rows(document, folder, trained):
    """6_finetune_i2b2.py: the first token of a word has its label, the others none; labels in the order of their names."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / document["model"]["pretrained"])
    sentences = [tagged(folder / path) for (path,) in (document["data"]["train"], document["data"]["validation"])]
    names = sorted({tag for part in sentences for _, tags in part for tag in tags})
    of_engine = transformers.AutoConfig.from_pretrained(trained).label2id
    assert of_engine == {name: number for number, name in enumerate(names)}, (of_engine, names)
    made = []
    for part in sentences:
        rows = tokenizer(
            [words for words, _ in part],
            truncation=True,
            max_length=document["data"]["sequence_length"],
            is_split_into_words=True,
        )
        labels = []
        for row, (_, tags) in enumerate(part):
            words = rows.word_ids(row)
            labels.append(
                [
                    -100 if word is None or word == before else names.index(tags[word])
                    for before, word in zip([None, *words], words)
                ]
            )
        made.append(datasets.Dataset.from_dict({**rows, "labels": labels}))
    return Rows(
        *made, transformers.DataCollatorForTokenClassification(tokenizer), functools.partial(entity_metrics, names)
    )


def entity_metrics(names, scores, labels):
    """seqeval's, of whole entities."""

    def named(numbers):
        return [
            [names[number] for number, label in zip(row, known) if label != -100] for row, known in zip(numbers, labels)
        ]

    wanted, found = named(labels), named(scores.argmax(-1))
    assert any(tag != "O" for row in found for tag in row), "no entity is found, which shows nothing"
    return {
        "accuracy": seqeval.metrics.accuracy_score(wanted, found),
        "precision": seqeval.metrics.precision_score(wanted, found, zero_division=0),
        "recall": seqeval.metrics.recall_score(wanted, found, zero_division=0),
        "f1": seqeval.metrics.f1_score(wanted, found, zero_division=0),
    }


def undecided_words(scores, labels, apart=1e-4):
    """Each undecided word may make or break two entities."""
    seen = labels != -100
    rows = 2 * near_ties(scores[seen], apart) / max(1, seen.sum() // 10)
    return dict.fromkeys(("accuracy", "precision", "recall", "f1"), rows)


GPT2 = ("resid_pdrop", "embd_pdrop", "attn_pdrop")
BERT = ("hidden_dropout_prob", "attention_probs_dropout_prob")
CAUSAL, CLASSIFIER, TAGGER = (
    transformers.AutoModelForCausalLM,
    transformers.AutoModelForSequenceClassification,
    transformers.AutoModelForTokenClassification,
)
BINARY = {"undecided": undecided, "of_predictions": binary_metrics}
REFERENCES = {
    "fms-ehrs-finetune": Reference(CLASSIFIER, outcome_rows, probabilities, binary_metrics, **BINARY),
    "fms-ehrs-pretrain": Reference(CAUSAL, timeline_rows, of_targets, causal_metrics),
    "leonardo-sft": Reference(CAUSAL, instruction_rows, of_targets, causal_metrics),
    "leonardo-sft-multinode": Reference(CAUSAL, instruction_rows, of_targets, causal_metrics),
    "leonardo-sft-lora": Reference(CAUSAL, instruction_rows, of_targets, causal_metrics),
    **{
        f"nyutron-finetune-{label}": Reference(
            CLASSIFIER, labelled_note_rows, probabilities, binary_metrics, BERT, **BINARY
        )
        for label in ("readmission", "mortality", "denial")
    },
    **{
        f"nyutron-finetune-{label}": Reference(
            CLASSIFIER, labelled_note_rows, probabilities, class_metrics, BERT, undecided_classes, class_metrics
        )
        for label in ("length-of-stay", "comorbidity")
    },
    "nyutron-ner": Reference(TAGGER, word_rows, probabilities, None, BERT, undecided_words),
    "nyutron-pretrain": Reference(transformers.AutoModelForMaskedLM, note_rows, of_targets, masked_metrics, BERT),
    "twcc-run-clm": Reference(CAUSAL, run_clm_rows, of_targets, causal_metrics, GPT2),
    "unity-gpt2-medium": Reference(CAUSAL, run_clm_rows, of_targets, causal_metrics, GPT2),
}
