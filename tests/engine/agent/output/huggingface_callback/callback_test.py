# SPDX-License-Identifier: GPL-3.0-or-later
"""A Trainer script, unchanged, under the agent: every log with its step, whoever starts it; and what a script without it pays."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

AGENT = sys.argv.pop(1)
SCRIPT = """
import os, sys, time, torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments
class Data(torch.utils.data.Dataset):
    def __len__(self): return 32
    def __getitem__(self, i):
        ids = torch.arange(8) + i % 8
        return {"input_ids": ids, "labels": ids}
model = GPT2LMHeadModel(GPT2Config(n_layer=1, n_embd=16, n_head=2, vocab_size=32, n_positions=16))
args = TrainingArguments(output_dir=sys.argv[1], per_device_train_batch_size=8, max_steps=6, logging_steps=2, eval_strategy="steps",
                         eval_steps=3, save_steps=3, report_to=[], use_cpu=True)
trainer = Trainer(model=model, args=args, train_dataset=Data(), eval_dataset=Data())
trainer.train(resume_from_checkpoint=sys.argv[2] or None)
if torch.distributed.is_initialized():  # without it torch 2.11 aborts now and then at exit, with or without the agent
    torch.distributed.barrier()
    time.sleep(1)  # else Gloo's thread and this one may wait for each other for ever
    torch.distributed.destroy_process_group()
"""


class Callback(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="callback test ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "train.py").write_text(SCRIPT)

    def run_agent(self, *options, command=("train.py", "{checkpoints}", "{resume_from}"), **environment):
        done = subprocess.run(
            [
                AGENT,
                "run",
                "--run-dir",
                self.folder,
                "--metrics",
                "huggingface",
                "--python",
                sys.executable,
                *options,
                "--",
                *command,
            ],
            env=dict(os.environ, **environment),
            capture_output=True,
            text=True,
            timeout=200,
        )
        attempt = sorted((self.folder / "attempts").iterdir())[-1]
        self.assertEqual(done.returncode, 0, done.stderr + (attempt / "stderr.log").read_text())
        return [json.loads(line) for line in (attempt / "events.jsonl").read_text().splitlines()], attempt

    def check_events(self, events, first_step=0):
        metrics = [line for line in events if line["event"] == "metrics"]
        losses = [line["step"] for line in metrics if "train/loss" in line["values"]]
        self.assertEqual(losses, [step for step in (2, 4, 6) if step > first_step])
        self.assertEqual(
            [line["step"] for line in metrics if "eval/loss" in line["values"]],
            [step for step in (3, 6) if step > first_step],
        )
        start = [line for line in events if line["event"] == "start"]
        self.assertEqual([(line["resume_step"], line["total_steps"]) for line in start], [(first_step, 6)])
        self.assertEqual(
            [line["step"] for line in events if line["event"] == "checkpoint"],
            [step for step in (3, 6) if step > first_step],
        )

    def test_alone_and_resumed(self):
        events, attempt = self.run_agent()
        self.check_events(events)
        printed = [line for line in (attempt / "stdout.log").read_text().splitlines() if line.startswith("{'loss'")]
        self.assertEqual(len(printed), 3, "the script's own output stays")
        subprocess.run(["rm", "-r", self.folder / "checkpoints/checkpoint-6"], check=True)
        events, _ = self.run_agent()
        self.check_events(events, first_step=3)

    def test_under_torchrun(self):
        events, _ = self.run_agent("--launcher", "torchrun", "--nproc-per-node", "2")
        self.check_events(events)

    @unittest.skipUnless(os.environ.get("TRAINYARD_LONG"), "the ranks are torchrun's; it loads torch four times")
    def test_under_accelerate(self):
        events, _ = self.run_agent("--launcher", "accelerate", "--nproc-per-node", "2")
        self.check_events(events)

    def test_printed_dictionaries_where_the_callback_can_not_work(self):
        (self.folder / "isolated.sh").write_text('unset PYTHONPATH; exec "$@"\n')
        events, _ = self.run_agent(command=("sh", "isolated.sh", sys.executable, "train.py", "{checkpoints}", ""))
        points = {
            (line.get("step"), name): value
            for line in events
            if line["event"] == "metrics"
            for name, value in line["values"].items()
        }
        state = json.loads((self.folder / "checkpoints/checkpoint-6/trainer_state.json").read_text())
        for entry in state["log_history"]:
            if "loss" in entry:
                self.assertEqual(points[(entry["step"], "train/loss")], entry["loss"])

    def test_another_sitecustomize_still_runs_and_nothing_is_imported(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "sitecustomize.py").write_text("print('the other one')\n")
        (self.folder / "plain.py").write_text(
            "import sys\nprint(sorted(m for m in ('json', 'transformers', 'torch', 'trainyard_callback') if m in sys.modules))\n"
        )
        _, attempt = self.run_agent(command=("plain.py",), PYTHONPATH=str(other))
        self.assertEqual((attempt / "stdout.log").read_text(), "the other one\n[]\n")


if __name__ == "__main__":
    unittest.main()
