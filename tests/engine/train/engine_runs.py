# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of the built engine in a folder of their own, and what their events say."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "packaging/cluster"))
from layout import free_ports

ENGINE = os.environ["TRAINYARD_ENGINE"]
EXPERIMENT = """format: 1
name: small
model: {{kind: gpt2, overrides: {{n_layer: 2, n_embd: 32, n_head: 2, n_positions: 32, vocab_size: 400, {dropout}}}}}
data: {{kind: text, train: [corpus.txt], validation_split_ratio: 0.1, sequence_length: 32}}
batch: {{per_device: 8}}
training: {{max_steps: 30}}
optimizer: {{learning_rate: 2.0e-3, weight_decay: 0.1}}
schedule: {{warmup_steps: 4}}
evaluation: {{every_steps: 10}}
checkpoint: {{every_steps: 5}}
logging: {{every_steps: 1}}
"""
NO_DROPOUT = "resid_pdrop: 0.0, embd_pdrop: 0.0, attn_pdrop: 0.0"
WORDS = "the a of model learns from text and then it predicts words that follow each other in lines long short".split()


class Runs:
    def __init__(self, dropout=NO_DROPOUT):
        self.holder = tempfile.TemporaryDirectory(prefix="trainyard-test-")
        self.folder = pathlib.Path(self.holder.name)
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), "OMP_NUM_THREADS": "1"}
        for name in ("TRAINYARD_EVENTS", "TRAINYARD_RUN_DIR", "TRAINYARD_ATTEMPT", "RANK", "WORLD_SIZE"):
            self.environment.pop(name, None)
        words = random.Random(1)
        lines = [" ".join(words.choices(WORDS, k=words.randint(0, 14))) + "\n" for _ in range(1500)]
        (self.folder / "corpus.txt").write_text("".join(lines) + "no break at the end")
        self.experiment = self.folder / "experiment.yaml"
        self.experiment.write_text(EXPERIMENT.format(dropout=dropout))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.holder.cleanup()

    def run(self, *arguments):
        return subprocess.run(
            [ENGINE, *map(str, arguments)],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=240,
        )

    def start(self, name, ranks=1, settings=(), of_rank=None, restore_signals=True):
        """`of_rank`: further settings of single ranks. Without `restore_signals` a file that is too large is an error, as in this program."""
        port = free_ports(["master"])["master"]
        command = [ENGINE, "train", str(self.experiment), "--run-dir", str(self.folder / name)]
        started = []
        for rank in range(ranks):
            variables = (
                {
                    "RANK": rank,
                    "LOCAL_RANK": rank,
                    "WORLD_SIZE": ranks,
                    "LOCAL_WORLD_SIZE": ranks,
                    "MASTER_ADDR": "127.0.0.1",
                    "MASTER_PORT": port,
                }
                if ranks > 1
                else {}
            )
            changes = [word for setting in (*settings, *(of_rank or {}).get(rank, ())) for word in ("--set", setting)]
            with open(self.folder / f"{name}.{rank}.log", "a") as log:
                started.append(
                    subprocess.Popen(
                        [*command, *changes],
                        cwd=self.folder,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                        restore_signals=restore_signals,
                        env={**self.environment, **{key: str(value) for key, value in variables.items()}},
                    )
                )
        return started

    def train(self, name, ranks=1, settings=(), code=0):
        codes = [process.wait(timeout=240) for process in self.start(name, ranks, settings)]
        assert codes == [code] * ranks, f"exit codes {codes}\n" + (self.folder / f"{name}.0.log").read_text()[-3000:]
        return self.metrics(name)

    def kill(self, processes, number=signal.SIGKILL):
        for process in processes:
            process.send_signal(number)
        return [process.wait(timeout=60) for process in processes]

    def train_through_a_kill(self, name, settings=(), step=12):
        """The curve of a run that is killed at about this step and resumed."""
        processes = self.start(name, 1, settings)
        self.wait_for_step(name, step, processes)
        self.wait_for_checkpoint(name, processes)
        self.kill(processes)
        curve = self.train(name, 1, settings)
        resumed_at = [event["resume_step"] for event in self.events(name) if event["event"] == "start"]
        assert max(resumed_at) > 0, f"nothing was resumed: {resumed_at}"
        return curve

    def events(self, name, attempt="*"):
        for file in sorted((self.folder / name / "attempts").glob(f"{attempt}/events.jsonl")):
            yield from map(
                json.loads, filter(lambda line: line.endswith("\n"), file.read_text().splitlines(keepends=True))
            )

    def metrics(self, name):
        """{(step, metric): value} of what does not depend on time, a resumed attempt superseding later steps of the earlier ones."""
        found = {}
        for event in self.events(name):
            if event["event"] == "start":
                found = {key: value for key, value in found.items() if key[0] <= event["resume_step"]}
            elif event["event"] == "metrics":
                found.update(
                    {
                        (event["step"], key): value
                        for key, value in event["values"].items()
                        if key in ("train/loss", "train/gradient_norm", "train/learning_rate")
                        or key.startswith("eval/")
                    }
                )
        return found

    def wait_for_step(self, name, step, processes, attempt=1):
        """Until this attempt has an event of this or a later step, or the processes have ended."""
        while all(process.poll() is None for process in processes):
            if any(
                event.get("step", 0) >= step
                for event in self.events(name, f"{attempt:04}")
                if event["event"] == "metrics"
            ):
                return
            time.sleep(0.03)

    def wait_for_checkpoint(self, name, processes):
        """Until there is one to resume from, which is written beside the steps, or the processes have ended."""
        while all(process.poll() is None for process in processes):
            if (self.folder / name / "checkpoints/latest").exists():
                return
            time.sleep(0.03)


def tensor_bytes(file):
    """{name: bytes} of a safetensors file."""
    content = file.read_bytes()
    begin = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:begin])
    header.pop("__metadata__", None)
    places = {name: entry["data_offsets"] for name, entry in header.items()}
    return {name: content[begin + first : begin + end] for name, (first, end) in places.items()}


def optimizer_state(checkpoint):
    """{name: bytes} of the whole tensors of the optimizer's state, whatever files they are in."""
    training = checkpoint / "training"
    if (training / "optimizer.safetensors").exists():
        return tensor_bytes(training / "optimizer.safetensors")
    index = json.loads((training / "optimizer.index.json").read_text())["tensors"]
    files = {part["file"] for tensor in index.values() for part in tensor["parts"]}
    content = {file: tensor_bytes(training / file) for file in files}
    return {name: b"".join(content[part["file"]][name] for part in tensor["parts"]) for name, tensor in index.items()}


def largest_difference(one, other, metric="train/loss"):
    steps = sorted(step for step, name in one if name == metric)
    assert steps and steps == sorted(step for step, name in other if name == metric)
    return max(abs(one[step, metric] - other[step, metric]) / abs(one[step, metric]) for step in steps)
