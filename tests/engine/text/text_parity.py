# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares engine/text's ids, vocabularies and texts with those of the `tokenizers` library and of transformers' AutoTokenizer.

    text_parity.py PROGRAM CHECK (text_reference.py)

One file because its checks are chosen by name and share their program and texts.
"""

import json
import os
import random
import tempfile

from tokenizers import AddedToken, Tokenizer, pre_tokenizers

from text_reference import (
    END,
    IS_LONG,
    NORMALIZERS,
    assert_same_ids,
    code_points,
    corpus,
    marked_texts,
    model_of,
    new_character_bpe,
    random_texts,
    run_check,
    saved,
    split_keeping_breaks,
    train_reference,
    train_split,
    train_word_piece,
)
from word_piece_rule import check_word_pieces


def check_corpus(engine):
    """The vocabulary trained on the corpus is equal, and so are the ids of the whole corpus, line by line and at once."""
    text = corpus()
    lines = split_keeping_breaks(text)
    reference = train_reference(lines, 8192)
    folder = engine.train(text, 8192)
    expected = json.loads(reference.to_str())["model"]
    trained = model_of(folder)
    assert list(trained["vocab"].items()) == list(expected["vocab"].items()), "the vocabularies differ"
    assert trained["merges"] == expected["merges"], "the merges differ"
    assert len(trained["vocab"]) == 8192
    assert_same_ids(reference, lines, engine.encode(folder, lines))
    assert_same_ids(reference, [text], engine.encode(folder, [text]))


def check_random_strings(engine):
    """10,000 strings over code_points() have equal ids, and each list of ids decodes to the same text."""
    texts = random_texts(10_000, seed=1)
    covered = code_points()
    folder = engine.train(covered + "".join(texts[:3000]), 3000)
    reference = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    everything = [covered[at : at + 1000] for at in range(0, len(covered), 1000)]
    ours = engine.encode(folder, texts + everything)
    assert_same_ids(reference, texts + everything, ours)
    assert reference.decode_batch(ours, skip_special_tokens=False) == engine.decode(folder, ours)
    generator = random.Random(2)
    lists = [[generator.randrange(3000) for _ in range(generator.randrange(1, 12))] for _ in range(3000)]
    assert reference.decode_batch(lists, skip_special_tokens=False) == engine.decode(folder, lists)


def check_small_vocabularies(engine):
    """Training agrees where ties and repeated pairs decide: short texts over few letters, all pairs merged."""
    generator = random.Random(3)
    for round_number in range(60):
        letters = generator.choice(["ab", "abc", "aab ", "ab \n", "a'st ", "xyz0 9", "\u00e9\u0301a", "abcdefgh"])
        text = "".join(generator.choice(letters) for _ in range(generator.choice([3, 30, 300, 3000])))
        vocab_size = generator.choice([257, 258, 270, 300, 600, 4000])
        min_frequency = generator.choice([0, 0, 0, 1, 2, 5])
        expected = json.loads(train_reference(split_keeping_breaks(text), vocab_size, min_frequency).to_str())["model"]
        trained = model_of(engine.train(text, vocab_size, min_frequency))
        assert list(trained["vocab"].items()) == list(expected["vocab"].items()), (
            f"round {round_number}: the vocabularies differ"
        )
        assert trained["merges"] == expected["merges"], f"round {round_number}: the merges differ"


def check_added_tokens(engine):
    """Added tokens inside text: overlapping ones, spaces taken along, normalized ones after the others; both forms of merges."""
    base = train_reference(["the quick brown fox 's <mask> <m> \u00e9t\u00e9\n"] * 3, 300)
    base.add_special_tokens(
        [AddedToken("<mask>", lstrip=True, special=True), AddedToken("<m>", special=True, normalized=False)]
    )
    base.add_tokens(
        [
            AddedToken("brown", normalized=True),
            AddedToken("brown fox", normalized=True),
            AddedToken("<r>", rstrip=True, normalized=False),
        ]
    )
    pieces = [
        "<mask>",
        " <mask>",
        "\u2003<mask> ",
        "<m>",
        "<m",
        "brown",
        " brown fox",
        "brown fo",
        "<r>",
        "<r>  ",
        "<r> <mask>",
        END,
        "the",
        " ",
        "\n",
        "'s",
    ]
    generator = random.Random(4)
    texts = ["".join(generator.choice(pieces) for _ in range(generator.randrange(1, 9))) for _ in range(2000)]
    for byte_level in [
        {},
        {"add_prefix_space": True},
        {"use_regex": False},
        {"add_prefix_space": True, "use_regex": False},
    ]:
        base.pre_tokenizer = pre_tokenizers.ByteLevel(**({"add_prefix_space": False} | byte_level))
        for form in ["lists", "strings"]:
            document = json.loads(base.to_str())
            if form == "strings":
                document["model"]["merges"] = [" ".join(merge) for merge in document["model"]["merges"]]
            with open(engine.path("tokenizer.json"), "w", encoding="utf-8") as stream:
                json.dump(document, stream)
            ours = engine.encode(engine.path("tokenizer.json"), texts)
            assert_same_ids(base, texts, ours)
            assert base.decode_batch(ours, skip_special_tokens=False) == engine.decode(
                engine.path("tokenizer.json"), ours
            )


SPLITS = {
    "llama3": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}


def check_split_patterns(engine):
    """The words of Llama 3's and Qwen's regular expressions, with and without entries that win over merges."""
    lines = split_keeping_breaks(corpus())
    texts = lines[::7] + random_texts(20_000 if IS_LONG else 8000, seed=7)
    covered = code_points()
    texts += [covered[at : at + 1000] for at in range(0, len(covered), 1000)]
    for regex in SPLITS.values():
        document = json.loads(train_split(lines[:20_000], regex, 3000).to_str())
        for ignore_merges in [False, True]:
            document["model"]["ignore_merges"] = ignore_merges
            if ignore_merges:  # an entry that no merge makes
                document["model"]["vocab"]["\u0120zqx"] = len(document["model"]["vocab"])
            with open(engine.path("tokenizer.json"), "w", encoding="utf-8") as stream:
                json.dump(document, stream)
            expected = Tokenizer.from_str(json.dumps(document))
            assert_same_ids(
                expected, texts + ["a zqx zq"], engine.encode(engine.path("tokenizer.json"), texts + ["a zqx zq"])
            )


LETTERS = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
O200K = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{LETTERS[0]}*{LETTERS[1]}+{CONTRACTION}|[^\r\n\p{{L}}\p{{N}}]?{LETTERS[0]}+{LETTERS[1]}*{CONTRACTION}|"
    r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = O200K.replace(CONTRACTION, "").replace(r"\p{N}{1,3}", r"\p{N}")
DEEPSEEK3 = r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}


def split(pattern, behavior="Isolated", invert=False, kind="Regex"):
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": behavior, "invert": invert}


# By the models that have them; then what none has, to be sure of the stages themselves.
CUTTING_STAGES = {
    "SmolLM2, StarCoder": [{"type": "Digits", "individual_digits": True}, BYTES | {"use_regex": True}],
    "gpt-oss, Phi-4-mini": [split(O200K), BYTES],
    "Mistral's Tekken": [split(TEKKEN), BYTES],
    "DeepSeek-V3, Hunyuan": [split(r"\p{N}{1,3}"), split("[一-龥\u3040-ゟ゠-ヿ]+"), split(DEEPSEEK3), BYTES],
    "DeepSeek-LLM": [
        split("[\r\n]"),
        split(r"\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-Ֆ]+"),
        split(r"\s?[!-/:-~！-／：-～‘-‟\u3000-。]+"),
        split(r"\s+$"),
        split("[一-龥ࠀ-一가-\ud7ff]+"),
        {"type": "Digits", "individual_digits": True},
        BYTES,
    ],
    "BLOOM": [split(r" ?[^(\s|[.,!?…。，、।۔،])]+"), BYTES],
    "cl100k": [
        split(
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
        ),
        BYTES,
    ],
    "OLMo's digits": [split(r"\d{1,3}(?=(?:\d{3})*\b)"), BYTES | {"use_regex": True}],
    "Kimi": [
        split(
            r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+|\p{N}{1,3}|\s+(?!\S)|\s+"
        ),
        BYTES,
    ],
    "punctuation": [
        {"type": "Punctuation", "behavior": "Contiguous"},
        {"type": "Digits", "individual_digits": False},
        BYTES | {"use_regex": True},
    ],
    "words of a space each": [{"type": "Whitespace"}, BYTES | {"add_prefix_space": True}],
    "white space": [
        {"type": "WhitespaceSplit"},
        {"type": "Sequence", "pretokenizers": [{"type": "Punctuation", "behavior": "MergedWithPrevious"}]},
        BYTES,
    ],
    "a character": [
        {"type": "CharDelimiterSplit", "delimiter": "e"},
        BYTES | {"add_prefix_space": True, "use_regex": True},
    ],
    "empty matches": [split(r"(?=\d)|x*"), BYTES],
    "lazy, in lines": [split(r"^[a-z]+?|(?:[a-z]{2}){1,2}s|\b\w+?\b|(?:ab|c)*$|(?:[x-z]\d?)*+z"), BYTES],
    **{
        f"{behavior}, inverted {invert}": [
            split("[aeiou]|é", behavior, invert),
            split("th", behavior, invert, "String"),
            BYTES,
        ]
        for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
        for invert in (False, True)
    },
}


def check_cutting_stages(engine):
    """Stages that cut text, in the order in which models have them: the library's ids over real text, random text and every code point."""
    lines = split_keeping_breaks(corpus())
    covered = code_points()
    texts = (
        lines[::23]
        + random_texts(8000 if IS_LONG else 3000, seed=17)
        + [covered[at : at + 997] for at in range(0, len(covered), 997)]
    )
    texts += [" ".join(covered[at : at + 400]) for at in range(0, len(covered), 4000)]
    texts += [
        "日本語 12345 漢字かな",
        "It's we'LL they'ſe 'S I'm",
        "a  \nb  ",
        "x\r\n\r\n/y //",
        "",
        " ",
        "𐐀𐐨 ǅ ǲa",
        "1234567 12 x123",
        "(a|b) [c]…d",
    ]
    document = json.loads(train_reference(lines[:20_000], 2000).to_str())
    for name, stages in CUTTING_STAGES.items():
        document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": stages}
        with open(engine.path("tokenizer.json"), "w", encoding="utf-8") as stream:
            json.dump(document, stream)
        expected = Tokenizer.from_str(json.dumps(document))
        ours = engine.encode(engine.path("tokenizer.json"), texts)
        wrong = [
            text
            for text, ids in zip(texts, ours, strict=True)
            if ids != expected.encode(text, add_special_tokens=False).ids
        ]
        assert not wrong, (name, len(wrong), wrong[0][:80])


