# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard check --rehearse`: what would fail after its time in the queue is found on this computer, each with its own sentence and
within seconds; what would not fail passes.

One file because all cases share one service and the samples, which take long to make."""

import json
import pathlib
import shutil
import struct
import subprocess
import time
import unittest

from sandbox import Sandbox

SECONDS = 10  # for each, the service being there; a machine that is busy with other tests gets more
ARGPARSE = """import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--learning_rate", type=float)
parser.add_argument("--data", required=True)
parser.add_argument("--mode", choices=["fast", "slow"])
parser.add_argument("--bf16", action="store_true")
arguments = parser.parse_args()
"""
SCRIPT = "format: 1\nname: script\nworkload: script\nscript: {file: code/job.sh}\ncode: {source: code}\n"
COMMAND = "format: 1\nname: command\nworkload: command\ncommand: {launcher: none, program: train.py, arguments: ARGUMENTS}\ncode: {source: code, exclude: EXCLUDED}\n"
WIDE = "{hidden_size: 4096, intermediate_size: 11008, num_hidden_layers: 32, num_attention_heads: 32, vocab_size: 400, max_position_embeddings: 512}"


def changed_weights(folder, change):
    """Rewrites the header of the model's file; `change` gets the tensors by their names."""
    file = folder / "model.safetensors"
    content = file.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    change(header)
    written = json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(written)) + written + content[8 + length :])


def changed_config(folder, **values):
    file = folder / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | values))


