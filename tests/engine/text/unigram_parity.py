# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares engine/text's unigram model, Metaspace and maps of characters with those of the `tokenizers` library, ids and offsets.

unigram_parity.py PROGRAM CHECK (text_reference.py)
"""

import json
import pathlib
import random
import sys
import tempfile

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "engine/text/unicode"))
from charsmaps import charsmap
from text_reference import (
    assert_same_ids,
    assert_same_offsets,
    corpus,
    marked_texts,
    new_character_bpe,
    random_texts,
    run_check,
    saved,
    split_keeping_breaks,
)

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
METASPACES = [
    pre_tokenizers.Metaspace(prepend_scheme=scheme, split=split)
    for scheme in ["always", "first", "never"]
    for split in [True, False]
]
METASPACES += [
    pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme=scheme)])
    for scheme in ["always", "first", "never"]
]


def trained(lines, byte_fallback=False):
    """A tokenizer as XLM-RoBERTa's, of 2000 entries, or with 256 more for bytes."""
    reference = Tokenizer(models.Unigram())
    reference.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=2000, show_progress=False, special_tokens=SPECIAL, unk_token="<unk>", max_piece_length=12
    )
    reference.train_from_iterator(lines, trainer)
    document = json.loads(reference.to_str())
    document["model"]["byte_fallback"] = byte_fallback
    if byte_fallback:
        document["model"]["vocab"] += [[byte, 0.0] for byte in BYTES]
    reference = Tokenizer.from_str(json.dumps(document))
    reference.decoder = decoders.Metaspace()
    reference.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return reference


def texts_of(lines, seed):
    more = [
        "",
        " ",
        "   ",
        "  two  spaces ",
        "\u2581 \u2581\u2581a",
        "a\u2581b \n\tc",
        "<s>a </s> b<unk>c",
        "\u4e2d\u6587\u4e2d",
        "<0x41>",
        " <mask> x",
        "<mask>",
    ]
    return lines[::43] + random_texts(3000, seed) + marked_texts(seed + 1)[::15] + more


def check_metaspace(engine):
    """Ids, offsets and texts again for each way of marking the begins of words, with and without bytes for what is unknown."""
    lines = split_keeping_breaks(corpus())
    texts = texts_of(lines, 20)
    for byte_fallback in [False, True]:
        reference = trained(lines[:5000], byte_fallback)
        reference.add_special_tokens([AddedToken("<mask>", lstrip=True)])
        for number, pre_tokenizer in enumerate(METASPACES):
            reference.pre_tokenizer = pre_tokenizer
            assert_same_offsets(engine, reference, texts)
            reference.decoder = decoders.Metaspace(prepend_scheme=["always", "first", "never"][number % 3])
            ours = engine.encode(saved(engine, reference), texts)
            assert reference.decode_batch(ours, skip_special_tokens=False) == engine.decode(
                saved(engine, reference), ours
            )


def check_metaspace_of_bpe(engine):
    """The same begins of words before BPE over characters, as Llama's newer files have them."""
    lines = split_keeping_breaks(corpus())
    reference = new_character_bpe(lines, byte_fallback=True, fuse_unk=True)
    reference.normalizer = normalizers.Sequence([])
    texts = texts_of(lines, 26)
    for pre_tokenizer in METASPACES:
        reference.pre_tokenizer = pre_tokenizer
        assert_same_offsets(engine, reference, texts)


def check_small_unigrams(engine):
    """Where ties, unknown characters in a row, and entries in entries decide: small vocabularies with few different scores."""
    generator = random.Random(21)
    for _ in range(150):
        letters = generator.choice(["ab", "abc", "a\u00e9\u4e2d", "ab\u2581 "])
        entries = {
            "".join(generator.choice(letters) for _ in range(generator.randrange(1, 5)))
            for _ in range(generator.randrange(1, 12))
        }
        scored = [("<unk>", 0.0), *((entry, generator.choice([-1.0, -2.0, -1.5, 0.0, 3])) for entry in sorted(entries))]
        byte_fallback = generator.random() < 0.5
        scored += (
            [(byte, -4.0) for byte in (BYTES if generator.random() < 0.5 else BYTES[::2])] if byte_fallback else []
        )
        reference = Tokenizer(models.Unigram(scored, 0, byte_fallback))
        if generator.random() < 0.5:
            reference.pre_tokenizer = pre_tokenizers.Metaspace()
        texts = [
            "".join(generator.choice(letters + "xy\u20ac ") for _ in range(generator.randrange(1, 15)))
            for _ in range(60)
        ]
        assert_same_offsets(engine, reference, [*texts, "<unk>", "a<unk>x<unk>", "<0x61>"])


