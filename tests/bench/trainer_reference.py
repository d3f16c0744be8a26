"""The other side of the training pairs: the quickstart's model under Hugging Face Trainer.

trainer_reference.py --prepare TOKENIZER TEXT TOKENS    once, not measured
trainer_reference.py TOKENS TIMES STEPS                 trains; writes {step: Unix seconds when done}
"""
import json
import sys
import time

import torch


def prepare(tokenizer_file, text_file, tokens_file):
    from tokenizers import Tokenizer
    tokenizer = Tokenizer.from_file(tokenizer_file)
    lines = open(text_file, encoding="utf-8").read().splitlines(keepends=True)[:40000]
    ids = [token for line in tokenizer.encode_batch(lines) for token in line.ids]
    torch.save(torch.tensor(ids[: len(ids) // 256 * 256]).view(-1, 256), tokens_file)


def train(tokens_file, times_file, steps):
    from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments
    rows = torch.load(tokens_file)

    class Rows(torch.utils.data.Dataset):
        def __len__(self):
            return len(rows)

        def __getitem__(self, index):
            return {"input_ids": rows[index], "labels": rows[index]}

    times = {}

    class Clock(TrainerCallback):
        def on_step_end(self, arguments, state, control, **_):
            times[state.global_step] = time.time()

    model = GPT2LMHeadModel(GPT2Config(vocab_size=8192, n_positions=256, n_embd=256, n_layer=4, n_head=4, resid_pdrop=0.0, embd_pdrop=0.0,
                                       attn_pdrop=0.0, bos_token_id=0, eos_token_id=0))
    arguments = TrainingArguments(output_dir=times_file + ".output", max_steps=steps, per_device_train_batch_size=8, learning_rate=1e-3,
                                  weight_decay=0.01, warmup_steps=20, logging_steps=1, save_strategy="no", report_to="none", use_cpu=True,
                                  disable_tqdm=True)
    Trainer(model=model, args=arguments, train_dataset=Rows(), callbacks=[Clock()]).train()
    with open(times_file, "w") as file:
        json.dump(times, file)


if __name__ == "__main__":
    if sys.argv[1] == "--prepare":
        prepare(*sys.argv[2:5])
    else:
        train(sys.argv[1], sys.argv[2], int(sys.argv[3]))