def check_single_words(engine):
    """Added tokens that may not stand inside of a word, beside others that may."""
    base = train_reference(["the quick brown fox\n"] * 3, 300)
    base.add_tokens(
        [
            AddedToken("fox", single_word=True, normalized=False),
            AddedToken("the", single_word=True, lstrip=True, rstrip=True),
            AddedToken("fo", single_word=True),
            AddedToken("[x]", single_word=True, special=True),
            AddedToken("own", normalized=False),
        ]
    )
    pieces = [
        "fox",
        "foxes",
        "the",
        "then",
        "_",
        "-",
        " ",
        "é",
        "fo",
        "[x]",
        "own",
        "\u200d",
        "1",
        ".",
        "字",
        "\u0301",
        "  ",
        "\n",
    ]
    generator = random.Random(5)
    texts = [
        "".join(generator.choice(pieces) for _ in range(generator.randrange(1, 9)))
        for _ in range(20_000 if IS_LONG else 8000)
    ]
    assert_same_ids(base, texts, engine.encode(saved(engine, base), texts))


def check_settings(engine):
    """What tokenizer_config.json and the older files say beside tokenizer.json: the ids of transformers' AutoTokenizer."""
    from transformers import AutoTokenizer

    token = {
        "content": "fox",
        "lstrip": True,
        "rstrip": False,
        "normalized": False,
        "single_word": False,
        "special": False,
    }
    gpt2 = train_reference(["the quick brown fox 's <mask> été\n"] * 3, 300)
    bert = train_word_piece(["The quick brown fox été 中文 <mask>"] * 3, 120)
    texts = [
        "The quick Brown fox",
        " fox foxes",
        "été ÉTÉ e\u0301",
        "中文ab",
        "<mask> <new> <|endoftext|>",
        "<new>the <other>",
        "quick<r> x",
        "",
        " ",
    ]
    plain = {"tokenizer_class": "PreTrainedTokenizerFast"}
    cases = [
        (gpt2, {}, plain | {"add_prefix_space": True}),
        (gpt2, {}, {"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": True}),
        (gpt2, {}, {"tokenizer_class": "GPT2TokenizerFast", "add_prefix_space": False}),
        (gpt2, {}, plain | {"mask_token": "<mask>"}),
        (
            gpt2,
            {},
            plain
            | {
                "pad_token": {
                    "__type": "AddedToken",
                    "content": "quick",
                    "lstrip": True,
                    "rstrip": False,
                    "normalized": False,
                    "single_word": False,
                }
            },
        ),
        (gpt2, {}, plain | {"additional_special_tokens": ["<new>", "<other>"]}),
        (
            gpt2,
            {},
            plain | {"added_tokens_decoder": {"301": token | {"content": "<new>", "special": True}, "300": token}},
        ),
        (gpt2, {"special_tokens_map.json": {"mask_token": "<mask>", "additional_special_tokens": ["<r>"]}}, plain),
        (gpt2, {"added_tokens.json": {"<new>": 300, "<r>": 301}}, plain | {"mask_token": "<new>"}),
    ]
    cases += [
        (bert, {}, {"tokenizer_class": name, **options})
        for name in ("BertTokenizer", "BertTokenizerFast")
        for options in (
            {},
            {"do_lower_case": False},
            {"strip_accents": False},
            {"do_lower_case": False, "strip_accents": True},
            {"tokenize_chinese_chars": False},
        )
    ]
    cases += [(bert, {}, plain | {"do_lower_case": False})]
    for number, (reference, files, config) in enumerate(cases):
        folder = engine.path(f"settings {number}")
        os.mkdir(folder)
        reference.save(os.path.join(folder, "tokenizer.json"))
        for name, content in {**files, "tokenizer_config.json": config}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
                json.dump(content, stream)
        expected = AutoTokenizer.from_pretrained(folder)
        wanted = [expected(text, add_special_tokens=False)["input_ids"] for text in texts]
        ours = engine.encode(folder, texts)
        assert ours == wanted, (config, files, [pair for pair in zip(texts, wanted, ours) if pair[1] != pair[2]])


