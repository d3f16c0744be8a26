"""Folders that transformers wrote, in each spelling of GPT-2's names, trained on and exported again."""
import json
import unittest

import torch
import transformers
from safetensors.torch import load_file, save_file

from engine_runs import Runs
from huggingface_test import LENGTH, tokens_of

CONFIG = dict(vocab_size=400, n_positions=LENGTH, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0)


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

    def save(self, name):
        folder = self.runs.folder / name
        self.model.save_pretrained(folder)
        tokenizer = transformers.AutoTokenizer.from_pretrained(self.runs.folder / "prepared")
        tokenizer.add_special_tokens({"pad_token": "<pad>"})
        tokenizer.save_pretrained(folder)
        return folder

    def loss(self, model):
        with torch.no_grad():
            return model.eval()(input_ids=self.blocks, labels=self.blocks).loss.item()

    def train(self, name, folder, steps):
        return self.runs.train(name, 1, [f"model.pretrained={folder}", "model.overrides={}", f"training.max_steps={steps}", "optimizer.learning_rate=1e-9",
                                         "optimizer.weight_decay=0", "evaluation.every_steps=1", "data.sequence_length=32"])

    def starts_from(self, folder):
        metrics = self.train(folder.name + "-run", folder, 1)
        wanted = self.loss(self.model)
        self.assertLess(abs(metrics[1, "eval/loss"] - wanted) / wanted, 1e-5)

    def test_as_written_today(self):
        folder = self.save("today")
        self.starts_from(folder)
        for exported in ("today-run/results/model", "out"):
            if exported == "out":
                done = self.runs.run("export", self.runs.folder / "today-run", "--output", self.runs.folder / "out")
                self.assertEqual(done.returncode, 0, done.stderr)
            exported = self.runs.folder / exported
            self.assertEqual(sorted(load_file(exported / "model.safetensors")), sorted(load_file(folder / "model.safetensors")))
            model, loading = transformers.AutoModelForCausalLM.from_pretrained(exported, output_loading_info=True)
            self.assertFalse(loading["missing_keys"] or loading["unexpected_keys"] or loading["mismatched_keys"], loading)
            self.assertEqual(model.generation_config.temperature, 0.7)
            self.assertEqual(transformers.AutoTokenizer.from_pretrained(exported).pad_token, "<pad>")

    def test_bare_model_with_its_old_buffers(self):
        folder = self.save("bare")
        tensors = {name.removeprefix("transformer."): tensor for name, tensor in load_file(folder / "model.safetensors").items()}
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


if __name__ == "__main__":
    unittest.main(verbosity=2)
