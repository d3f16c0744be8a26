# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders that transformers wrote, of each family and in each spelling of the names, trained on and exported again."""

import copy
import json
import os
import unittest

import torch
import transformers
from safetensors.torch import load_file, save_file

from engine_runs import Runs
from huggingface_test import LENGTH, tokens_of

CONFIG = dict(vocab_size=400, n_positions=LENGTH, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0)


SMALL = {
    "vocab_size": 400,
    "max_position_embeddings": LENGTH,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "bos_token_id": 0,
    "eos_token_id": 0,
    "pad_token_id": None,
}
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 5e5,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}
# name: (model.kind, model_type, what is its own)
FAMILIES = {
    "llama": ("llama", "llama", {"rope_parameters": LLAMA3, "tie_word_embeddings": True}),
    "qwen2": ("qwen2", "qwen2", {}),
    "qwen3": ("qwen3", "qwen3", {"head_dim": 12}),
    "mistral": ("mistral", "mistral", {"sliding_window": 9}),
    "smollm3": ("smollm3", "smollm3", {}),
    "mamba": ("mamba", "mamba", {"state_size": 8}),
    "gemma3": (
        "gemma3",
        "gemma3_text",
        {"head_dim": 12, "sliding_window": 9, "query_pre_attn_scalar": 20, "pad_token_id": 0},
    ),
}


