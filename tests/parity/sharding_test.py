# SPDX-License-Identifier: GPL-3.0-or-later
"""Beside torch's FSDP2 (`fully_shard`): four ranks of the engine at each parallel.zero_stage, and four of torch over Gloo, from the same weights
and rows, in fp32 without dropout. Run: sharding_test.py ENGINE"""

import os
import pathlib
import sys
import unittest

os.environ["TRAINYARD_ENGINE"] = sys.argv.pop(1)
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "engine/train"))

import numpy
import torch
import torch.distributed
import transformers
from safetensors.torch import load_file
from torch.distributed.fsdp import fully_shard

from engine_order import epoch_order
from engine_runs import Runs, free_ports, largest_difference
from huggingface_test import tokens_of

STAGES = (0, 1, 2, 3)
RANKS, STEPS, LENGTH, VOCABULARY = 4, 20, 32, 400
PER_DEVICE, ACCUMULATED = 2, 2
ROWS = RANKS * PER_DEVICE * ACCUMULATED  # a step
RATE, WARMUP, DECAY, MAX_NORM = 2e-3, 4, 0.1, 1.0
SEED = 42
METRICS = ("train/loss", "train/gradient_norm")
BAR, BAR_OF_WEIGHTS = 1e-5, 1e-4  # the most that losses and norms, and the last weights, may differ by, relatively
MODELS = {
    "gpt2": transformers.GPT2Config(
        vocab_size=VOCABULARY,
        n_positions=LENGTH,
        n_embd=32,
        n_layer=3,
        n_head=2,
        resid_pdrop=0,
        embd_pdrop=0,
        attn_pdrop=0,
    ),
    "llama": transformers.LlamaConfig(
        vocab_size=VOCABULARY,
        max_position_embeddings=LENGTH,
        hidden_size=48,
        intermediate_size=80,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        tie_word_embeddings=False,
    ),
}


def groups_of(model):
    """Trainer's: norms and biases do not decay."""
    decaying = [parameter for parameter in model.parameters() if parameter.ndim > 1]
    others = [parameter for parameter in model.parameters() if parameter.ndim <= 1]
    return [{"params": decaying, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]


def train_sharded(folder, rank, port, rows):
    """One of the ranks: losses and norms of all steps, and on the first rank the weights after them."""
    # Makes torch's pool of threads anew, which the fork has lost. Threads of the backward pass that do it at the same time abort the process.
    torch.set_num_threads(1)
    store = torch.distributed.TCPStore("127.0.0.1", port, RANKS, is_master=rank == 0)
    torch.distributed.init_process_group("gloo", store=store, rank=rank, world_size=RANKS)
    mesh = torch.distributed.init_device_mesh("cpu", (RANKS,))
    model = transformers.AutoModelForCausalLM.from_pretrained(folder / "initial", dtype=torch.float32)
    for layer in model.transformer.h if hasattr(model, "transformer") else model.model.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    model.train()
    optimizer = torch.optim.AdamW(groups_of(model), lr=RATE, betas=(0.9, 0.999), eps=1e-8)
    schedule = transformers.get_linear_schedule_with_warmup(optimizer, WARMUP, STEPS)
    curve = {}
    for step in range(STEPS):
        total = torch.zeros(())
        for part in range(ACCUMULATED):
            first = (part * RANKS + rank) * PER_DEVICE
            ids = torch.from_numpy(rows[step][first : first + PER_DEVICE])
            loss = model(input_ids=ids, labels=ids, use_cache=False).loss / ACCUMULATED
            loss.backward()
            total += loss.detach() / RANKS
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), MAX_NORM)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        torch.distributed.all_reduce(total)
        curve[step + 1, "train/loss"] = total.item()
        curve[step + 1, "train/gradient_norm"] = norm.full_tensor().item()
    weights = {name: value.full_tensor() for name, value in model.state_dict().items()}
    if rank == 0:
        torch.save((curve, weights), folder / "trained")
    torch.distributed.destroy_process_group()


def beside_each_other(work):
    """`work(rank)` in processes of their own, forked because torch takes seconds to load."""
    children = []
    for rank in range(RANKS):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                work(rank)
                code = 0
            except BaseException:
                sys.excepthook(*sys.exc_info())
            finally:
                sys.stderr.flush()
                os._exit(code)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * RANKS, codes


class Sharding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        transformers.utils.logging.set_verbosity_error()
        transformers.utils.logging.disable_progress_bar()
        torch.set_num_threads(1)  # those of OpenMP do not survive a fork
        cls.runs = cls.enterClassContext(Runs())
        done = cls.runs.run("prepare", cls.runs.experiment, "--output", cls.runs.folder / "prepared")
        assert done.returncode == 0, done.stderr
        tokens = tokens_of(cls.runs.folder / "prepared", "train")
        blocks = tokens[: len(tokens) // LENGTH * LENGTH].reshape(-1, LENGTH)
        order = []
        for epoch in range(-(-STEPS * ROWS // len(blocks))):
            order += epoch_order(SEED, epoch, len(blocks))[: len(blocks) // ROWS * ROWS]
        cls.rows = blocks[numpy.array(order[: STEPS * ROWS])].reshape(STEPS, ROWS, LENGTH)

    def settings(self, kind, initial, stage):
        return [
            f"model.kind={kind}",
            f"model.pretrained={initial}",
            "model.overrides={}",
            "data.kind=prepared",
            "data.path=prepared",
            "data.train=[]",
            f"seed={SEED}",
            f"training.max_steps={STEPS}",
            f"batch.per_device={PER_DEVICE}",
            f"batch.gradient_accumulation_steps={ACCUMULATED}",
            f"optimizer.learning_rate={RATE}",
            f"optimizer.weight_decay={DECAY}",
            f"optimizer.max_gradient_norm={MAX_NORM}",
            f"schedule.warmup_steps={WARMUP}",
            "evaluation.every_steps=null",
            "checkpoint.every_steps=null",
            f"parallel.zero_stage={stage}",
        ]

    def compare(self, kind):
        folder = self.runs.folder / kind
        folder.mkdir()
        torch.manual_seed(3)
        transformers.AutoModelForCausalLM.from_config(MODELS[kind]).save_pretrained(folder / "initial")
        port = free_ports(["store"])["store"]
        beside_each_other(lambda rank: train_sharded(folder, rank, port, self.rows))
        theirs, trained = torch.load(folder / "trained")
        size = torch.cat([value.flatten() for value in trained.values()]).norm()
        for stage in STAGES:
            run = f"{kind}-{stage}"
            ours = self.runs.train(run, RANKS, self.settings(kind, folder / "initial", stage))
            weights = load_file(self.runs.folder / run / "results/model/model.safetensors")
            worst = {metric: largest_difference(theirs, ours, metric) for metric in METRICS}
            apart = torch.cat([(weights[name] - trained[name]).flatten() for name in weights]).norm() / size
            said = ", ".join(f"{metric} {value:.1e}" for metric, value in worst.items())
            print(f"{kind}, stage {stage}: {said}, last weights {apart:.1e}")
            with self.subTest(kind, stage=stage):
                self.assertLess(max(worst.values()), BAR)
                self.assertLess(apart, BAR_OF_WEIGHTS)

    def test_tied_gpt2(self):
        self.compare("gpt2")

    def test_llama(self):
        self.compare("llama")


if __name__ == "__main__":
    unittest.main(verbosity=2)
