# SPDX-License-Identifier: GPL-3.0-or-later
"""Training on a GPU through the built program: the processor's curves, bit-equal resume, ranks."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import unittest

from engine_runs import ENGINE, NO_DROPOUT, Runs, largest_difference
from every_model_test import MODELS, VOCABULARY
from small_bert import save_tokenizer

AGENT = os.environ["TRAINYARD_AGENT"]
ON_GPU, SHORT = "resources.gpus_per_node=1", "training.max_steps=12"
EXACT = [ON_GPU, "training.full_determinism=true"]
RESIDUAL_DROPOUT = "resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.0"
ALL_DROPOUT = "resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.1"
# Wide enough for storages of 1 MiB, which are worth moving.
WIDE = [
    "model.overrides.n_embd=256",
    "model.overrides.n_positions=256",
    "data.sequence_length=128",
    "batch.per_device=16",
]


# Ranks may share a GPU from NCCL 2.30 on, which who sets this has preloaded.
IS_SHARED = os.environ.get("NCCL_MULTI_RANK_GPU_ENABLE") == "1"


def visible_gpus():
    """Their indices, as CUDA_VISIBLE_DEVICES takes them; where they are shared, more often than once."""
    gpus = separate_gpus()
    return gpus * 4 if IS_SHARED else gpus


def separate_gpus():
    if shown := os.environ.get("CUDA_VISIBLE_DEVICES"):
        return shown.split(",")
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        return []
    return [str(i) for i, line in enumerate(line for line in listed.stdout.splitlines() if line.startswith("GPU "))]


OFFLOADED = {
    "optimizer offloaded": ["parallel.zero_stage=1", "parallel.offload_optimizer=true"],
    "all offloaded": ["parallel.zero_stage=3", "parallel.offload_optimizer=true", "parallel.offload_parameters=true"],
}


class Case(unittest.TestCase):
    gpus = 1

    def setUp(self):
        if len(visible_gpus()) < self.gpus:
            self.skipTest(f"SKIPPED: this machine shows {len(visible_gpus())} GPUs, and this needs {self.gpus}")

    def messages(self, runs, name):
        return {event["code"]: event["arguments"] for event in runs.events(name) if event["event"] == "message"}


class OneGpu(Case):
    def test_the_curve_is_the_processors(self):
        for dropout, precision, bar in (
            (NO_DROPOUT, "fp32", 1e-3),
            (RESIDUAL_DROPOUT, "fp32", 1e-3),
            (NO_DROPOUT, "bf16", 5e-2),
            (NO_DROPOUT, "fp16", 5e-2),
        ):
            with self.subTest(dropout=dropout, precision=precision), Runs(dropout) as runs:
                there, here = runs.train("gpu", 1, [ON_GPU, f"precision.kind={precision}"]), runs.train("processor")
                for metric in ("train/loss", "eval/loss"):
                    self.assertLess(largest_difference(here, there, metric), bar)
                said = self.messages(runs, "gpu")
                self.assertIn("attention.backend", said)
                self.assertIn("memory.gpu_peak", said)
                print(precision, said["attention.backend"], said["memory.gpu_peak"])

    def test_every_model(self):
        with Runs() as runs:
            save_tokenizer(runs.folder / "tokenizer", VOCABULARY)
            for kind, config in MODELS.items():
                config = {key: value for key, value in config.items() if "dropout" not in key}
                config |= {
                    "gpt2": dict(resid_pdrop=0, embd_pdrop=0, attn_pdrop=0),
                    "bert": dict(hidden_dropout_prob=0, attention_probs_dropout_prob=0),
                }.get(kind, {})
                settings = [
                    f"model.kind={kind}",
                    f"model.overrides={json.dumps(config)}",
                    "data.tokenizer=tokenizer",
                    SHORT,
                ]
                settings += ["task.kind=masked_language_modeling"] if kind == "bert" else []
                with self.subTest(kind):
                    here, there = (
                        runs.train(f"{kind} processor", 1, settings),
                        runs.train(f"{kind} gpu", 1, [*settings, ON_GPU]),
                    )
                    self.assertLess(largest_difference(here, there), 1e-3)

    def test_every_optimizer(self):
        for kind in ("adamw", "sgd", "adafactor", "adamw_8bit"):
            with self.subTest(kind), Runs() as runs:
                settings = [f"optimizer.kind={kind}", SHORT]
                self.assertLess(
                    largest_difference(runs.train("processor", 1, settings), runs.train("gpu", 1, [*settings, ON_GPU])),
                    1e-2,
                )

    def test_killed_and_resumed_changes_no_bit(self):
        for precision in ("fp32", "bf16", "fp16"):
            with self.subTest(precision), Runs(ALL_DROPOUT) as runs:
                settings = [*EXACT, f"precision.kind={precision}"]
                whole = runs.train("whole", 1, settings)
                self.assertEqual(runs.train_through_a_kill("cut", settings), whole)

    def test_a_checkpoint_is_the_model_of_its_step(self):
        with Runs() as runs:
            runs.train("long", 1, [*EXACT, *WIDE, "checkpoint.keep_last=10"])
            runs.train("short", 1, [*EXACT, *WIDE, "training.max_steps=5", "schedule.kind=constant_with_warmup"])
            runs.train("constant", 1, [*EXACT, *WIDE, "checkpoint.keep_last=10", "schedule.kind=constant_with_warmup"])

            def model(name, step):
                return (runs.folder / name / f"checkpoints/step-{step:08}/model.safetensors").read_bytes()

            # Longer than unittest prints: only whether they are equal.
            self.assertTrue(model("short", 5) == model("constant", 5), "written while training went on")
            self.assertFalse(model("constant", 10) == model("long", 10), "the schedule changes nothing")

    def test_recomputed_and_offloaded_changes_no_bit(self):
        with Runs(ALL_DROPOUT) as runs:
            whole = runs.train("whole", 1, [*EXACT, *WIDE, SHORT])
            for recompute, offload in itertools.product(("none", "selective", "full"), ("false", "true")):
                settings = [f"parallel.recompute={recompute}", f"parallel.offload_activations={offload}"]
                with self.subTest(settings):
                    self.assertEqual(runs.train("-".join(settings), 1, [*EXACT, *WIDE, SHORT, *settings]), whole)

    def test_what_is_in_main_memory_is_updated_there(self):
        # The CPU's kernels round in another order than the GPU's.
        for precision, bar in (("fp32", 1e-4), ("bf16", 2e-2)):
            with Runs() as runs:
                settings = [ON_GPU, *WIDE, SHORT, f"precision.kind={precision}"]
                whole = runs.train("whole", 1, settings)
                for name, offloaded in OFFLOADED.items():
                    with self.subTest(name, precision=precision):
                        curve = runs.train(name, 1, [*settings, *offloaded])
                        self.assertLess(largest_difference(whole, curve), bar)
                        said = self.messages(runs, name)
                        print(name, precision, said["memory.gpu_peak"], said["memory.host"])

    def test_trained_there_evaluated_here(self):
        with Runs() as runs:
            curve = runs.train("gpu", 1, [ON_GPU])
            judged = runs.run("evaluate", runs.experiment, "--model", runs.folder / "gpu")
            self.assertEqual(judged.returncode, 0, judged.stderr)
            self.assertLess(abs(json.loads(judged.stdout)["eval_loss"] / curve[30, "eval/loss"] - 1), 1e-3)


class TwoGpus(Case):
    gpus = 2

    def test_ranks_change_nothing(self):
        with Runs() as runs:
            settings = ["batch.global=8", "batch.per_device=2", f"resources.gpus_per_node={self.gpus}"]
            one = runs.train("one", 1, [*settings, ON_GPU])
            self.assertLess(largest_difference(one, runs.train("all", self.gpus, settings)), 1e-3)

    def test_ranks_that_share_out_change_nothing(self):
        for precision, bar in (("fp32", 1e-3), ("bf16", 5e-2)):
            with Runs() as runs:
                settings = [*WIDE, SHORT, "batch.global=32", f"batch.per_device={32 // self.gpus}"]
                settings += [f"resources.gpus_per_node={self.gpus}", f"precision.kind={precision}"]
                whole = runs.train("whole", self.gpus, settings)
                ways = {f"stage {stage}": [f"parallel.zero_stage={stage}"] for stage in (1, 2, 3)} | OFFLOADED
                for name, way in ways.items():
                    with self.subTest(name, precision=precision):
                        self.assertLess(largest_difference(whole, runs.train(name, self.gpus, [*settings, *way])), bar)
                        print(name, precision, self.messages(runs, name)["memory.gpu_peak"])

    def under_agent(self, runs, setup, *settings):
        """All ranks of one document; `setup`: shell, before each."""
        folder = runs.folder / "run"
        folder.mkdir()
        words = [
            "exec",
            f"'{ENGINE}'",
            "train",
            f"'{runs.experiment}'",
            "--run-dir",
            f"'{folder}'",
            f"--set resources.gpus_per_node={self.gpus}",
            *(f"--set '{each}'" for each in settings),
        ]
        script = runs.folder / "rank.sh"
        script.write_text(f"{setup}\n{' '.join(words)}\n")
        agent = subprocess.Popen(
            [AGENT, "run", "--run-dir", str(folder), "--nproc-per-node", str(self.gpus), "--", "bash", str(script)],
            cwd=runs.folder,
            env=runs.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.addCleanup(lambda: agent.poll() is None and agent.kill())
        return agent

    def test_each_rank_may_be_shown_one_gpu(self):
        with Runs() as runs:
            shown = f"all=({' '.join(visible_gpus())}); export CUDA_VISIBLE_DEVICES=${{all[$LOCAL_RANK]}}"
            self.assertEqual(self.under_agent(runs, shown, SHORT).wait(timeout=240), 0)

    def test_a_lost_rank_is_named(self):
        with Runs() as runs:
            agent = self.under_agent(
                runs, "", "training.max_steps=1000000", "checkpoint.every_steps=null", "evaluation.every_steps=null"
            )
            runs.wait_for_step("run", 20, [agent])
            children = pathlib.Path(f"/proc/{agent.pid}/task/{agent.pid}/children").read_text().split()
            lost = next(
                int(pid)
                for pid in children
                if b"\0RANK=1\0" in b"\0" + pathlib.Path(f"/proc/{pid}/environ").read_bytes()
            )
            os.kill(lost, signal.SIGSTOP)
            self.assertEqual(agent.wait(timeout=200), 5)
            self.assertIn(f"rank 1 of {self.gpus}", list(runs.events("run"))[-1]["reason"])


class FourGpus(TwoGpus):
    gpus = 4


if __name__ == "__main__":
    unittest.main(verbosity=2)
