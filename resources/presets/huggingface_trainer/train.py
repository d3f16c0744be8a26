"""Trains a small GPT-2 with Hugging Face's Trainer. An ordinary script: it knows nothing of who starts it."""

import argparse
import glob
import time

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast, Trainer, TrainingArguments


def read_text(path):
    """The text to learn: a file, or Python's tutorial from Debian's python3-doc."""
    files = [path] if path else sorted(glob.glob("/usr/share/doc/python3*/html/_sources/tutorial/*.rst.txt"))
    if not files:
        raise SystemExit("no text: pass --text FILE (or install python3-doc)")
    return "".join(open(file, encoding="utf-8").read() for file in files)


def train_tokenizer(text, vocabulary):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(text.splitlines(keepends=True), trainer)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer)


class Windows(torch.utils.data.Dataset):
    """The text as windows of equal length; the labels are the inputs, as the model shifts them itself."""

    def __init__(self, ids, length):
        count = len(ids) // length
        self.rows = torch.tensor(ids[: count * length]).view(count, length)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return {"input_ids": self.rows[index], "labels": self.rows[index]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", default="", help="file to learn from")
    parser.add_argument("--output", required=True, help="folder of the checkpoints")
    parser.add_argument("--resume-from", default="", help="checkpoint to continue from; empty: from the start")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--save-steps", type=int, default=20)
    arguments = parser.parse_args()

    text = read_text(arguments.text)
    tokenizer = train_tokenizer(text, vocabulary=1024)
    rows = Windows(tokenizer(text, verbose=False)["input_ids"], length=64)
    held_out = torch.utils.data.Subset(rows, range(16))
    learned = torch.utils.data.Subset(rows, range(16, len(rows)))

    torch.manual_seed(42)
    model = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=len(tokenizer), n_positions=64, n_embd=64, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0
        )
    )
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=arguments.output,
            max_steps=arguments.steps,
            per_device_train_batch_size=4,
            learning_rate=1e-3,
            logging_steps=5,
            save_steps=arguments.save_steps,
            save_total_limit=2,
            eval_strategy="steps",
            eval_steps=arguments.save_steps,
            report_to="none",
            use_cpu=not torch.cuda.is_available(),
            seed=42,
        ),
        train_dataset=learned,
        eval_dataset=held_out,
    )
    trainer.train(resume_from_checkpoint=arguments.resume_from or None)
    if torch.distributed.is_initialized():
        # Gloo's thread lets go of the last tensors a moment after they arrived, for which it needs Python's lock; destroying the group
        # holds that lock and waits for the thread. So all meet, then wait that moment without the lock.
        torch.distributed.barrier()
        time.sleep(1)
        torch.distributed.destroy_process_group()  # as torch asks of every script: without it a rank may abort at its exit


if __name__ == "__main__":
    main()
