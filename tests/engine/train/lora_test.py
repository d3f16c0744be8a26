# SPDX-License-Identifier: GPL-3.0-or-later
"""Low-rank adapters from a pretrained folder to what peft and transformers load: trained, killed, resumed, exported and merged."""

import random
import shutil
import unittest

import peft
import torch
import transformers
from safetensors.torch import load_file, save_file

from engine_runs import Runs, largest_difference
from huggingface_test import LENGTH, tokens_of

STEPS = 20
GPT2 = dict(
    vocab_size=400,
    n_positions=LENGTH,
    n_embd=32,
    n_layer=2,
    n_head=2,
    bos_token_id=0,
    eos_token_id=0,
    resid_pdrop=0.1,
    embd_pdrop=0.1,
    attn_pdrop=0.1,
)
LLAMA = dict(
    vocab_size=400,
    max_position_embeddings=LENGTH,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=3,
    num_attention_heads=4,
    num_key_value_heads=2,
    bos_token_id=0,
    eos_token_id=0,
    pad_token_id=None,
)
SETTINGS = [
    "model.overrides={}",
    f"training.max_steps={STEPS}",
    "optimizer.learning_rate=2e-2",
    "lora.rank=4",
    "lora.alpha=8",
]


class Adapters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = cls.runs.folder
        done = cls.runs.run("prepare", cls.runs.experiment, "--output", cls.folder / "prepared")
        assert done.returncode == 0, done.stderr
        torch.manual_seed(5)
        cls.gpt2 = cls.save("gpt2", transformers.GPT2LMHeadModel(transformers.GPT2Config(**GPT2)))
        cls.llama = cls.save(
            "llama", transformers.LlamaForCausalLM(transformers.LlamaConfig(**LLAMA)), max_shard_size="40KB"
        )
        blocks = torch.from_numpy(tokens_of(cls.folder / "prepared", "validation"))
        cls.blocks = blocks[: len(blocks) // LENGTH * LENGTH].view(-1, LENGTH)

    @classmethod
    def save(cls, name, model, **how):
        model.save_pretrained(cls.folder / name, **how)
        transformers.AutoTokenizer.from_pretrained(cls.folder / "prepared").save_pretrained(cls.folder / name)
        return cls.folder / name

    def settings(self, kind, *more):
        return [*SETTINGS, f"model.kind={kind}", f"model.pretrained={kind}", *more]

    def loss(self, model):
        with torch.no_grad():
            return model.eval()(input_ids=self.blocks, labels=self.blocks).loss.item()

    def export(self, name, *more):
        out = self.folder / f"{name}-{len(more)}"
        done = self.runs.run("export", self.folder / name, "--output", out, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return out

    def with_peft(self, base, adapter):
        model = transformers.AutoModelForCausalLM.from_pretrained(base)
        loaded = peft.PeftModel.from_pretrained(model, adapter)
        trained, written = peft.get_peft_model_state_dict(loaded), load_file(adapter / "adapter_model.safetensors")
        self.assertEqual(sorted(trained), sorted(written))
        for name, tensor in written.items():
            self.assertTrue(torch.equal(trained[name], tensor), name)
        return loaded

    def test_goes_on_from_an_adapter(self):
        first = self.runs.train("first", 1, self.settings("llama"))
        still = [
            "training.max_steps=1",
            "optimizer.learning_rate=1e-12",
            "optimizer.weight_decay=0",
            "evaluation.every_steps=1",
            "lora.pretrained=first/results/model",
        ]
        again = self.runs.train("again", 1, self.settings("llama", *still))
        self.assertLess(abs(again[1, "eval/loss"] / first[STEPS, "eval/loss"] - 1), 1e-5)
        for setting, words in (
            ("lora.alpha=9", "alpha 8"),
            ("lora.rank=8", "lora_A"),
            ("lora.target_modules=[all-linear]", "lora_A"),
            ("lora.target_modules=[q_proj]", "v_proj"),
        ):
            changes = [word for change in self.settings("llama", *still, setting) for word in ("--set", change)]
            refused = self.runs.run("train", self.runs.experiment, "--run-dir", "refused", *changes)
            self.assertIn(refused.returncode, (2, 7), refused.stderr)
            self.assertIn(words, refused.stderr)

    def test_trained_and_loaded_and_merged(self):
        for kind, targets, modules in [
            ("gpt2", None, ["c_attn"]),
            ("gpt2", "all-linear", ["c_attn", "c_fc", "c_proj"]),
            ("llama", None, ["q_proj", "v_proj"]),
            ("llama", "mlp.down_proj,k_proj", ["down_proj", "k_proj"]),
        ]:
            with self.subTest(kind, targets=targets):
                base, name = self.folder / kind, f"{kind}-{'default' if targets is None else len(targets)}"
                more = [f"lora.target_modules=[{targets}]"] if targets else []
                metrics = self.runs.train(name, 1, self.settings(kind, "lora.use_rslora=true", *more))
                model = transformers.AutoModelForCausalLM.from_pretrained(base)
                before = self.loss(model)
                self.assertLess(metrics[STEPS, "eval/loss"], before)
                exported, merged = self.export(name), self.export(name, "--merge")
                for folder in (exported, self.folder / name / "results/model"):
                    self.assertEqual(
                        sorted(path.name for path in folder.glob("*.safetensors")), ["adapter_model.safetensors"]
                    )
                    loaded = self.with_peft(base, folder)
                    self.assertLess(abs(self.loss(loaded) / metrics[STEPS, "eval/loss"] - 1), 1e-5)
                    self.assertEqual(
                        transformers.AutoTokenizer.from_pretrained(folder).get_vocab(),
                        transformers.AutoTokenizer.from_pretrained(base).get_vocab(),
                    )
                config = peft.PeftConfig.from_pretrained(exported)
                self.assertEqual((config.base_model_name_or_path, sorted(config.target_modules)), (str(base), modules))
                self.assertEqual(
                    (config.r, config.lora_alpha, config.use_rslora, config.fan_in_fan_out, config.task_type),
                    (4, 8, True, kind == "gpt2", "CAUSAL_LM"),
                )
                self.assertEqual(
                    sorted(path.name for path in merged.glob("model*")),
                    sorted(path.name for path in base.glob("model*")),
                )
                whole, loading = transformers.AutoModelForCausalLM.from_pretrained(merged, output_loading_info=True)
                self.assertFalse(
                    loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading
                )
                with torch.no_grad():
                    self.assertLess(
                        (whole.eval()(self.blocks[:4]).logits - loaded.eval()(self.blocks[:4]).logits)
                        .abs()
                        .max()
                        .item(),
                        1e-4,
                    )
                for name_there, weight in loaded.merge_and_unload().state_dict().items():
                    self.assertLess((whole.state_dict()[name_there] - weight).abs().max().item(), 1e-5, name_there)
                for file in ("config.json", "generation_config.json"):
                    self.assertEqual((merged / file).read_text(), (base / file).read_text())

    def test_a_killed_run_goes_on_as_if_nothing_had_been(self):
        settings = self.settings("gpt2", "lora.dropout=0.2", "lora.target_modules=[all-linear]", "precision.kind=bf16")
        whole = self.runs.train("whole", 1, settings)
        processes = self.runs.start("killed", 1, settings)
        self.runs.wait_for_step("killed", random.Random(2).randint(7, 15), processes)
        self.runs.kill(processes)
        self.assertEqual(whole, self.runs.train("killed", 1, settings))
        weights = "results/model/adapter_model.safetensors"
        self.assertEqual(
            (self.folder / "whole" / weights).read_bytes(), (self.folder / "killed" / weights).read_bytes()
        )
        state = load_file(next((self.folder / "whole/checkpoints").glob("step-*")) / "training/optimizer.safetensors")
        self.assertTrue(all(".lora_" in name for name in state), sorted(state))
        self.refused(
            7,
            "lora.rank is null",
            "train",
            self.runs.experiment,
            "--run-dir",
            "whole",
            *self.words(settings),
            "--set",
            "lora.rank=null",
        )

    def test_a_base_that_changed_meanwhile_is_said(self):
        base = self.folder / "moving"
        shutil.copytree(self.gpt2, base)
        settings = self.settings("gpt2", "model.pretrained=moving", "checkpoint.every_steps=5")
        processes = self.runs.start("moved", 1, settings)
        self.runs.wait_for_checkpoint("moved", processes)
        self.runs.kill(processes)
        weights = load_file(base / "model.safetensors")
        weights["transformer.h.1.mlp.c_fc.bias"] += 0.5
        save_file(weights, base / "model.safetensors", {"format": "pt"})
        self.runs.train("moved", 1, settings)
        changed = [
            event["arguments"]["what"]
            for event in self.runs.events("moved")
            if event["event"] == "message" and event["code"] == "resume.changed"
        ]
        self.assertEqual(changed, ["weights of model.pretrained"])

    def test_ranks_and_accumulation_learn_the_same(self):
        settings = self.settings("llama", "lora.dropout=0.1", "batch.global=16", "batch.per_device=16")
        one, two = self.runs.train("one", 1, settings), self.runs.train("two", 2, [*settings, "batch.per_device=4"])
        self.assertLess(largest_difference(one, two), 1e-4)

    def test_a_base_in_bf16_stays_in_bf16(self):
        base = self.save("half", transformers.GPT2LMHeadModel.from_pretrained(self.gpt2).to(torch.bfloat16))
        metrics = self.runs.train("halved", 1, [*SETTINGS, f"model.pretrained={base}", "precision.kind=bf16"])
        merged = self.export("halved", "--merge")
        weights, before = load_file(merged / "model.safetensors"), load_file(base / "model.safetensors")
        self.assertEqual(
            {name: weight.dtype for name, weight in weights.items()},
            {name: weight.dtype for name, weight in before.items()},
        )
        changed = [name for name in weights if not torch.equal(weights[name], before[name])]
        self.assertEqual(sorted(changed), [f"transformer.h.{layer}.attn.c_attn.weight" for layer in range(2)])
        loss = self.loss(transformers.AutoModelForCausalLM.from_pretrained(merged, dtype=torch.float32))
        self.assertLess(abs(loss / metrics[STEPS, "eval/loss"] - 1), 1e-2)
        # A base elsewhere, and under the names of the bare model.
        bare = transformers.GPT2Model.from_pretrained(base, dtype=torch.bfloat16)
        bare.save_pretrained(self.folder / "bare")
        other = load_file(self.export("halved", "--merge", "--base", "bare") / "model.safetensors")
        for name, weight in other.items():
            self.assertTrue(torch.equal(weight, weights[f"transformer.{name}"]), name)

    def words(self, settings):
        return [word for setting in settings for word in ("--set", setting)]

    def refused(self, code, words, *arguments):
        done = self.runs.run(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(words, done.stderr + done.stdout)

    def test_what_cannot_be_is_said(self):
        train = ["train", self.runs.experiment, "--run-dir", "refused"]
        self.refused(
            2,
            "q_projj; choose from q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj",
            *train,
            *self.words(self.settings("llama", "lora.target_modules=[v_proj, q_projj]")),
        )
        self.refused(
            2,
            "lora.target_modules",
            "preflight",
            self.runs.experiment,
            *self.words(self.settings("llama", "lora.target_modules=[q_projj]")),
        )
        self.refused(2, "model.pretrained", "validate", self.runs.experiment, "--set", "lora.rank=4")
        self.runs.train("short", 1, self.settings("gpt2", "training.max_steps=5"))
        self.refused(7, "--base FOLDER", "export", "short", "--output", "out", "--merge", "--base", "absent")
        self.refused(7, "--base FOLDER", "export", "short", "--output", "out", "--merge", "--base", "llama")
        self.refused(
            7,
            "an adapter",
            "train",
            self.runs.experiment,
            "--run-dir",
            "refused",
            "--set",
            "model.overrides={}",
            "--set",
            "model.pretrained=short/results/model",
        )
        self.runs.train("full", 1, ["training.max_steps=5"])
        self.refused(2, "without --merge", "export", "full", "--output", "out", "--merge")
        self.refused(
            7,
            "of a full model",
            "train",
            self.runs.experiment,
            "--run-dir",
            "full",
            *self.words(self.settings("gpt2")),
        )
        self.assertFalse(list(self.folder.glob("out*")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
