# SPDX-License-Identifier: GPL-3.0-or-later
"""encode_reference.py TOKENIZER TEXT: the other side of encode_speed, with the `tokenizers` library on one thread.

encode_reference.py --train TEXT TOKENIZER: the quickstart's vocabulary, once, not measured.
"""

import json
import sys
import time

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers


def lines_of(file):
    return open(file, encoding="utf-8", newline="").read().splitlines(keepends=True)


if sys.argv[1] == "--train":
    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=8192, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    trained.train_from_iterator(lines_of(sys.argv[2]), trainer)
    trained.save(sys.argv[3])
else:
    tokenizer = Tokenizer.from_file(sys.argv[1])
    lines = lines_of(sys.argv[2])
    num_bytes = sum(len(line.encode()) for line in lines)
    start = time.perf_counter()
    tokens = sum(len(encoding.ids) for encoding in tokenizer.encode_batch_fast(lines, add_special_tokens=False))
    print(json.dumps({"megabytes_per_second": num_bytes / 1e6 / (time.perf_counter() - start), "tokens": tokens}))
