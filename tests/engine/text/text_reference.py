# SPDX-License-Identifier: GPL-3.0-or-later
"""What the comparisons of engine/text with the `tokenizers` library share: the program under test, and texts.

Each script is called SCRIPT PROGRAM CHECK: PROGRAM is text_parity, CHECK names one of its functions. The corpus is the reStructuredText of
Debian's package python3.11-doc (of the quick tests each third file, about 4 MB), or the file that the environment variable TRAINYARD_CORPUS names.
"""

import glob
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unicodedata

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

END = "<|endoftext|>"
# All cases, as the tests labelled long have them; the others take fewer that are alike.
IS_LONG = bool(os.environ.get("TRAINYARD_LONG"))
DOCUMENTS = "/usr/share/doc/python3*/html/_sources/**/*.rst.txt"


def corpus():
    file = os.environ.get("TRAINYARD_CORPUS")
    # Several packages link to the same folder.
    files = (
        [file]
        if file
        else sorted({os.path.realpath(found) for found in glob.glob(DOCUMENTS, recursive=True)})[:: 1 if IS_LONG else 3]
    )
    if not files:
        sys.exit(
            "no corpus: install the Debian package python3.11-doc, or set TRAINYARD_CORPUS to a text file of some MB"
        )
    text = ""
    for name in files:
        with open(name, encoding="utf-8", newline="") as stream:
            text += stream.read()
    assert len(text) > 2_000_000, "the corpus is too small to show anything"
    return text


def split_keeping_breaks(text):
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def new_tokenizer(model=None, **byte_level):
    tokenizer = Tokenizer(model or models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(**({"add_prefix_space": False} | byte_level))
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def train_reference(lines, vocab_size, min_frequency=0):
    tokenizer = new_tokenizer()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[END],
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


def train_split(lines, regex, vocab_size):
    """Byte-level BPE over the words of a regular expression, as Llama 3's and Qwen's."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(regex), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[END],
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


def train_word_piece(lines, vocab_size, **options):
    """BERT's kind; `options` of its normalizer."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(**options)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(
        lines, trainers.WordPieceTrainer(vocab_size=vocab_size, show_progress=False, special_tokens=special)
    )
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def model_of(folder):
    with open(os.path.join(folder, "tokenizer.json"), encoding="utf-8") as stream:
        return json.load(stream)["model"]


