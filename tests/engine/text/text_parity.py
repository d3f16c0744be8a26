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
import unicodedata

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

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
            result.append(data[at + 4:at + 4 + count].decode())
            at += 4 + count
        return result


def assert_same_ids(tokenizer, texts, ours, add_special_tokens=False):
    assert len(ours) == len(texts)
    encodings = tokenizer.encode_batch(texts, add_special_tokens=add_special_tokens)
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


def saved(engine, tokenizer):
    tokenizer.save(engine.path("tokenizer.json"))
    return engine.path("tokenizer.json")


def marked_texts(seed):
    """Letters of all scripts with marks behind them, in and out of order, and every code point between two letters."""
    generator = random.Random(seed)
    marks = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000 and unicodedata.combining(chr(c))]
    kinds = [lambda g: g.choice(marks), lambda g: g.choice(marks), lambda g: g.choice("aeiou\u00e9\u00c5\u1e69\u0915\u05d0\u064a\u3042"),
             lambda g: chr(g.randrange(0x1100, 0x1200)), lambda g: chr(g.randrange(0xAC00, 0xD7A4)), lambda g: chr(g.randrange(0xF900, 0xFB50)), any_code_point]
    texts = ["".join(generator.choice(kinds)(generator) for _ in range(generator.choice([2, 3, 6, 12]))) for _ in range(20_000)]
    code_points = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    return texts + ["".join(f"a{c}b" for c in code_points[at:at + 500]) for at in range(0, len(code_points), 500)]


def check_normalizers(engine):
    """Each normalizer gives the library's ids, for marks in any order and every code point; added tokens are looked for in what it makes."""
    texts = marked_texts(8) + random_texts(3000, seed=9)
    chosen = [normalizers.NFC(), normalizers.NFD(), normalizers.NFKC(), normalizers.NFKD(), normalizers.Lowercase(), normalizers.StripAccents(),
              normalizers.BertNormalizer(), normalizers.BertNormalizer(lowercase=False), normalizers.BertNormalizer(lowercase=True, strip_accents=False),
              normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False, lowercase=False, strip_accents=True),
              normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()]),
              normalizers.Sequence([normalizers.Prepend("_"), normalizers.Replace("a", "\u00e4\u0301"), normalizers.NFC()])]
    reference = train_reference(split_keeping_breaks(corpus())[:5000], 600)
    reference.add_tokens([AddedToken("\u00c9t\u00e9", normalized=True), AddedToken("Aa", normalized=False)])
    texts += ["un \u00c9t\u00e9 Aa", "E\u0301te\u0301aa", "\u00e9t\u00e9 ete", ""]
    for normalizer in chosen:
        reference.normalizer = normalizer
        assert_same_ids(reference, texts, engine.encode(saved(engine, reference), texts))


def check_word_piece(engine):
    """BERT's tokenizer, from tokenizer.json and from vocab.txt: ids, what is put around a text, and text again."""
    from transformers import BertTokenizerFast

    lines = split_keeping_breaks(corpus())
    texts = lines[::11] + marked_texts(10)[::3] + random_texts(5000, seed=11) + ["x" * 101, "x" * 100, "", " ", "[MASK] a[SEP]b [mask]"]
    for options in [{}, {"lowercase": False}, {"strip_accents": False}]:
        reference = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        reference.normalizer = normalizers.BertNormalizer(**options)
        reference.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        reference.decoder = decoders.WordPiece()
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        reference.train_from_iterator(lines[:20_000], trainers.WordPieceTrainer(vocab_size=3000, show_progress=False, special_tokens=special))
        reference.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
        file = saved(engine, reference)
        ours = engine.encode(file, texts)
        assert_same_ids(reference, texts, ours)
        assert reference.decode_batch(ours, skip_special_tokens=False) == engine.decode(file, ours)
        assert_same_ids(reference, texts, engine.encode(file, texts, "encode_whole"), add_special_tokens=True)
        folder = tempfile.mkdtemp(dir=engine.folder)
        reference.model.save(folder)
        with open(os.path.join(folder, "tokenizer_config.json"), "w") as stream:
            json.dump({"tokenizer_class": "BertTokenizer", "do_lower_case": options.get("lowercase", True), "strip_accents": options.get("strip_accents")}, stream)
        older = BertTokenizerFast(os.path.join(folder, "vocab.txt"), do_lower_case=options.get("lowercase", True), strip_accents=options.get("strip_accents"))
        assert older(texts).input_ids == engine.encode(folder, texts, "encode_whole")


def check_word_piece_training(engine):
    """The entries are the library's but for ties, which it decides otherwise in each of its runs; transformers loads the folder."""
    from tokenizers import BertWordPieceTokenizer
    from transformers import AutoTokenizer

    lines = split_keeping_breaks(corpus())[:20_000] + ["\u4e2d\u6587 \u00c9t\u00e9 \U0001f600\n"] * 3
    for vocab_size, lowercase in [(3000, True), (1500, False), (100, True)]:
        reference = BertWordPieceTokenizer(lowercase=lowercase)
        reference.train_from_iterator(lines, vocab_size=vocab_size, show_progress=False)
        with open(engine.path("lines.txt"), "w", encoding="utf-8", newline="") as stream:
            stream.write("".join(lines))
        folder = tempfile.mkdtemp(dir=engine.folder)
        engine.run("train_word_piece", str(vocab_size), str(int(lowercase)), engine.path("lines.txt"), folder)
        vocabulary = model_of(folder)["vocab"]
        ours, theirs = set(vocabulary), set(reference.get_vocab())
        assert len(ours) == len(theirs) and len(ours - theirs) <= 0.01 * len(ours), (sorted(ours - theirs)[:9], sorted(theirs - ours)[:9])
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
    special = ["<pad>", "<eos>", "<bos>", "<unk>"]
    for byte_fallback, fuse_unk in [(True, True), (False, True), (False, False)]:
        reference = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=fuse_unk, byte_fallback=byte_fallback))
        reference.normalizer = normalizers.Replace(" ", "\u2581")
        reference.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
        reference.decoder = decoders.Sequence([decoders.Replace("\u2581", " "), decoders.ByteFallback(), decoders.Fuse()])
        bytes_ = [f"<0x{byte:02X}>" for byte in range(256)] if byte_fallback else []
        trainer = trainers.BpeTrainer(vocab_size=2000, show_progress=False, special_tokens=special + bytes_, limit_alphabet=150, max_token_length=12)
        reference.train_from_iterator(lines[:2000], trainer)
        document = json.loads(reference.to_str())
        document["added_tokens"] = [token for token in document["added_tokens"] if token["content"] in special]
        reference = Tokenizer.from_str(json.dumps(document))
        reference.post_processor = processors.TemplateProcessing(single="<bos> $A", pair="<bos> $A <bos> $B", special_tokens=[("<bos>", 2)])
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


def main():
    program, name = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        globals()["check_" + name](Engine(program, folder))
    print(f"{name}: equal")


if __name__ == "__main__":
    main()
