# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders that say one thing and hold another, and positions beyond those that a model was trained with: `engine predict`, `evaluate`,
`train` and `export` beside transformers."""

import json
import unittest

import numpy
import torch
import transformers
from safetensors.torch import load_file, save_file

from engine_runs import Runs
from small_bert import save_tokenizer

VOCABULARY, LENGTH = 95, 24
SIZES = dict(
    vocab_size=VOCABULARY,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=2,
    num_attention_heads=4,
    max_position_embeddings=LENGTH,
)
HEADS = dict(num_key_value_heads=2)
# name: (class of the model, class of its configuration, its own settings, names of embedding and head)
EMBEDDING, HEAD = "model.embed_tokens.weight", "lm_head.weight"
FAMILIES = {
    "gpt2": (
        transformers.GPT2LMHeadModel,
        transformers.GPT2Config,
        dict(vocab_size=VOCABULARY, n_embd=32, n_layer=2, n_head=4, n_positions=LENGTH),
        "transformer.wte.weight",
        HEAD,
    ),
    "llama": (transformers.LlamaForCausalLM, transformers.LlamaConfig, SIZES | HEADS, EMBEDDING, HEAD),
    "qwen2": (transformers.Qwen2ForCausalLM, transformers.Qwen2Config, SIZES | HEADS, EMBEDDING, HEAD),
    "qwen3": (
        transformers.Qwen3ForCausalLM,
        transformers.Qwen3Config,
        SIZES | HEADS | dict(head_dim=12),
        EMBEDDING,
        HEAD,
    ),
    "mistral": (
        transformers.MistralForCausalLM,
        transformers.MistralConfig,
        SIZES | HEADS | dict(sliding_window=9),
        EMBEDDING,
        HEAD,
    ),
    "smollm3": (
        transformers.SmolLM3ForCausalLM,
        transformers.SmolLM3Config,
        SIZES | HEADS | dict(pad_token_id=0),
        EMBEDDING,
        HEAD,
    ),
    "gemma3": (
        transformers.Gemma3ForCausalLM,
        transformers.Gemma3TextConfig,
        SIZES | HEADS | dict(head_dim=12, sliding_window=9),
        EMBEDDING,
        HEAD,
    ),
    "mamba": (
        transformers.MambaForCausalLM,
        transformers.MambaConfig,
        dict(vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, state_size=8),
        "backbone.embeddings.weight",
        HEAD,
    ),
    "bert": (
        transformers.BertForMaskedLM,
        transformers.BertConfig,
        SIZES,
        "bert.embeddings.word_embeddings.weight",
        "cls.predictions.decoder.weight",
    ),
}


class Folders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = cls.runs.folder
        cls.tokenizer = save_tokenizer(cls.folder / "tokenizer", VOCABULARY)

    def settings(self, kind, length=LENGTH, more=()):
        task = ["task.kind=masked_language_modeling"] if kind == "bert" else []
        return [
            f"model.kind={kind}",
            "model.overrides={}",
            "data.tokenizer=tokenizer",
            f"data.sequence_length={length}",
            "evaluation.batch_size=4",
            *task,
            *more,
        ]

    def run_engine(self, command, settings, *options, code=0):
        changes = [word for setting in settings for word in ("--set", setting)]
        done = self.runs.run(command, self.runs.experiment, *changes, *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def logits(self, name, settings, tag=""):
        output = self.folder / f"{name.replace('/', '-')}-logits{tag}"
        self.run_engine("predict", settings, "--model", self.folder / name, "--write", "logits", "--output", output)
        return numpy.load(output / "logits.npy")

    def blocks(self, settings, length=LENGTH):
        folder = self.folder / f"blocks-{settings[0]}-{length}"
        if not folder.exists():
            self.run_engine("prepare", settings, "--output", folder)
        description = json.loads((folder / "prepared.json").read_text())
        tokens = numpy.fromfile(
            folder / description["splits"]["validation"]["columns"]["tokens"]["file"], dtype=numpy.uint16
        ).astype(numpy.int64)
        return torch.tensor(tokens[: len(tokens) // length * length].reshape(-1, length))

    def same_logits(self, name, settings, ids, tag=""):
        kind = transformers.AutoModelForMaskedLM if "bert" in settings[0] else transformers.AutoModelForCausalLM
        model = kind.from_pretrained(self.folder / name).eval()
        with torch.no_grad():
            wanted = model(input_ids=ids).logits
        found = self.logits(name, settings, tag)
        numpy.testing.assert_allclose(found, wanted, rtol=0, atol=2e-5 * wanted.abs().max().item())
        return wanted

    def save(self, name, family, **changes):
        kind, config, own, *names = FAMILIES[family]
        torch.manual_seed(4)
        model = kind(config(**(own | dict(tie_word_embeddings=True) | changes))).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(torch.randn_like(parameter), alpha=0.1)
        model.save_pretrained(self.folder / name)
        self.tokenizer.save_pretrained(self.folder / name)
        return model, *names

    def test_a_head_of_its_own_in_a_folder_that_says_tied(self):
        """transformers does not tie them; trained on, the head stays its own. Equal ones are one, without a word; a head alone is the embedding."""
        for family in FAMILIES:
            with self.subTest(family):
                settings = self.settings(family)
                ids = self.blocks(settings)
                _, embedding, head = self.save(family, family)
                tied = self.same_logits(family, settings, ids, "-tied")
                file = self.folder / family / "model.safetensors"
                weights = load_file(file)
                save_file(weights | {head: weights[embedding].clone()}, file, {"format": "pt"})
                self.same_logits(family, settings, ids, "-equal")
                alone = {name: tensor for name, tensor in weights.items() if name != embedding}
                save_file(alone | {head: weights[embedding].clone()}, file, {"format": "pt"})
                self.same_logits(family, settings, ids, "-alone")
                save_file(
                    weights | {head: weights[embedding] + torch.randn_like(weights[embedding])}, file, {"format": "pt"}
                )
                own = self.same_logits(family, settings, ids, "-own")
                self.assertGreater((own - tied).abs().max().item(), 1)
                trained = self.train_a_little(family, settings)
                self.assertIn("model.own_head", trained)
                config = json.loads((self.folder / f"{family}-run/results/model/config.json").read_text())
                self.assertIs(config["tie_word_embeddings"], False)
                (self.folder / f"{family}-run/results/model").rename(self.folder / f"{family}-trained")
                again = self.same_logits(f"{family}-trained", settings, ids)
                self.assertLess((again - own).abs().max().item(), 1e-2)

    def train_a_little(self, name, settings):
        self.runs.train(
            f"{name}-run",
            1,
            [
                *settings,
                f"model.pretrained={name}",
                "training.max_steps=1",
                "optimizer.learning_rate=1e-9",
                "evaluation.every_steps=null",
                "checkpoint.save_best=false",
            ],
        )
        return [event["code"] for event in self.runs.events(f"{name}-run") if event["event"] == "message"]

    def test_equal_heads_are_not_told(self):
        _, embedding, head = self.save("quiet", "llama")
        file = self.folder / "quiet/model.safetensors"
        weights = load_file(file)
        save_file(weights | {head: weights[embedding].clone()}, file, {"format": "pt"})
        self.assertNotIn("model.own_head", self.train_a_little("quiet", self.settings("llama")))

    def test_overrides_stand_above_the_folder(self):
        """What is written is the model that was trained, in one spelling; what cannot be done is said."""
        self.save("over", "llama", tie_word_embeddings=False)
        linear = {"rope_type": "linear", "factor": 4.0}
        settings = self.settings("llama")
        said = self.train_a_little("over", [*settings, f"model.overrides={json.dumps({'rope_scaling': linear})}"])
        self.assertNotIn("model.override_own_head", said)
        config = json.loads((self.folder / "over-run/results/model/config.json").read_text())
        self.assertEqual(config["rope_scaling"], linear)
        self.assertNotIn("rope_parameters", config)
        plain = self.same_logits("over", settings, self.blocks(settings))
        (self.folder / "over-run/results/model").rename(self.folder / "over-scaled")
        scaled = self.same_logits("over-scaled", settings, self.blocks(settings))
        self.assertGreater((scaled - plain).abs().max().item(), 0.1)
        (self.folder / "over-run").rename(self.folder / "over-run-before")
        said = self.train_a_little("over", [*settings, "model.overrides={tie_word_embeddings: true}"])
        self.assertIn("model.override_own_head", said)

    def test_positions_beyond_those_of_training(self):
        """yarn and dynamic, within the original length and up to four times as long; and a length that is too long still."""
        cases = {
            "yarn": dict(rope_type="yarn", rope_theta=1e4, factor=4.0, original_max_position_embeddings=LENGTH),
            "yarn-scales": dict(
                rope_type="yarn",
                rope_theta=5e4,
                factor=8.0,
                original_max_position_embeddings=16,
                beta_fast=20,
                beta_slow=2,
                mscale=0.8,
                mscale_all_dim=0.6,
            ),
            "yarn-factor": dict(
                rope_type="yarn",
                rope_theta=1e4,
                factor=4.0,
                original_max_position_embeddings=LENGTH,
                attention_factor=1.3,
                truncate=False,
            ),
            "dynamic": dict(rope_type="dynamic", rope_theta=1e4, factor=4.0),
        }
        for family in ("llama", "mistral", "qwen2", "qwen3", "smollm3"):
            for name, rope in cases.items():
                with self.subTest(family=family, rope=name):
                    self.save(f"{family}-{name}", family, tie_word_embeddings=False, rope_parameters=rope)
                    for length in (LENGTH, 4 * LENGTH):
                        settings = self.settings(family, length)
                        ids = self.blocks(settings, length)
                        self.same_logits(f"{family}-{name}", settings, ids, f"-{length}")
        # As older folders have it, and one token more than the positions are meant for.
        config = json.loads((self.folder / "llama-yarn/config.json").read_text())
        rope = config.pop("rope_parameters")
        config |= {"rope_theta": rope.pop("rope_theta"), "rope_scaling": {"type": rope.pop("rope_type"), **rope}}
        (self.folder / "llama-yarn/config.json").write_text(json.dumps(config))
        settings = self.settings("llama", 4 * LENGTH)
        self.same_logits("llama-yarn", settings, self.blocks(settings, 4 * LENGTH), "-older")
        settings = self.settings("llama", 4 * LENGTH + 1, ["model.pretrained=llama-yarn"])
        self.assertIn(
            str(4 * LENGTH), self.run_engine("train", settings, "--run-dir", self.folder / "too long", code=2).stderr
        )
        config["rope_scaling"]["type"] = "longrope"
        (self.folder / "llama-yarn/config.json").write_text(json.dumps(config))
        self.assertIn(
            "longrope", self.run_engine("train", settings, "--run-dir", self.folder / "unknown", code=2).stderr
        )

    def test_the_last_token_of_a_row_is_that_of_transformers(self):
        """Also where texts end with the token that is the padding; and one that stands inside."""
        tokenizer = json.loads((self.folder / "tokenizer/tokenizer.json").read_text())
        end = next(token["id"] for token in tokenizer["added_tokens"] if token["content"] == "[SEP]")
        texts = ["the model [SEP]", "text", "learns [SEP] from lines", "[SEP]", "a short line that follows"]
        (self.folder / "ends.csv").write_text(
            "text,tone\n" + "".join(f"{text},{i % 2}\n" for i, text in enumerate(texts))
        )
        task = [
            "task.kind=sequence_classification",
            "data.train=[ends.csv]",
            "data.validation=[ends.csv]",
            "data.label_column=tone",
        ]
        for family, kind in (
            ("llama", transformers.LlamaForSequenceClassification),
            ("gpt2", transformers.GPT2ForSequenceClassification),
        ):
            with self.subTest(family):
                _, config, own, *_ = FAMILIES[family]
                torch.manual_seed(2)
                names = dict(id2label={0: "0", 1: "1"}, label2id={"0": 0, "1": 1})
                model = kind(config(**(own | names | dict(pad_token_id=end)))).eval()
                model.save_pretrained(self.folder / f"{family}-ends")
                self.tokenizer.save_pretrained(self.folder / f"{family}-ends")
                inputs = self.padded(texts, end)
                with torch.no_grad():
                    wanted = model(input_ids=inputs).logits
                found = self.logits(f"{family}-ends", self.settings(family, more=task))
                numpy.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5)
                # What is trained and exported, too.
                settings = [
                    *self.settings(family, more=task),
                    f"model.pretrained={family}-ends",
                    "training.max_steps=3",
                    "evaluation.every_steps=null",
                    "checkpoint.save_best=false",
                ]
                self.runs.train(f"{family}-ends-run", 1, settings)
                exported = kind.from_pretrained(self.folder / f"{family}-ends-run/results/model").eval()
                with torch.no_grad():
                    wanted = exported(input_ids=inputs).logits
                found = self.logits(f"{family}-ends-run/results/model", self.settings(family, more=task))
                numpy.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5)

    def padded(self, texts, padding):
        rows = [self.tokenizer(text)["input_ids"] for text in texts]
        return torch.tensor([row + [padding] * (max(map(len, rows)) - len(row)) for row in rows])


if __name__ == "__main__":
    unittest.main(verbosity=2)
