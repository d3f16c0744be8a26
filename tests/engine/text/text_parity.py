"""Compares engine/text with the `tokenizers` library and with transformers' AutoTokenizer.

    text_parity.py PROGRAM CHECK

PROGRAM is text_parity. CHECK names one function below. The corpus is the reStructuredText of Debian's package python3.11-doc
(about 11 MB), or the file that the environment variable TRAINYARD_CORPUS names.
"""

import glob
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

END = "<|endoftext|>"
DOCUMENTS = "/usr/share/doc/python3*/html/_sources/**/*.rst.txt"


def corpus():
    file = os.environ.get("TRAINYARD_CORPUS")
    # Several packages link to the same folder.
    files = [file] if file else sorted({os.path.realpath(found) for found in glob.glob(DOCUMENTS, recursive=True)})
    if not files:
        sys.exit("no corpus: install the Debian package python3.11-doc, or set TRAINYARD_CORPUS to a text file of some MB")
    text = ""
    for name in files:
        with open(name, encoding="utf-8", newline="") as stream:
            text += stream.read()
    assert len(text) > 4_000_000, "the corpus is too small to show anything"
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
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, min_frequency=min_frequency, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=[END])
    tokenizer.train_from_iterator(lines, trainer)
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

    def encode(self, tokenizer, texts):
        with open(self.path("texts"), "wb") as stream:
            for text in texts:
                data = text.encode()
                stream.write(struct.pack("<I", len(data)) + data)
        self.run("encode", tokenizer, self.path("texts"), self.path("ids"))
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
            result.append(data[at + 4:at + 4 + count].decode())
            at += 4 + count
        return result


def assert_same_ids(tokenizer, texts, ours):
    assert len(ours) == len(texts)
    encodings = tokenizer.encode_batch(texts, add_special_tokens=False)
    for text, encoding, ids in zip(texts, encodings, ours):
        assert encoding.ids == ids, f"{text[:200]!r}: expected {encoding.ids[:50]}, got {ids[:50]}"


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
    lambda g: g.choice(["the", " the", "Hello", " world", "def ", "return", "===", "    ", "\u00e9t\u00e9", "\u043c\u0438\u0440"]),
]


def random_texts(count, seed):
    generator = random.Random(seed)
    texts = []
    for index in range(count):
        kinds = KINDS if index % 2 else [KINDS[0], generator.choice(KINDS), generator.choice(KINDS)]
        length = generator.choice([1, 2, 3, 5, 8, 20, 60])
        texts.append("".join(generator.choice(kinds)(generator) for _ in range(length)))
    return texts


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
    """10,000 strings over all code points have equal ids, and each list of ids decodes to the same text."""
    texts = random_texts(10_000, seed=1)
    covered = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    folder = engine.train(covered + "".join(texts[:3000]), 3000)
    reference = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    everything = [covered[at:at + 1000] for at in range(0, len(covered), 1000)]
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
        assert list(trained["vocab"].items()) == list(expected["vocab"].items()), f"round {round_number}: the vocabularies differ"
        assert trained["merges"] == expected["merges"], f"round {round_number}: the merges differ"


def check_added_tokens(engine):
    """Added tokens inside text: overlapping ones, spaces taken along, normalized ones after the others; both forms of merges."""
    base = train_reference(["the quick brown fox 's <mask> <m> \u00e9t\u00e9\n"] * 3, 300)
    base.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True), AddedToken("<m>", special=True, normalized=False)])
    base.add_tokens([AddedToken("brown", normalized=True), AddedToken("brown fox", normalized=True), AddedToken("<r>", rstrip=True, normalized=False)])
    pieces = ["<mask>", " <mask>", "\u2003<mask> ", "<m>", "<m", "brown", " brown fox", "brown fo", "<r>", "<r>  ", "<r> <mask>", END, "the", " ", "\n", "'s"]
    generator = random.Random(4)
    texts = ["".join(generator.choice(pieces) for _ in range(generator.randrange(1, 9))) for _ in range(2000)]
    for byte_level in [{}, {"add_prefix_space": True}, {"use_regex": False}, {"add_prefix_space": True, "use_regex": False}]:
        base.pre_tokenizer = pre_tokenizers.ByteLevel(**({"add_prefix_space": False} | byte_level))
        for form in ["lists", "strings"]:
            document = json.loads(base.to_str())
            if form == "strings":
                document["model"]["merges"] = [" ".join(merge) for merge in document["model"]["merges"]]
            with open(engine.path("tokenizer.json"), "w", encoding="utf-8") as stream:
                json.dump(document, stream)
            ours = engine.encode(engine.path("tokenizer.json"), texts)
            assert_same_ids(base, texts, ours)
            assert base.decode_batch(ours, skip_special_tokens=False) == engine.decode(engine.path("tokenizer.json"), ours)


SPLITS = {
    "llama3": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}


def check_split_patterns(engine):
    """The words of Llama 3's and Qwen's regular expressions, with and without entries that win over merges."""
    lines = split_keeping_breaks(corpus())
    texts = lines[::7] + random_texts(20_000, seed=7)
    covered = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    texts += [covered[at:at + 1000] for at in range(0, len(covered), 1000)]
    for regex in SPLITS.values():
        reference = Tokenizer(models.BPE())
        reference.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(regex), "isolated"),
                                                           pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
        reference.decoder = decoders.ByteLevel()
        trainer = trainers.BpeTrainer(vocab_size=3000, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=[END])
        reference.train_from_iterator(lines[:20_000], trainer)
        document = json.loads(reference.to_str())
        for ignore_merges in [False, True]:
            document["model"]["ignore_merges"] = ignore_merges
            if ignore_merges:  # an entry that no merge makes
                document["model"]["vocab"]["\u0120zqx"] = len(document["model"]["vocab"])
            with open(engine.path("tokenizer.json"), "w", encoding="utf-8") as stream:
                json.dump(document, stream)
            expected = Tokenizer.from_str(json.dumps(document))
            assert_same_ids(expected, texts + ["a zqx zq"], engine.encode(engine.path("tokenizer.json"), texts + ["a zqx zq"]))


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


def main():
    program, name = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        globals()["check_" + name](Engine(program, folder))
    print(f"{name}: equal")


if __name__ == "__main__":
    main()