def check_normalizers(engine):
    """Each normalizer gives the library's ids, for marks in any order and code_points(); added tokens are looked for in what it makes."""
    texts = marked_texts(8) + random_texts(3000, seed=9)
    reference = train_reference(split_keeping_breaks(corpus())[:5000], 600)
    reference.add_tokens([AddedToken("\u00c9t\u00e9", normalized=True), AddedToken("Aa", normalized=False)])
    texts += ["un \u00c9t\u00e9 Aa", "E\u0301te\u0301aa", "\u00e9t\u00e9 ete", ""]
    for normalizer in NORMALIZERS:
        reference.normalizer = normalizer
        assert_same_ids(reference, texts, engine.encode(saved(engine, reference), texts))


def check_word_piece(engine):
    """BERT's tokenizer, from tokenizer.json and from vocab.txt: ids, what is put around a text, and text again."""
    from transformers import BertTokenizerFast

    lines = split_keeping_breaks(corpus())
    texts = (
        lines[::11]
        + marked_texts(10)[::3]
        + random_texts(5000, seed=11)
        + ["x" * 101, "x" * 100, "", " ", "[MASK] a[SEP]b [mask]"]
    )
    for options in [{}, {"lowercase": False}, {"strip_accents": False}]:
        reference = train_word_piece(lines[:20_000], 3000, **options)
        file = saved(engine, reference)
        ours = engine.encode(file, texts)
        assert_same_ids(reference, texts, ours)
        assert reference.decode_batch(ours, skip_special_tokens=False) == engine.decode(file, ours)
        assert_same_ids(reference, texts, engine.encode(file, texts, "encode_whole"), add_special_tokens=True)
        folder = tempfile.mkdtemp(dir=engine.folder)
        reference.model.save(folder)
        with open(os.path.join(folder, "tokenizer_config.json"), "w") as stream:
            json.dump(
                {
                    "tokenizer_class": "BertTokenizer",
                    "do_lower_case": options.get("lowercase", True),
                    "strip_accents": options.get("strip_accents"),
                },
                stream,
            )
        older = BertTokenizerFast(
            os.path.join(folder, "vocab.txt"),
            do_lower_case=options.get("lowercase", True),
            strip_accents=options.get("strip_accents"),
        )
        assert older(texts).input_ids == engine.encode(folder, texts, "encode_whole")


