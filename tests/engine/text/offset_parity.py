# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the characters that engine/text says each token stands for with those of the `tokenizers` library.

offset_parity.py PROGRAM CHECK (text_reference.py)
"""

from tokenizers import AddedToken, pre_tokenizers, processors

from text_reference import (
    END,
    NORMALIZERS,
    assert_same_offsets,
    corpus,
    marked_texts,
    new_character_bpe,
    random_texts,
    run_check,
    split_keeping_breaks,
    train_reference,
    train_word_piece,
)


def check_byte_level(engine):
    """The characters that each token stands for, of byte-level BPE with its ways of trimming, through each normalizer, and with added tokens."""
    lines = split_keeping_breaks(corpus())
    texts = (
        lines[::97]
        + random_texts(2000, seed=14)
        + marked_texts(15)[::15]
        + ["", " ", "  a", "\u00e9\U0001f600 x", "a \u00c9t\u00e9  <mask> b", "<mask>"]
    )
    reference = train_reference(lines[:5000], 600)
    reference.add_special_tokens([AddedToken("<mask>", lstrip=True), AddedToken("<r>", rstrip=True)])
    reference.add_tokens([AddedToken("\u00c9t\u00e9", normalized=True), AddedToken("Aa", normalized=False)])
    for add_prefix_space in [False, True]:
        reference.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space)
        for processor in [
            processors.ByteLevel(trim_offsets=False),
            processors.ByteLevel(trim_offsets=True, add_prefix_space=add_prefix_space),
            processors.RobertaProcessing((END, 0), (END, 0), trim_offsets=True, add_prefix_space=add_prefix_space),
            processors.Sequence(
                [
                    processors.ByteLevel(trim_offsets=True, add_prefix_space=not add_prefix_space),
                    processors.TemplateProcessing(single=END + " $A", special_tokens=[(END, 0)]),
                ]
            ),
        ]:
            reference.post_processor = processor
            assert_same_offsets(engine, reference, texts)
    for normalizer in NORMALIZERS:
        reference.normalizer = normalizer
        assert_same_offsets(engine, reference, texts)


def check_words(engine):
    """The same of WordPiece as BERT has it, and of BPE over characters, with unknown ones alone and in a row, and with bytes for them."""
    lines = split_keeping_breaks(corpus())
    texts = lines[::37] + random_texts(3000, seed=16) + marked_texts(17)[::5] + ["", " ", "x" * 101, "[MASK] a[SEP]b"]
    for options in [{}, {"lowercase": False}]:
        assert_same_offsets(engine, train_word_piece(lines[:20_000], 2000, **options), texts)
    for byte_fallback, fuse_unk in [(True, True), (False, True), (False, False)]:
        assert_same_offsets(engine, new_character_bpe(lines, byte_fallback, fuse_unk), texts)


if __name__ == "__main__":
    run_check(globals())