def random_map(generator):
    """Keys of one and several characters, with marks behind, that are put in, left out, and made longer and shorter."""
    kinds = "abcxyz \t\n\u0001\u00e9\u00c5\u0301\u0323\u200d\u0600\u4e2d\ufb01\u1161\U0001f600"
    keys = {
        "".join(generator.choice(kinds) for _ in range(generator.choice([1, 1, 2, 3])))
        for _ in range(generator.randrange(1, 25))
    }
    keys |= {"e\u0301", "\ufb01", "\r\n"}
    return {key.encode(): generator.choice(["", " ", "q", "ab", "\u00e9", "\u4e2d\u6587x", "X\u0301"]) for key in keys}


def check_precompiled(engine):
    """Maps of characters: each lookup by clusters and by characters, what is put in and left out, and steps before and behind, as T5's and
    ALBERT's files have them."""
    generator = random.Random(22)
    lines = split_keeping_breaks(corpus())
    reference = trained(lines[:5000], byte_fallback=True)
    kinds = [
        "e\u0301",
        "\ufb01",
        "\r\n",
        "\u0600a",
        "x\u200d",
        "a\u0301\u0323",
        "\u1100\u1161\u0301",
        "\u1161\u0301",
        "\u0001\u0301\u0301",
        "  ",
        "   ",
        *"abcxyz \t\n\u0001\u00e9\u00c5\u0301\u0323\u200d\u0600\u4e2d\U0001f600",
    ]
    texts = ["".join(generator.choice(kinds) for _ in range(generator.choice([1, 2, 4, 8, 20]))) for _ in range(2000)]
    texts += random_texts(500, 23) + marked_texts(24)[::40]
    for number in range(24):
        steps = [normalizers.Precompiled(charsmap(random_map(generator)))]
        if number % 3 == 1:
            steps += [
                normalizers.Strip(left=number % 2 == 0, right=True),
                normalizers.Replace(Regex(" {2,}"), "\u2581"),
            ]
        if number % 3 == 2:
            steps = [
                normalizers.Replace("``", '"'),
                normalizers.NFKD(),
                normalizers.StripAccents(),
                normalizers.Lowercase(),
                *steps,
                normalizers.Replace(Regex(" {2,}"), " "),
            ]
        reference.normalizer = normalizers.Sequence(steps)
        reference.pre_tokenizer = METASPACES[number % len(METASPACES)]
        assert_same_ids(reference, texts, engine.encode(saved(engine, reference), texts))
        assert_same_offsets(engine, reference, texts)


def check_transformers(engine):
    """The folders that transformers writes of its tokenizers, ids and offsets."""
    from transformers import AlbertTokenizer, T5Tokenizer, XLMRobertaTokenizer

    lines = split_keeping_breaks(corpus())
    texts = texts_of(lines, 25)
    entries = json.loads(trained(lines[:5000]).to_str())["model"]["vocab"][len(SPECIAL) :]
    kinds = {
        T5Tokenizer: ["<pad>", "</s>", "<unk>"],
        XLMRobertaTokenizer: SPECIAL,
        AlbertTokenizer: ["<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"],
    }
    for kind, special in kinds.items():
        tokenizer = kind(vocab=[(token, 0.0) for token in special] + [tuple(entry) for entry in entries])
        folder = tempfile.mkdtemp(dir=engine.folder)
        tokenizer.save_pretrained(folder)
        expected = tokenizer(texts, return_offsets_mapping=True)
        ours = engine.encode(folder, texts, "encode_offsets")
        assert expected.input_ids == [numbers[::3] for numbers in ours]
        assert expected.offset_mapping == [list(zip(numbers[1::3], numbers[2::3])) for numbers in ours]


if __name__ == "__main__":
    run_check(globals())