class Rehearsal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.samples = {}
        cls.count = 0
        targets = cls.sandbox.root / "data/trainyard/targets"
        cls.sandbox.must("yard", "targets", "add", "old", "--host", "127.0.0.1:1", "--base", "/tmp/runs")
        targets.mkdir(parents=True, exist_ok=True)
        partition = {
            "name": "gpu",
            "default": True,
            "state": "UP",
            "gpus": [{"type": "t4", "per_node": 4, "nodes": 8}],
        }
        (targets / "old.json").write_text(json.dumps({"time": time.time(), "partitions": [partition]}))
        cls.sandbox.must("yard", "runs")  # the service is there

    def sample(self, name):
        """A copy of the sample of a preset, to be changed: its document, its files."""
        if name not in self.samples:
            self.samples[name] = self.sandbox.work / f"{name}.sample"
            self.sandbox.must("engine", "sample", name, "--output", self.samples[name])
        folder = self.folder()
        shutil.copytree(self.samples[name], folder)
        return folder / "sample.yaml", folder / name

    def folder(self):
        type(self).count += 1
        return self.sandbox.work / f"case-{self.count}"

    def code(self, document, **files):
        """A document with a code folder; names may have __ in the place of a dot."""
        folder = self.folder()
        for name, text in files.items():
            file = folder / "code" / (name if "." in name else name.replace("__", "."))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (folder / "document.yaml").write_text(document)
        return folder / "document.yaml"

    def command(self, arguments="[]", excluded="[]", **files):
        return self.code(COMMAND.replace("ARGUMENTS", arguments).replace("EXCLUDED", excluded), **files)

    def script(self, text, **files):
        return self.code(SCRIPT, job__sh=text, **files)

    def linked(self):
        document = self.command("[--config, more/settings.yaml]", train__py="print(1)\n")
        (document.parent / "code/more").symlink_to("/somewhere/there")
        return document

    def rehearse(self, document, *more):
        begin = time.monotonic()
        done = self.sandbox.run("yard", "check", document, "--rehearse", "--json", *more)
        took = time.monotonic() - begin
        self.assertTrue(done.stdout, done.stderr)
        self.assertLess(took, 3 * SECONDS, done.stdout)
        return done.returncode, json.loads(done.stdout)

    def fails(self, document, code, path, *more):
        """It fails of this, and only of this; no two of the calls expect the same of the same field."""
        returned, found = self.rehearse(document, *more)
        errors = [
            (each["code"], each["path"], each["text"]) for each in found["diagnostics"] if each["severity"] == "error"
        ]
        self.assertEqual(returned, 2, found)
        self.assertEqual([error[:2] for error in errors], [(code, path)], errors)
        return errors[0][2]

    def passes(self, document, *more):
        returned, found = self.rehearse(document, *more)
        self.assertEqual(returned, 0, found)
        return found

    # ------------------------------------------------------------ trainings of the engine

    def test_too_long_for_the_positions(self):
        document, _ = self.sample("nyutron-finetune-mortality")
        self.fails(document, "data.sequence_past_pretrained", "model.pretrained", "--set", "data.sequence_length=4096")

    def test_too_large_for_the_memory(self):
        document, _ = self.sample("nyutron-pretrain")
        (document.parent / "text.txt").write_text("the model learns from text and predicts words\n" * 2000)
        document.write_text(
            "format: 1\nname: wide\nmodel: {kind: llama, overrides: " + WIDE + "}\n"
            "data: {train: [text.txt], sequence_length: 128}\nbatch: {per_device: 8}\ntraining: {max_steps: 10}\n"
            "resources: {gpus_per_node: 1, partition: gpu}\n"
        )
        words = self.fails(document, "rehearsal.gpu_memory", "batch.per_device", "--on", "old")
        self.assertIn("16.0", words)

    def test_each_run_of_several_values(self):
        document, _ = self.sample("nyutron-pretrain")
        (document.parent / "text.txt").write_text("the model learns from text and predicts words\n" * 2000)
        document.write_text(
            "format: 1\nname: several\nmodel: {kind: llama, overrides: "
            + WIDE.replace("layers: 32", "layers: 2")
            + "}\n"
            "data: {train: [text.txt], sequence_length: 128}\nbatch: {per_device: 1}\ntraining: {max_steps: 10}\n"
            "resources: {gpus_per_node: 1, partition: gpu}\n"
        )
        words = ["yard", "check", document, "--rehearse", "--on", "old", "--grid", "batch.per_device=1,256"]
        words += ["--grid", "seed=1,2"]
        done = self.sandbox.run(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("(with batch.per_device=256 seed=1, and in 1 more)", done.stdout)
        self.assertIn("4 runs checked, 2 planned, 2 took two steps", done.stdout)
        self.assertIn("rehearsing run 3 of 4: batch.per_device=256 seed=1", done.stderr)
        runs = json.loads(self.sandbox.run(*words, "--json").stdout)
        self.assertEqual([run["values"][0] for run in runs], ["batch.per_device=1"] * 2 + ["batch.per_device=256"] * 2)
        errors = [[each["code"] for each in run["diagnostics"] if each["severity"] == "error"] for run in runs]
        self.assertEqual(errors, [[], [], ["rehearsal.gpu_memory"], ["rehearsal.gpu_memory"]])

    def test_no_bf16_there(self):
        document, _ = self.sample("twcc-run-clm")
        self.fails(
            document, "rehearsal.bf16", "precision.kind", "--on", "old",
            *("--set", "precision.kind=bf16", "--set", "resources.gpus_per_node=1", "--set", "resources.partition=gpu"),
        )  # fmt: skip

    def test_a_column_that_is_not_there(self):
        document, _ = self.sample("nyutron-finetune-mortality")
        self.assertIn("note", self.fails(document, "data.record", "data", "--set", "data.text_column=note"))

    def test_a_tensor_that_is_missing(self):
        document, folder = self.sample("twcc-run-clm")
        changed_weights(
            folder / "gpt2", lambda tensors: tensors.update(other=tensors.pop("transformer.h.0.mlp.c_fc.weight"))
        )
        words = self.fails(document, "checkpoint.no_tensor", "model.pretrained")
        self.assertIn("h.0.mlp.c_fc.weight", words)

    def test_a_tensor_of_another_shape(self):
        document, folder = self.sample("leonardo-sft")
        changed_config(folder / "Qwen3-0.6B", intermediate_size=999)
        words = self.fails(document, "checkpoint.other_model", "model.pretrained")
        self.assertIn("999", words)

    def test_weights_that_are_not_finite(self):
        document, folder = self.sample("twcc-run-clm")
        file = folder / "gpt2/model.safetensors"
        file.write_bytes(file.read_bytes()[:-4] + b"\xff\xff\xff\xff")  # NaN in every floating-point type
        self.assertIn("not finite", self.fails(document, "checkpoint.not_finite", "model.pretrained"))

    def test_a_learning_rate_that_diverges(self):
        document, _ = self.sample("twcc-run-clm")
        found = self.passes(document, "--set", "optimizer.learning_rate=100")
        (warning,) = [each for each in found["diagnostics"] if each["code"] == "rehearsal.loss_rises"]
        self.assertEqual(warning["path"], "optimizer.learning_rate")
        self.assertIn("100", warning["text"])

    def test_a_label_out_of_range(self):
        document, _ = self.sample("nyutron-finetune-length-of-stay")
        words = self.fails(document, "data.record", "data", "--set", "task.labels=['0', '1', '2']")
        self.assertIn("3", words)

    def test_another_vocabulary(self):
        document, _ = self.sample("twcc-run-clm")
        _, other = self.sample("unity-gpt2-medium")
        vocabulary = json.loads((other / "gpt2-medium/tokenizer.json").read_text())
        vocabulary["added_tokens"] += [
            dict(vocabulary["added_tokens"][0], id=5000 + number, content=f"<more{number}>") for number in range(200)
        ]
        (other / "gpt2-medium/tokenizer.json").write_text(json.dumps(vocabulary))
        self.fails(document, "data.vocabulary", "data.tokenizer", "--set", f"data.tokenizer={other / 'gpt2-medium'}")

    def test_an_evaluation_without_data(self):
        document, folder = self.sample("twcc-run-clm")
        (folder / "validation.txt").write_text("short\n")
        self.fails(document, "data.no_validation", "data.validation", "--set", "evaluation.every_steps=10")

    def test_a_tokenizer_without_the_token_that_is_needed(self):
        document, folder = self.sample("nyutron-ner")
        _, other = self.sample("twcc-run-clm")
        (folder / "text.txt").write_text("the model learns from text and predicts words\n" * 200)
        document.write_text(
            f"format: 1\nname: masked\nmodel: {{kind: bert, pretrained: nyutron-ner/model}}\n"
            "task: {kind: masked_language_modeling}\n"
            f"data: {{train: [nyutron-ner/text.txt], tokenizer: {other / 'gpt2'}, sequence_length: 32}}\n"
            "training: {max_steps: 3}\n"
        )
        changed_config(folder / "model", vocab_size=10000)
        code, found = self.rehearse(document)
        self.assertEqual(code, 2)
        self.assertIn("data.no_mask", [each["code"] for each in found["diagnostics"]])

    def test_a_broken_line(self):
        document, folder = self.sample("unity-gpt2-medium")
        lines = (folder / "train.jsonl").read_text().splitlines()
        lines[2] = lines[2][:-1]
        (folder / "train.jsonl").write_text("\n".join(lines))
        words = self.fails(document, "data.record", "data")
        self.assertIn("3", words)

    def test_a_number_that_is_none(self):
        document, folder = self.sample("nyutron-finetune-length-of-stay")
        lines = (folder / "notes.csv").read_text().splitlines()
        number, _, text = lines[3].split(",", 2)
        (folder / "notes.csv").write_text("\n".join([*lines[:3], f"{number},nan,{text}", *lines[4:]]))
        settings = [
            "task.problem_type=regression",
            "task.labels=[]",
            "data.drop_incomplete_rows=false",
            "evaluation.metric=eval/mse",
        ]
        self.fails(document, "data.record", "data", *(word for each in settings for word in ("--set", each)))

    def test_a_metric_of_another_task(self):
        document, _ = self.sample("unity-gpt2-medium")
        self.fails(document, "evaluation.metric", "evaluation.metric", "--set", "evaluation.metric=eval/f1")

    def test_a_checkpoint_of_another_family(self):
        document, _ = self.sample("twcc-run-clm")
        self.fails(document, "model.config_type", "model.pretrained", "--set", "model.kind=llama")

    def test_a_batch_that_cannot_be_divided(self):
        document, _ = self.sample("leonardo-sft")
        self.fails(
            document,
            "rule.global_not_divided",
            "batch.global",
            "--set",
            "batch.global=15",
            "--set",
            "resources.processes_per_node=4",
        )

    # ------------------------------------------------------------ commands and scripts

    def test_a_script_that_names_a_missing_file(self):
        document = self.script("#!/bin/bash\nset -e\npython3 trian.py\n", train__py="print(1)\n")
        self.assertIn("job.sh:3 names trian.py", self.fails(document, "rehearsal.no_file", "script.file"))

    def test_a_file_that_is_left_out(self):
        document = self.command(
            "[--config, settings.yaml]", "['*.yaml']", train__py="print(1)\n", settings__yaml="a: 1\n"
        )
        self.fails(document, "rehearsal.left_out", "command.arguments")

    def test_a_module_that_git_ignores(self):
        document = self.command(train__py="import local\n", local__py="", __gitignore="local.py\n")
        subprocess.run(["git", "init", "-q", document.parent / "code"], check=True)
        self.fails(document, "rehearsal.module_left_out", "command.arguments")

    def test_bash_that_does_not_parse(self):
        document = self.script("#!/bin/bash\nif true; then\n  python3 train.py\n", train__py="print(1)\n")
        self.assertIn("line 4", self.fails(document, "rehearsal.shell_syntax", "script.file"))

    def test_python_that_does_not_parse(self):
        document = self.command(train__py="import inner\n", inner__py="def f(:\n    pass\n")
        self.assertIn("inner.py, line 1", self.fails(document, "rehearsal.python_syntax", "command.arguments"))

    def test_a_module_that_does_not_exist(self):
        document = self.command(
            train__py="from model.layers import Layer\n", **{"model/__init__.py": "", "model/parts.py": ""}
        )
        document_text = document.read_text()
        self.assertIn("train.py", document_text)
        self.assertIn("model.layers", self.fails(document, "rehearsal.no_module", "command.arguments"))

    def test_a_module_that_is_not_installed(self):
        document = self.command(train__py="import surely_not_installed_anywhere\n")
        self.fails(document, "rehearsal.not_installed", "command.arguments")

    def test_an_option_that_the_program_does_not_know(self):
        document = self.command("[--data, x, --learnig_rate, '1']", train__py=ARGPARSE)
        self.assertIn(
            "did you mean --learning_rate", self.fails(document, "rehearsal.unknown_option_near", "command.arguments")
        )

    def test_an_option_that_the_program_needs(self):
        document = self.command("[--learning_rate, '1']", train__py=ARGPARSE)
        self.fails(document, "rehearsal.missing_option", "command.arguments")

    def test_a_value_that_the_program_does_not_take(self):
        document = self.command("[--data, x, --learning_rate, fast]", train__py=ARGPARSE)
        self.assertIn("float", self.fails(document, "rehearsal.bad_value", "command.arguments"))
        document = self.command("[--data, x, --mode=quick]", train__py=ARGPARSE)
        self.assertIn("fast, slow", self.fails(document, "rehearsal.bad_value", "command.arguments"))

    def test_a_program_that_asks_for_bf16_where_there_is_none(self):
        document = self.command("[--data, x, --bf16]", train__py=ARGPARSE)
        settings = ["--set", "resources.gpus_per_node=1", "--set", "resources.partition=gpu"]
        words = self.fails(document, "rehearsal.bf16_option", "command.arguments", "--on", "old", *settings)
        self.assertIn("t4", words)

    def test_a_folder_that_is_not_there(self):
        program = ARGPARSE.replace('"--mode", choices=["fast", "slow"]', '"--model_path"')
        document = self.command("[--data, x, --model_path, ./model]", train__py=program)
        self.assertIn("names model,", self.fails(document, "rehearsal.no_file", "command.arguments"))

    def test_a_script_that_may_not_be_executed(self):
        document = self.script("#!/bin/bash\n./inner.sh\n", inner__sh="#!/bin/bash\necho\n")
        self.fails(document, "needs.not_executable", "script.file")

    def test_a_module_of_the_code_that_is_run_but_missing(self):
        document = self.script(
            "#!/bin/bash\npython3 -m steps.trian\n", **{"steps/__init__.py": "", "steps/train.py": ""}
        )
        self.assertIn("steps/trian.py", self.fails(document, "rehearsal.no_file", "script.file"))

    def test_options_in_the_wrong_order(self):
        document = self.script("#!/bin/bash\npython3 --data=x train.py\n", train__py="print(1)\n")
        self.fails(document, "rehearsal.option_too_early", "script.file")
        document = self.script(
            "#!/bin/bash\nexport PATH=$HOME/bin:$PATH\ntorchrun train.py --nproc_per_node=4\n", train__py="print(1)\n"
        )
        self.fails(document, "rehearsal.option_too_late", "script.file")

    def test_a_program_that_is_not_there(self):
        document = self.script("#!/bin/bash\nsurely-no-program --help\n")
        self.fails(document, "rehearsal.no_command", "script.file")

    # ------------------------------------------------------------ what would not fail

    def test_samples_of_the_presets_pass(self):
        for name in (
            "fms-ehrs-features", "fms-ehrs-finetune", "fms-ehrs-pretrain", "leonardo-sft", "leonardo-sft-lora", "leonardo-sft-multinode",
            "nyutron-finetune-comorbidity", "nyutron-finetune-denial", "nyutron-finetune-length-of-stay", "nyutron-finetune-mortality",
            "nyutron-finetune-readmission", "nyutron-ner", "nyutron-prepare", "nyutron-pretrain", "quickstart", "twcc-run-clm",
            "unity-gpt2-medium",
        ):  # fmt: skip
            with self.subTest(name):
                document, _ = self.sample(name)
                found = self.passes(document)
                if "workload: engine" in document.read_text():
                    self.assertEqual(len(found["losses"]), 2)
                    self.assertGreater(found["plan"]["num_parameters"], 1000)

    def test_variations_pass(self):
        for name, *settings in (
            ("twcc-run-clm", "precision.kind=bf16"),
            ("twcc-run-clm", "precision.kind=fp16", "resources.gpus_per_node=1"),
            ("twcc-run-clm", "optimizer.kind=adamw_8bit", "schedule.kind=cosine", "schedule.warmup_steps=5"),
            ("leonardo-sft", "instructions.packing=ffd", "batch.per_device=2"),
            ("leonardo-sft", "batch.global=null", "batch.gradient_accumulation_steps=4"),
            ("nyutron-finetune-mortality", "data.max_train_samples=20"),
            ("fms-ehrs-pretrain", "timelines.streaming=true", "training.max_steps=5"),
        ):
            with self.subTest(settings):
                document, _ = self.sample(name)
                found = self.passes(document, *(word for each in settings for word in ("--set", each)))
                self.assertEqual(len(found["losses"]), 2)

    def test_commands_and_scripts_pass(self):
        train = "import json, os\nfrom parts import layers\n"
        parts = {"parts/__init__.py": "from .layers import f\n", "parts/layers.py": "def f():\n    return 1\n"}
        for name, document in {
            "modules": self.command(train__py=train, **parts),
            "options": self.command("[--data, x, --learning_rate=1e-3]", train__py=ARGPARSE),
            "shortened options": self.command("[--data, x, --learn, '1']", train__py=ARGPARSE),
            "an output that is not there yet": self.command("[--output_dir, out, --log_file, log.json]", train__py="print(1)\n"),
            "a placeholder": self.command("[--resume, '{resume_from}']", train__py="print(1)\n"),
            "a module that may be missing": self.command(train__py="try:\n    import surely_not_there\nexcept ImportError:\n    pass\n"),
            "a module from elsewhere": self.command(train__py="import sys\nsys.path.append('/opt/more')\nimport elsewhere_only\n"),
            "a file that the script makes": self.script("#!/bin/bash\ncat > c.yaml <<EOF\na: 1\nEOF\npython3 train.py --config c.yaml\n", train__py="print(1)\n"),
            "a branch that may not be taken": self.script('#!/bin/bash\nif [ -f more.py ]; then\n  python3 more.py\nfi\necho "done"\n'),
            "a script within": self.script("#!/bin/bash\ncd src\nbash run.sh\n", **{"src/run.sh": "python3 train.py\n", "src/train.py": "print(1)\n"}),
            "a link to a folder": self.linked(),
            "options of python": self.script("#!/bin/bash\npython3 -u -W ignore train.py --data x\n", train__py="print(1)\n"),
        }.items():  # fmt: skip
            with self.subTest(name):
                self.passes(document)

    def test_words_for_a_person(self):
        document, _ = self.sample("twcc-run-clm")
        done = self.sandbox.run("yard", "check", document, "--rehearse")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"rehearsed: 2 steps, loss [\d.]+ to [\d.]+, [\d.]+ MB for each process")
        done = self.sandbox.run(
            "yard", "check", document, "--rehearse", "--on", "old", "--set", "resources.gpus_per_node=1"
        )
        self.assertIn("of 17.2 GB on each GPU", done.stdout)
        self.assertEqual(done.returncode, 8, done.stderr)  # its limits could not be asked for
        self.assertEqual(list(pathlib.Path("/tmp").glob("trainyard-inspect-*")), [])


if __name__ == "__main__":
    unittest.main()
