# SPDX-License-Identifier: GPL-3.0-or-later
"""A tokenizer as BERT's, in a folder as transformers saves it. It is not trained: the library's training breaks ties otherwise each time."""

import string

import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from engine_runs import WORDS

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def save_tokenizer(folder, size):
    letters = list(string.ascii_lowercase)
    entries = list(dict.fromkeys([*SPECIAL, *letters, *("##" + letter for letter in letters), *WORDS]))
    entries += [f"[unused{i}]" for i in range(size - len(entries))]
    assert len(entries) == size, len(entries)
    tokenizer = Tokenizer(models.WordPiece({entry: i for i, entry in enumerate(entries)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    names = dict(zip(["pad_token", "unk_token", "cls_token", "sep_token", "mask_token"], SPECIAL))
    wrapped = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)
    wrapped.save_pretrained(folder)
    return wrapped