def check_word_piece_training(engine):
    """Ours and the library's keep the same rule, which leaves ties open; transformers loads the folder."""
    from tokenizers import BertWordPieceTokenizer
    from transformers import AutoTokenizer

    special_tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    lines = split_keeping_breaks(corpus())[:20_000] + ["\u4e2d\u6587 \u00c9t\u00e9 \U0001f600\n"] * 3
    for vocab_size, lowercase in [(3000, True), (1500, False), (100, True)]:
        reference = BertWordPieceTokenizer(lowercase=lowercase)
        reference.train_from_iterator(lines, vocab_size=vocab_size, show_progress=False)
        with open(engine.path("lines.txt"), "w", encoding="utf-8", newline="") as stream:
            stream.write("".join(lines))
        folder = tempfile.mkdtemp(dir=engine.folder)
        engine.run("train_word_piece", str(vocab_size), str(int(lowercase)), engine.path("lines.txt"), folder)
        vocabulary = model_of(folder)["vocab"]
        theirs = reference.get_vocab()
        assert len(vocabulary) == len(theirs)
        for entries in (vocabulary, theirs):
            check_word_pieces(sorted(entries, key=entries.get), lines, special_tokens, lowercase=lowercase)
        with open(os.path.join(folder, "vocab.txt"), encoding="utf-8") as stream:
            assert stream.read().split("\n")[:-1] == sorted(vocabulary, key=vocabulary.get)
        loaded = AutoTokenizer.from_pretrained(folder)
        assert (loaded.mask_token, loaded.pad_token_id, loaded.cls_token_id) == ("[MASK]", 0, 2)
        texts = lines[:2000] + random_texts(500, seed=13)
        assert loaded(texts).input_ids == engine.encode(folder, texts, "encode_whole")