class Pretrained(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        done = cls.runs.run("prepare", cls.runs.experiment, "--output", cls.runs.folder / "prepared")
        assert done.returncode == 0, done.stderr
        torch.manual_seed(5)
        cls.model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**CONFIG)).eval()
        cls.model.generation_config.temperature = 0.7
        cls.model.generation_config.do_sample = True
        blocks = torch.from_numpy(tokens_of(cls.runs.folder / "prepared", "validation"))
        cls.blocks = blocks[: len(blocks) // LENGTH * LENGTH].view(-1, LENGTH)

    def save(self, name, model=None, **how):
        folder = self.runs.folder / name
        (model or self.model).save_pretrained(folder, **how)
        tokenizer = transformers.AutoTokenizer.from_pretrained(self.runs.folder / "prepared")
        tokenizer.add_special_tokens({"pad_token": "<pad>"})
        tokenizer.save_pretrained(folder)
        return folder

    def loss(self, model):
        with torch.no_grad():
            return model.eval()(input_ids=self.blocks, labels=self.blocks).loss.item()

    def train(self, name, folder, steps, kind="gpt2", more=()):
        return self.runs.train(
            name,
            1,
            [
                f"model.kind={kind}",
                f"model.pretrained={folder}",
                "model.overrides={}",
                f"training.max_steps={steps}",
                "optimizer.learning_rate=1e-9",
                "optimizer.weight_decay=0",
                "evaluation.every_steps=1",
                "data.sequence_length=32",
                *more,
            ],
        )

    def starts_from(self, folder):
        metrics = self.train(folder.name + "-run", folder, 1)
        wanted = self.loss(self.model)
        self.assertLess(abs(metrics[1, "eval/loss"] - wanted) / wanted, 1e-5)

    def save_as_torch(self, name, state=None, **how):
        """As older models lie in their folders: pytorch_model.bin."""
        folder = self.save(name)
        (folder / "model.safetensors").unlink()
        torch.save(self.model.state_dict() if state is None else state, folder / "pytorch_model.bin", **how)
        return folder

    def test_as_older_models_are(self):
        folder = self.save_as_torch("older")
        self.starts_from(folder)
        _, loading = transformers.AutoModelForCausalLM.from_pretrained(
            self.runs.folder / "older-run/results/model", output_loading_info=True
        )
        self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading)
        # In parts; parameters in the place of tensors, one a part of another's storage.
        folder = self.save_as_torch("parts")
        state = dict(self.model.named_parameters())
        together = torch.cat([torch.zeros(7), state["transformer.ln_f.bias"].data])
        state["transformer.ln_f.bias"] = together[7:]
        names, parts = sorted(state), {}
        for number in (0, 1):
            part = f"pytorch_model-0000{number + 1}-of-00002.bin"
            torch.save({name: state[name] for name in names[number::2]}, folder / part)
            parts |= dict.fromkeys(names[number::2], part)
        (folder / "pytorch_model.bin").rename(folder / "unused")
        (folder / "pytorch_model.bin.index.json").write_text(json.dumps({"metadata": {}, "weight_map": parts}))
        self.starts_from(folder)

    def test_what_is_no_state_dict_is_refused_and_never_run(self):
        class Harm:
            def __reduce__(self):
                return os.system, (f"touch {harm}",)

        harm = self.runs.folder / "was_run"
        state = self.model.state_dict()
        turned = state | {"transformer.wte.weight": state["transformer.wte.weight"].t().contiguous().t()}
        cases = {
            "harm": (state | {"x": Harm()}, {}, 0, ""),
            "harm_alone": (Harm(), {}, 7, "not a state dict"),
            "list": ([1, 2], {}, 7, "not a state dict"),
            "turned": (turned, {}, 7, "transformer.wte.weight in an order other"),
            "long": (state | {"x": 1 << 100}, {}, 7, "pickle operation"),
            "ancient": (state, {"_use_new_zipfile_serialization": False}, 7, "before 1.6"),
        }
        for name, (content, how, code, words) in cases.items():
            with self.subTest(name):
                folder = self.save_as_torch(name, content, **how)
                self.refused(folder, code, words)
        whole = (self.save_as_torch("cut") / "pytorch_model.bin").read_bytes()
        for size in (0, 10, len(whole) // 2, len(whole) - 100):
            (self.runs.folder / "cut/pytorch_model.bin").write_bytes(whole[:size])
            self.refused(self.runs.folder / "cut", 7, "damaged")
        self.assertFalse(harm.exists())

    def refused(self, folder, code, words):
        settings = ["model.kind=gpt2", f"model.pretrained={folder}", "model.overrides={}", "training.max_steps=1"]
        done = self.runs.run(
            "train",
            self.runs.experiment,
            "--run-dir",
            f"{folder}-run",
            *(word for setting in settings for word in ("--set", setting)),
        )
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(words, done.stderr)

    def test_as_written_today(self):
        folder = self.save("today")
        self.starts_from(folder)
        for exported in ("today-run/results/model", "out"):
            if exported == "out":
                done = self.runs.run("export", self.runs.folder / "today-run", "--output", self.runs.folder / "out")
                self.assertEqual(done.returncode, 0, done.stderr)
            exported = self.runs.folder / exported
            self.assertEqual(
                sorted(load_file(exported / "model.safetensors")), sorted(load_file(folder / "model.safetensors"))
            )
            model, loading = transformers.AutoModelForCausalLM.from_pretrained(exported, output_loading_info=True)
            self.assertFalse(
                loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading
            )
            self.assertEqual(model.generation_config.temperature, 0.7)
            self.assertEqual(transformers.AutoTokenizer.from_pretrained(exported).pad_token, "<pad>")

    def test_a_vocabulary_that_grows(self):
        untied = transformers.LlamaForCausalLM(transformers.LlamaConfig(**SMALL)).eval()
        for name, kind, model in (("tied", "gpt2", copy.deepcopy(self.model)), ("untied", "llama", untied)):
            folder = self.save(f"small-{name}", model)
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
            tokenizer.add_tokens([f"<new-{i}>" for i in range(450 - len(tokenizer))])
            tokenizer.save_pretrained(folder)
            refused = self.runs.run(
                "train",
                self.runs.experiment,
                "--run-dir",
                "refused",
                "--set",
                f"model.kind={kind}",
                "--set",
                f"model.pretrained={folder}",
                "--set",
                "model.overrides={}",
            )
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("model.resize_vocabulary", refused.stderr)
            self.train(f"grown-{name}", folder, 1, kind, ["model.resize_vocabulary=true"])
            grown = transformers.AutoModelForCausalLM.from_pretrained(self.runs.folder / f"grown-{name}/results/model")
            model.resize_token_embeddings(450, mean_resizing=True)
            self.assertEqual(grown.config.vocab_size, 450)
            for ours, theirs in (
                (grown.get_input_embeddings(), model.get_input_embeddings()),
                (grown.get_output_embeddings(), model.get_output_embeddings()),
            ):
                self.assertLess((ours.weight - theirs.weight).abs().max().item(), 1e-4)

    def test_bare_model_with_its_old_buffers(self):
        folder = self.save("bare")
        tensors = {
            name.removeprefix("transformer."): tensor
            for name, tensor in load_file(folder / "model.safetensors").items()
        }
        for layer in range(CONFIG["n_layer"]):
            tensors[f"h.{layer}.attn.bias"] = torch.tril(torch.ones(1, 1, LENGTH, LENGTH))
            tensors[f"h.{layer}.attn.masked_bias"] = torch.tensor(-1e4)
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        self.starts_from(folder)
        warnings = [event["text"] for event in self.runs.events("bare-run") if event["event"] == "message"]
        self.assertFalse(any("not used" in text for text in warnings), warnings)

    def test_bare_architecture_in_half_precision(self):
        folder = self.save("half")
        model = transformers.GPT2Model(self.model.config)
        model.load_state_dict(self.model.transformer.state_dict())
        model.to(torch.bfloat16).save_pretrained(folder)
        metrics = self.train("half-run", folder, 1)
        wanted = self.loss(self.model)
        self.assertLess(abs(metrics[1, "eval/loss"] - wanted) / wanted, 1e-3)
        config = json.loads((self.runs.folder / "half-run/results/model/config.json").read_text())
        self.assertEqual((config["architectures"], config["dtype"]), (["GPT2LMHeadModel"], "float32"))

    def test_every_family_in_shards_and_back(self):
        for name, (kind, model_type, own) in FAMILIES.items():
            with self.subTest(name):
                torch.manual_seed(5)
                config = transformers.AutoConfig.for_model(model_type, **(SMALL | own))
                model = transformers.AutoModelForCausalLM.from_config(config).eval()
                folder = self.save(name, model, max_shard_size="40KB")
                self.assertGreater(len(list(folder.glob("model-*.safetensors"))), 1, "not in shards")
                metrics = self.train(f"{name}-run", folder, 1, kind, ["checkpoint.max_shard_size=4e-5"])
                written = list((self.runs.folder / f"{name}-run/results/model").glob("model-*.safetensors"))
                self.assertGreater(len(written), 1, "not in shards")
                for path in written:
                    self.assertTrue(path.stat().st_size < 45_000 or len(load_file(path)) == 1, path)
                wanted = self.loss(model)
                self.assertLess(abs(metrics[1, "eval/loss"] - wanted) / wanted, 1e-5)
                trained, loading = transformers.AutoModelForCausalLM.from_pretrained(
                    self.runs.folder / f"{name}-run/results/model", output_loading_info=True
                )
                self.assertFalse(
                    loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading
                )
                with torch.no_grad():
                    logits, before = trained.eval()(self.blocks[:4]).logits, model(self.blocks[:4]).logits
                self.assertLess((logits - before).abs().max().item(), 1e-4)
        # A checkpoint in shards is one to go on from.
        resumed = self.train("qwen2-run", self.runs.folder / "qwen2", 2, "qwen2", ["checkpoint.max_shard_size=4e-5"])
        self.assertEqual(
            [event["resume_step"] for event in self.runs.events("qwen2-run") if event["event"] == "start"], [0, 1]
        )
        self.assertIn((2, "eval/loss"), resumed)


if __name__ == "__main__":
    unittest.main(verbosity=2)
