# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that read one document judge it alike: validate, preflight, train, evaluate, inspect and export, with the same exit codes."""

import json
import math
import unittest

import torch
import transformers
from safetensors.torch import load_file, save_file

from engine_runs import Runs, largest_difference
from small_bert import save_tokenizer

SMALL = "{n_layer: 1, n_embd: 16, n_head: 2, n_positions: 32, resid_pdrop: 0.0, embd_pdrop: 0.0, attn_pdrop: 0.0}"
QUICK = ["training.max_steps=2", "evaluation.every_steps=2", "checkpoint.every_steps=null"]


class ProgramsAgree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = cls.runs.folder
        save_tokenizer(cls.folder / "tokenizer", 95)
        cls.config = transformers.GPT2Config(vocab_size=95, n_positions=32, n_embd=16, n_layer=1, n_head=2)
        torch.manual_seed(1)
        transformers.GPT2LMHeadModel(cls.config).save_pretrained(cls.folder / "model")
        save_tokenizer(cls.folder / "model", 95)

    def run_engine(self, command, settings, *options):
        return self.runs.run(command, self.runs.experiment, *sum((["--set", one] for one in settings), []), *options)

    def copied(self, name):
        (self.folder / name).mkdir()
        for file in (self.folder / "model").iterdir():
            (self.folder / name / file.name).write_bytes(file.read_bytes())
        return self.folder / name / "model.safetensors"

    def test_what_training_would_refuse_is_known_before(self):
        file = self.copied("cut")
        file.write_bytes(file.read_bytes()[:-100])
        file = self.copied("lacking")
        save_file(
            {name: tensor for name, tensor in load_file(file).items() if "c_attn.weight" not in name},
            file,
            {"format": "pt"},
        )
        file = self.copied("other shape")
        save_file(
            {
                name: tensor[:, :8].contiguous() if name.endswith("c_fc.weight") else tensor
                for name, tensor in load_file(file).items()
            },
            file,
            {"format": "pt"},
        )
        self.copied("more words")
        save_tokenizer(self.folder / "more words", 97)
        (self.folder / "chats.jsonl").write_text(
            json.dumps({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}) + "\n"
        )
        pretrained = ["model.overrides={}", *QUICK]
        chats = [
            "model.kind=gpt2",
            "model.pretrained=model",
            *pretrained,
            "task.kind=instruction_tuning",
            "data.train=[chats.jsonl]",
            "data.validation_split_ratio=0",
            "evaluation.every_steps=null",
        ]
        for settings, code, words in (
            ([*pretrained, "model.pretrained=cut"], 7, "cut"),
            ([*pretrained, "model.pretrained=lacking"], 7, "c_attn.weight"),
            ([*pretrained, "model.pretrained='other shape'"], 7, "c_fc.weight"),
            ([*pretrained, "model.pretrained='more words'"], 2, "the tokenizer has 97 entries, but the model only 95"),
            (["evaluation.metric=eval/f2", *QUICK], 2, "this task has no metric eval/f2; choose from eval/loss"),
            (chats, 2, "there is no chat template"),
            (["data.train=[nowhere.txt]", *QUICK], 2, "nowhere.txt"),
            (["workload=engine", "model.pretrained=nowhere", *pretrained], 7, "nowhere"),
        ):
            for command, more in (("preflight", []), ("train", ["--run-dir", self.folder / "never"])):
                with self.subTest(command=command, words=words):
                    done = self.run_engine(command, settings, *more)
                    self.assertEqual(done.returncode, code, done.stdout + done.stderr)
                    self.assertIn(words, done.stdout + done.stderr)
        self.assertEqual(self.run_engine("validate", ["evaluation.metric=eval/f2"]).returncode, 2)
        self.assertEqual(self.run_engine("preflight", [*pretrained, "model.pretrained=model"]).returncode, 0)

    def test_evaluate_judges_what_training_judges(self):
        """data.max_validation_samples, drawn or the first."""
        for name, more in (("first", []), ("drawn", ["data.sample_seed=5"])):
            settings = [
                f"model.overrides={SMALL}",
                "data.tokenizer=tokenizer",
                *QUICK,
                "data.max_validation_samples=7",
                *more,
            ]
            self.runs.train(f"some {name}", 1, settings)
            said = json.loads((self.folder / f"some {name}/results/eval_results.json").read_text())
            done = self.run_engine("evaluate", settings, "--model", self.folder / f"some {name}")
            found = json.loads(done.stdout)
            self.assertEqual((found["eval_samples"], said["eval_samples"]), (7, 7))
            self.assertAlmostEqual(found["eval_loss"], said["eval_loss"], 6)

    def test_export_of_a_run_is_its_result(self):
        settings = [
            f"model.overrides={SMALL}",
            "data.tokenizer=tokenizer",
            "training.max_steps=12",
            "evaluation.every_steps=2",
            "checkpoint.every_steps=2",
            "checkpoint.save_best=true",
            "checkpoint.best_as_result=true",
            "optimizer.learning_rate=20",
            "schedule.warmup_steps=12",
        ]  # ever worse
        self.runs.train("best", 1, settings)
        run = self.folder / "best"
        done = self.runs.run("export", run, "--output", self.folder / "exported")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = load_file(run / "results/model/model.safetensors")
        best = json.loads((run / "results/all_results.json").read_text())["best_global_step"]
        self.assertLess(best, 12)
        for name, tensor in load_file(self.folder / "exported/model.safetensors").items():
            self.assertTrue(tensor.equal(result[name]), name)
        done = self.runs.run("export", run / "checkpoints/step-00000012", "--output", self.folder / "newest")
        self.assertEqual(done.returncode, 0, done.stderr)
        newest = load_file(self.folder / "newest/model.safetensors")
        self.assertTrue(any(not tensor.equal(result[name]) for name, tensor in newest.items()))
        done = self.runs.run("export", "nowhere", "--output", self.folder / "never")
        self.assertEqual(done.returncode, 7)
        self.assertIn("nowhere is neither a checkpoint nor a run folder", done.stderr)

    def test_raw_records_go_through_the_steps(self):
        rows = ["text,label", *(f"word {i},{i % 2}" if i % 5 else f"word {i}," for i in range(40))]
        (self.folder / "holes.csv").write_text("\n".join(rows) + "\n")
        labelled = [
            "task.kind=sequence_classification",
            f"model.overrides={SMALL}",
            "data.tokenizer=tokenizer",
            "data.train=[holes.csv]",
            "data.drop_incomplete_rows=true",
            *QUICK,
        ]
        done = self.run_engine("inspect", labelled, "--raw", "10", "--json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        splits = {split["name"]: split["examples"] for split in json.loads(done.stdout)["splits"]}
        self.assertEqual(sum(splits.values()), 10)
        drawn = [*labelled, "data.split_seed=3", "data.validation_split_ratio=0.2", "data.test_split_ratio=0.2"]
        splits = {
            split["name"]: split["examples"]
            for split in json.loads(self.run_engine("inspect", drawn, "--raw", "20", "--json").stdout)["splits"]
        }
        self.assertEqual(splits, {"train": 12, "validation": 4, "test": 4})
        few = json.loads(self.run_engine("inspect", drawn, "--raw", "1", "--json").stdout)["splits"]
        self.assertEqual([split["examples"] for split in few], [1])
        sentences = [
            f"model.overrides={SMALL}",
            "data.train=[notes.jsonl]",
            "data.sentences=punkt",
            "data.sequence_length=16",
            "data.texts_per_group=100",
            "data.tokenizer=tokenizer",
            "data.validation_split_ratio=0",
            "evaluation.every_steps=null",
        ]
        (self.folder / "notes.jsonl").write_text(
            "".join(
                json.dumps({"text": "The model learns. It predicts words. Then it ends."}) + "\n" for _ in range(30)
            )
        )
        raw, whole = (
            json.loads(self.run_engine("inspect", sentences, *more, "--json", "--samples", "1").stdout)
            for more in (["--raw", "30"], [])
        )
        self.assertEqual(raw["samples"][0]["tokens"], whole["samples"][0]["tokens"])

    def test_a_share_that_is_no_multiple_of_the_batch(self):
        settings = [
            f"model.overrides={SMALL}",
            "data.tokenizer=tokenizer",
            "training.max_steps=6",
            "evaluation.every_steps=6",
            "batch.global=6",
            "checkpoint.every_steps=null",
        ]
        one = self.runs.train("threes", 1, [*settings, "batch.per_device=4"])
        whole = self.runs.train("six", 1, [*settings, "batch.per_device=6"])
        self.assertLess(largest_difference(one, whole), 1e-6)

    def test_dropout_of_attention_does_not_see_the_neighbours(self):
        """Rows of other lengths beside each other: the same masks, whatever is put together."""
        (self.folder / "prompts.jsonl").write_text(
            "".join(
                json.dumps({"prompt": "model " * (i % 7), "completion": "words " * (1 + i % 5)}) + "\n"
                for i in range(120)
            )
        )
        settings = [
            f"model.overrides={SMALL.replace('attn_pdrop: 0.0', 'attn_pdrop: 0.3')}",
            "task.kind=instruction_tuning",
            "data.tokenizer=tokenizer",
            "data.train=[prompts.jsonl]",
            "data.sequence_length=32",
            "training.max_steps=20",
            "evaluation.every_steps=null",
            "data.validation_split_ratio=0",
            "batch.global=12",
            "checkpoint.every_steps=null",
            "checkpoint.save_best=false",
            "optimizer.learning_rate=1e-3",
        ]
        together = self.runs.train("twelve", 1, [*settings, "batch.per_device=12"])
        for per_device in (4, 1):
            apart = self.runs.train(f"apart {per_device}", 1, [*settings, f"batch.per_device={per_device}"])
            self.assertLess(largest_difference(together, apart), 2e-6)
            self.assertLess(largest_difference(together, apart, "train/gradient_norm"), 1e-5)
        ranks = self.runs.train("three ranks", 3, [*settings, "batch.per_device=4"])
        self.assertLess(largest_difference(together, ranks), 2e-6)

    def test_bits_of_prompts_are_written(self):
        import numpy

        (self.folder / "asked.jsonl").write_text(
            json.dumps({"prompt": "the model ", "completion": "learns words"}) + "\n"
        )
        settings = [
            "model.kind=gpt2",
            "model.overrides={}",
            "task.kind=instruction_tuning",
            "data.train=[asked.jsonl]",
            "data.validation=[asked.jsonl]",
            "data.sequence_length=32",
        ]
        done = self.run_engine("predict", settings, "--model", self.folder / "model", "--output", self.folder / "bits")
        self.assertEqual(done.returncode, 0, done.stderr)
        bits = numpy.load(self.folder / "bits/bits_per_token.npy")
        ids = transformers.AutoTokenizer.from_pretrained(self.folder / "model")("the model learns words")["input_ids"]
        with torch.no_grad():
            logits = (
                transformers.GPT2LMHeadModel.from_pretrained(self.folder / "model")
                .eval()(torch.tensor([ids]))
                .logits[0]
            )
        wanted = -logits[:-1].log_softmax(1).gather(1, torch.tensor(ids[1:]).unsqueeze(1)).squeeze(1) / math.log(2)
        self.assertTrue(numpy.isnan(bits[0, 0]))
        numpy.testing.assert_allclose(bits[0, 1 : len(ids)], wanted, atol=1e-4)

    def test_sentences(self):
        def said(*words):
            done = self.runs.run(*words)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            return done.stdout + done.stderr

        self.assertIn("unknown command trian; did you mean train?", said("trian"))
        self.assertIn("unknown command frobnicate; the commands are train, prepare", said("frobnicate"))
        self.assertNotIn("ENUM", self.runs.run("train", "--help").stdout)
        self.assertIn("{auto, must, never}", self.runs.run("train", "--help").stdout)
        config = json.loads((self.folder / "model/config.json").read_text())
        for type_name, words in (
            ("llama", "set model.kind to llama"),
            ("gemma3_text", "set model.kind to gemma3"),
            ("gemma2", 'model_type is "gemma2", which is not supported'),
        ):
            self.copied(f"of {type_name}")
            (self.folder / f"of {type_name}/config.json").write_text(json.dumps(config | {"model_type": type_name}))
            done = self.run_engine("preflight", ["model.overrides={}", f"model.pretrained='of {type_name}'"])
            self.assertIn(words, done.stdout)
            self.assertIn("model.pretrained", done.stdout)
        (self.folder / "command.yaml").write_text(
            "format: 1\nname: own\nworkload: command\ncommand: {program: [echo]}\n"
        )
        for command in (["train", "--run-dir", self.folder / "never"], ["prepare"]):
            done = self.runs.run(command[0], self.folder / "command.yaml", *command[1:])
            self.assertEqual(done.returncode, 2)
            self.assertNotIn("0 tokens", done.stderr)
        settings = [f"model.overrides={SMALL}", "evaluation.every_steps=null"]
        self.assertNotIn("save_best", self.run_engine("prepare", [*settings, "data.tokenizer=tokenizer"]).stderr)
        (self.folder / "asked.jsonl").write_text(json.dumps({"prompt": "a", "response": "b"}) + "\n")
        done = self.run_engine(
            "prepare",
            [*settings, "task.kind=instruction_tuning", "data.tokenizer=tokenizer", "data.train=[asked.jsonl]"],
        )
        self.assertIn("the record has prompt, response, but neither prompt and completion", done.stderr)
        (self.folder / "short.txt").write_text("word\n")
        done = self.run_engine(
            "predict",
            ["model.overrides={}"],
            "--model",
            self.folder / "model",
            "--input",
            "short.txt",
            "--output",
            self.folder / "none",
        )
        self.assertIn("the texts of --input do not fill one row", done.stderr)
        (self.folder / "no marks.jinja").write_text("{% for m in messages %}{{ m.content }}{% endfor %}")
        (self.folder / "chats.jsonl").write_text(
            json.dumps({"messages": [{"role": "assistant", "content": "b"}]}) + "\n"
        )
        done = self.run_engine(
            "prepare",
            [
                *settings,
                "task.kind=instruction_tuning",
                "data.tokenizer=tokenizer",
                "data.train=[chats.jsonl]",
                "instructions.loss_on=assistant",
                "instructions.chat_template='no marks.jinja'",
            ],
        )
        self.assertIn("the assistant's turns ({% generation %}); set", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
