# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares ids and offsets of engine/text with the `tokenizers` library on much text: 20 MB of the corpus and of all scripts, and a million
random strings for each kind of tokenizer.

    long_parity.py PROGRAM CHECK (text_reference.py)
"""

from tokenizers import normalizers, processors

from text_parity import SPLITS
from text_reference import (
    assert_same_offsets,
    corpus,
    marked_texts,
    new_character_bpe,
    random_texts,
    run_check,
    split_keeping_breaks,
    train_reference,
    train_split,
    train_word_piece,
)
from unigram_parity import trained

MIXED_BYTES, STRINGS, AT_ONCE = 20 << 20, 1_000_000, 50_000


def compare(engine, tokenizer):
    mixed = split_keeping_breaks(corpus())
    mixed += marked_texts(30)
    left, seed = MIXED_BYTES - sum(len(line.encode()) for line in mixed), 31
    while left > 0:
        more = random_texts(6000, seed)
        lines = [" ".join(more[at : at + 12]) for at in range(0, len(more), 12)]
        left -= sum(len(line.encode()) for line in lines)
        mixed += lines
        seed += 1
    for at in range(0, len(mixed), AT_ONCE):
        assert_same_offsets(engine, tokenizer, mixed[at : at + AT_ONCE])
    for number in range(STRINGS // AT_ONCE):
        assert_same_offsets(engine, tokenizer, random_texts(AT_ONCE, 10_000 + number))


def check_byte_level(engine):
    """GPT-2's kind."""
    reference = train_reference(split_keeping_breaks(corpus())[:20_000], 8192)
    reference.post_processor = processors.ByteLevel(trim_offsets=True)
    compare(engine, reference)


def of_split(engine, name):
    reference = train_split(split_keeping_breaks(corpus())[:20_000], SPLITS[name], 8192)
    if name == "qwen2":
        reference.normalizer = normalizers.NFC()
    reference.post_processor = processors.ByteLevel(trim_offsets=False)
    compare(engine, reference)


def check_llama3(engine):
    of_split(engine, "llama3")


def check_qwen2(engine):
    of_split(engine, "qwen2")


def check_bert(engine):
    compare(engine, train_word_piece(split_keeping_breaks(corpus())[:20_000], 8192))


def check_gemma(engine):
    compare(engine, new_character_bpe(split_keeping_breaks(corpus()), byte_fallback=True, fuse_unk=True))


def check_unigram(engine):
    compare(engine, trained(split_keeping_breaks(corpus())[:5000], byte_fallback=True))


if __name__ == "__main__":
    run_check(globals())