class Engine:
    """The program under test, working in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments):
        subprocess.run([self.program, *arguments], check=True)

    def train(self, text, vocab_size, min_frequency=0):
        with open(self.path("lines.txt"), "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.makedirs(self.path("trained"), exist_ok=True)
        self.run("train", str(vocab_size), str(min_frequency), self.path("lines.txt"), self.path("trained"))
        return self.path("trained")

    def encode(self, tokenizer, texts, command="encode"):
        with open(self.path("texts"), "wb") as stream:
            for text in texts:
                data = text.encode()
                stream.write(struct.pack("<I", len(data)) + data)
        self.run(command, tokenizer, self.path("texts"), self.path("ids"))
        return self.lists("ids")

    def lists(self, name):
        with open(self.path(name), "rb") as stream:
            data = stream.read()
        result, at = [], 0
        while at < len(data):
            (count,) = struct.unpack_from("<I", data, at)
            result.append(list(struct.unpack_from(f"<{count}I", data, at + 4)))
            at += 4 + 4 * count
        return result

    def decode(self, tokenizer, lists):
        with open(self.path("ids"), "wb") as stream:
            for ids in lists:
                stream.write(struct.pack(f"<I{len(ids)}I", len(ids), *ids))
        self.run("decode", tokenizer, self.path("ids"), self.path("texts"))
        with open(self.path("texts"), "rb") as stream:
            data = stream.read()
        result, at = [], 0
        while at < len(data):
            (count,) = struct.unpack_from("<I", data, at)
            result.append(data[at + 4 : at + 4 + count].decode())
            at += 4 + count
        return result


def assert_same_ids(tokenizer, texts, ours, add_special_tokens=False):
    assert len(ours) == len(texts)
    encodings = tokenizer.encode_batch(texts, add_special_tokens=add_special_tokens)
    for text, encoding, ids in zip(texts, encodings, ours):
        assert encoding.ids == ids, f"{text[:200]!r}: expected {encoding.ids[:50]}, got {ids[:50]}"


def assert_same_offsets(engine, tokenizer, texts):
    """Ids and offsets, with what the post-processor puts around a text."""
    ours = engine.encode(saved(engine, tokenizer), texts, "encode_offsets")
    for text, encoding, numbers in zip(texts, tokenizer.encode_batch(texts), ours, strict=True):
        ids, offsets = numbers[::3], list(zip(numbers[1::3], numbers[2::3]))
        assert encoding.ids == ids, f"{text[:200]!r}: expected {encoding.ids[:50]}, got {ids[:50]}"
        assert encoding.offsets == offsets, (
            f"{text[:200]!r}: expected {encoding.offsets[:50]}, got {offsets[:50]} for {encoding.tokens[:50]}"
        )


def any_code_point(generator):
    while True:
        code_point = generator.randrange(0x110000)
        if not 0xD800 <= code_point < 0xE000:
            return chr(code_point)


SPACES = " \t\n\v\f\r\x85\xa0\u1680\u180e\u2000\u2003\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff"
KINDS = [
    lambda g: any_code_point(g),
    lambda g: chr(g.randrange(0x21, 0x7F)),
    lambda g: g.choice("abcdefghijklmnopqrstuvwxyzABCXYZ"),
    lambda g: g.choice("0123456789\u0660\u0969\u00b2\u00bd\u2167\U0001d7d8"),
    lambda g: g.choice(SPACES),
    lambda g: g.choice(["  ", "   ", "\n\n", " \n", "\r\n", "\t "]),
    lambda g: g.choice(["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "'", " 's", "'x", "'r", "'l", "\u2019s"]),
    lambda g: chr(g.randrange(0x20)),
    lambda g: chr(g.randrange(0x300, 0x370)),
    lambda g: chr(g.randrange(0x590, 0x700)),
    lambda g: chr(g.randrange(0x4E00, 0x9FFF)),
    lambda g: chr(g.randrange(0x1F300, 0x1FAFF)) + g.choice(["", "\u200d", "\ufe0f", "\U0001f3fd"]),
    lambda g: g.choice([END, "<|endoftext|", "<|", "|>", "<|endoftext|>" + END]),
    lambda g: g.choice(
        ["the", " the", "Hello", " world", "def ", "return", "===", "    ", "\u00e9t\u00e9", "\u043c\u0438\u0440"]
    ),
]


def random_texts(count, seed):
    generator = random.Random(seed)
    texts = []
    for index in range(count):
        kinds = KINDS if index % 2 else [KINDS[0], generator.choice(KINDS), generator.choice(KINDS)]
        length = generator.choice([1, 2, 3, 5, 8, 20, 60])
        texts.append("".join(generator.choice(kinds)(generator) for _ in range(length)))
    return texts


def saved(engine, tokenizer):
    tokenizer.save(engine.path("tokenizer.json"))
    return engine.path("tokenizer.json")


def code_points():
    """All of the planes that have letters of many kinds, and of the others what is unlike its neighbours; each 97th of what is alike."""
    if IS_LONG:
        return "".join(
            chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000 and (c >> 16 in (0, 1, 2, 3, 14) or c % 97 == 0)
        )
    unlike = [range(0xD800), range(0xE000, 0x20000), range(0x2F800, 0x2FA20), range(0xE0000, 0xE0200)]
    return "".join(chr(c) for c in range(0x110000) if any(c in part for part in unlike) or (c > 0xFFFF and c % 97 == 0))


def marked_texts(seed):
    """Letters of all scripts with marks behind them, in and out of order, and code_points() between two letters."""
    generator = random.Random(seed)
    marks = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000 and unicodedata.combining(chr(c))]
    kinds = [
        lambda g: g.choice(marks),
        lambda g: g.choice(marks),
        lambda g: g.choice("aeiou\u00e9\u00c5\u1e69\u0915\u05d0\u064a\u3042"),
        lambda g: chr(g.randrange(0x1100, 0x1200)),
        lambda g: chr(g.randrange(0xAC00, 0xD7A4)),
        lambda g: chr(g.randrange(0xF900, 0xFB50)),
        any_code_point,
    ]
    texts = [
        "".join(generator.choice(kinds)(generator) for _ in range(generator.choice([2, 3, 6, 12])))
        for _ in range(20_000 if IS_LONG else 8000)
    ]
    covered = code_points()
    return texts + ["".join(f"a{c}b" for c in covered[at : at + 500]) for at in range(0, len(covered), 500)]


NORMALIZERS = [
    normalizers.NFC(),
    normalizers.NFD(),
    normalizers.NFKC(),
    normalizers.NFKD(),
    normalizers.Lowercase(),
    normalizers.StripAccents(),
    normalizers.BertNormalizer(),
    normalizers.BertNormalizer(lowercase=False),
    normalizers.BertNormalizer(lowercase=True, strip_accents=False),
    normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False, lowercase=False, strip_accents=True),
    normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()]),
    normalizers.Sequence([normalizers.Prepend("_"), normalizers.Replace("a", "\u00e4\u0301"), normalizers.NFC()]),
]


def new_character_bpe(lines, byte_fallback, fuse_unk):
    special = ["<pad>", "<eos>", "<bos>", "<unk>"]
    reference = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=fuse_unk, byte_fallback=byte_fallback))
    reference.normalizer = normalizers.Replace(" ", "\u2581")
    reference.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    reference.decoder = decoders.Sequence([decoders.Replace("\u2581", " "), decoders.ByteFallback(), decoders.Fuse()])
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)] if byte_fallback else []
    trainer = trainers.BpeTrainer(
        vocab_size=2000, show_progress=False, special_tokens=special + bytes_, limit_alphabet=150, max_token_length=12
    )
    reference.train_from_iterator(lines[:2000], trainer)
    document = json.loads(reference.to_str())
    document["added_tokens"] = [token for token in document["added_tokens"] if token["content"] in special]
    reference = Tokenizer.from_str(json.dumps(document))
    reference.post_processor = processors.TemplateProcessing(
        single="<bos> $A", pair="<bos> $A <bos> $B", special_tokens=[("<bos>", 2)]
    )
    return reference


def run_check(checks):
    """The check that the command line names, of the names of a script."""
    program, name = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        checks["check_" + name](Engine(program, folder))
    print(f"{name}: equal")