def check_byte_fallback(engine):
    """Gemma's kind: spaces as a letter of their own, characters that are no entry as bytes or as one unknown token; a text begun by a token."""
    lines = split_keeping_breaks(corpus())
    texts = lines[::50] + random_texts(10_000, seed=12) + ["", " ", "  two  spaces ", "<0x41>\u2581"]
    for byte_fallback, fuse_unk in [(True, True), (False, True), (False, False)]:
        reference = new_character_bpe(lines, byte_fallback, fuse_unk)
        file = saved(engine, reference)
        ours = engine.encode(file, texts)
        assert_same_ids(reference, texts, ours)
        assert reference.decode_batch(ours, skip_special_tokens=False) == engine.decode(file, ours)
        assert_same_ids(reference, texts, engine.encode(file, texts, "encode_whole"), add_special_tokens=True)


def check_older_files(engine):
    """vocab.json and merges.txt, as the library saves them, give the library's ids."""
    reference = train_reference(split_keeping_breaks(corpus())[:20_000], 2000)
    os.makedirs(engine.path("older"))
    reference.model.save(engine.path("older"))
    texts = random_texts(500, seed=5) + split_keeping_breaks(corpus())[:2000]
    assert_same_ids(reference, texts, engine.encode(engine.path("older"), texts))


def check_auto_tokenizer(engine):
    """transformers loads what was written, with equal ids, and what it saves again is read here."""
    from transformers import AutoTokenizer

    text = "".join(split_keeping_breaks(corpus())[:20_000])
    folder = engine.train(text, 2000)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    assert tokenizer.eos_token == END and tokenizer.eos_token_id == 0 and tokenizer.model_max_length == 1024
    assert len(tokenizer) == 2000
    texts = split_keeping_breaks(text)[:2000] + random_texts(500, seed=6)
    ours = engine.encode(folder, texts)
    assert tokenizer(texts, add_special_tokens=False).input_ids == ours
    tokenizer.save_pretrained(engine.path("saved"))
    assert engine.encode(engine.path("saved"), texts) == ours


if __name__ == "__main__":
    run_check(globals())
