# SPDX-License-Identifier: GPL-3.0-or-later
"""Tuning on instructions through the program: rows, packs and losses against trl and transformers, ranks, a kill, and what is refused.

One file because its cases share what setUpClass makes, which takes longer than most of them.
"""

import json
import os
import random
import unittest

import numpy
import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from engine_runs import Runs, largest_difference

LENGTH, END = 64, "<|im_end|>"
TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' }}{% if m.role == 'assistant' %}{% generation %}{{ m.content + '<|im_end|>\\n' }}"
    "{% endgeneration %}{% else %}{{ m.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}"
)
MODEL = "{hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 2, max_position_embeddings: 128}"
SETTINGS = [
    "model.kind=llama",
    f"model.overrides={MODEL}",
    "task.kind=instruction_tuning",
    "data.tokenizer=tokenizer",
    f"data.sequence_length={LENGTH}",
    "data.validation_split_ratio=0.05",
]
ALPACA = [
    *SETTINGS,
    "data.train=[alpaca.jsonl]",
    "instructions.formatter=pythonalpaca",
    f"instructions.eos_token={END}",
]
CHATS = [*SETTINGS, "data.train=[chats.jsonl]", "instructions.loss_on=assistant"]


def alpaca(count):
    rng = random.Random(1)
    for _ in range(count):
        a, b, word = rng.randint(0, 99), rng.randint(0, 99), rng.choice(["plus", "minus"])
        yield {
            "instruction": f" Compute {a} {word} {b}.\n",
            "input": "as a number" if rng.random() < 0.3 else "",
            "output": f"{a + b if word == 'plus' else a - b}" + " indeed" * rng.randint(0, 8),
        }


def told(record):
    """pythonalpaca in Python."""
    prompt = f"### Instruction:\n{record['instruction'].strip()}\n\n"
    if record["input"].strip():
        prompt += f"### Input:\n{record['input'].strip()}\n\n"
    return (prompt + "### Response:\n").rstrip() + "\n", record["output"].strip()


def chats(count):
    rng = random.Random(2)
    for i in range(count):
        turns = [
            {"role": "user", "content": f"say {rng.randint(0, 9)}"},
            {"role": "assistant", "content": f"I say {i} 🙂."},
        ] * rng.randint(1, 2)
        yield {"messages": ([{"role": "system", "content": ""}] if rng.random() < 0.5 else []) + turns}


class Instructions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.folder = folder = cls.runs.folder
        cls.alpaca, cls.chats = list(alpaca(400)), list(chats(300))
        for name, records in (("alpaca", cls.alpaca), ("chats", cls.chats)):
            (folder / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        backend = Tokenizer(models.BPE())
        backend.pre_tokenizer, backend.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
        backend.train_from_iterator(
            (folder / "alpaca.jsonl").read_text().splitlines(),
            trainers.BpeTrainer(
                vocab_size=350,
                show_progress=False,
                initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                special_tokens=["<|endoftext|>", "<|im_start|>", END],
            ),
        )
        cls.tokenizer = transformers.PreTrainedTokenizerFast(
            tokenizer_object=backend, eos_token="<|endoftext|>", pad_token="<|endoftext|>", chat_template=TEMPLATE
        )
        cls.tokenizer.save_pretrained(folder / "tokenizer")

    def prepared(self, name, settings):
        output = self.folder / name
        done = self.runs.run(
            "prepare", self.runs.experiment, *sum((["--set", one] for one in settings), []), "--output", output
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads((output / "prepared.json").read_text())
        splits = {}
        for split, content in said["splits"].items():
            read = {
                column: numpy.fromfile(
                    output / file["file"], dtype={"tokens": "<u2", "targets": "u1"}.get(column, "<i8")
                ).tolist()
                for column, file in content["columns"].items()
            }
            rows = list(zip([0, *read["row_ends"]], read["row_ends"]))
            packs = (
                [rows[begin:end] for begin, end in zip([0, *read["pack_ends"]], read["pack_ends"])]
                if "pack_ends" in read
                else [[row] for row in rows]
            )
            splits[split] = [
                [(read["tokens"][begin:end], read["targets"][begin:end]) for begin, end in pack] for pack in packs
            ]
        return splits

    def expected_rows(self):
        """As trl 0.19.1 makes them: ids of prompt and completion together, the prompt's not learned."""
        rows = []
        for record in self.alpaca:
            prompt, completion = told(record)
            ids = self.tokenizer(prompt + completion + END)["input_ids"]
            before = len(self.tokenizer(prompt)["input_ids"])
            rows.append((ids, [0] * before + [1] * (len(ids) - before)))
        return rows

    def test_rows_and_packs_are_those_of_trl(self):
        os.environ["HF_DATASETS_DISABLE_PROGRESS_BARS"] = "1"
        import datasets
        from trl.data_utils import pack_dataset

        rows = self.expected_rows()
        held_out = 20  # a twentieth
        cut = [(ids[:LENGTH], mask[:LENGTH]) for ids, mask in rows]
        found = self.prepared("plain", ALPACA)
        self.assertEqual([pack[0] for pack in found["validation"]], cut[:held_out])
        self.assertEqual([pack[0] for pack in found["train"]], cut[held_out:])
        data = datasets.Dataset.from_dict(
            {"input_ids": [ids for ids, _ in rows[held_out:]], "completion_mask": [mask for _, mask in rows[held_out:]]}
        )
        for strategy in ("ffd", "wrapped"):
            packed = pack_dataset(data, 2 * LENGTH, strategy)
            found = self.prepared(
                strategy, [*ALPACA, f"instructions.packing={strategy}", f"data.sequence_length={2 * LENGTH}"]
            )["train"]
            self.assertEqual([sum((ids for ids, _ in pack), []) for pack in found], packed["input_ids"], strategy)
            self.assertEqual(
                [sum((mask for _, mask in pack), []) for pack in found], packed["completion_mask"], strategy
            )
            if strategy == "ffd":
                self.assertGreater(max(map(len, found)), 1)

    def test_what_the_assistant_says_is_learned(self):
        found = self.prepared("assistant", [*CHATS, "data.validation_split_ratio=0", "evaluation.every_steps=null"])[
            "train"
        ]
        for record, [(ids, mask)] in zip(self.chats, found, strict=True):
            wanted = self.tokenizer.apply_chat_template(
                record["messages"], return_assistant_tokens_mask=True, return_dict=True
            )
            self.assertEqual((ids, mask), (wanted["input_ids"][:LENGTH], wanted["assistant_masks"][:LENGTH]))

    def test_the_loss_of_packs_is_that_of_each_row_alone(self):
        settings = [
            *ALPACA,
            "instructions.packing=ffd",
            f"data.sequence_length={2 * LENGTH}",
            "training.max_steps=30",
            "evaluation.every_steps=30",
        ]
        loss = self.runs.train("packed", 1, settings)[30, "eval/loss"]
        model = transformers.AutoModelForCausalLM.from_pretrained(self.folder / "packed/results/model")
        self.assertTrue(transformers.AutoTokenizer.from_pretrained(self.folder / "packed/results/model").chat_template)
        total = count = 0
        for ids, mask in self.expected_rows()[:20]:
            ids, mask = ids[: 2 * LENGTH], mask[: 2 * LENGTH]
            labels = torch.tensor([id if learned else -100 for id, learned in zip(ids, mask)])
            with torch.no_grad():
                logits = model(torch.tensor([ids])).logits[0]
            total += torch.nn.functional.cross_entropy(
                logits[:-1], labels[1:], reduction="sum", ignore_index=-100
            ).item()
            count += sum(mask[1:])
        self.assertLess(abs(loss / (total / count) - 1), 1e-5)

    def test_ranks_and_a_kill_change_nothing(self):
        for packing in ("none", "ffd"):
            with self.subTest(packing):
                settings = [
                    *ALPACA,
                    f"instructions.packing={packing}",
                    "batch.global=8",
                    "batch.per_device=4",
                    "evaluation.every_steps=10",
                ]
                whole = self.runs.train(f"{packing} whole", 1, settings)
                self.assertEqual(self.runs.train_through_a_kill(f"{packing} cut", settings), whole)
                self.assertLess(largest_difference(whole, self.runs.train(f"{packing} ranks", 2, settings)), 1e-4)

    def test_without_padding_the_losses_are_the_same(self):
        """Rows of a batch one behind the other against the padded batch: rows, packs, chats; another rank, a kill."""
        for name, settings in (
            ("rows", ALPACA),
            ("packs", [*ALPACA, "instructions.packing=ffd", f"data.sequence_length={2 * LENGTH}"]),
            ("chats", CHATS),
        ):
            with self.subTest(name):
                # Small steps, so that what differs in the last digit stays there.
                settings = [
                    *settings,
                    "batch.per_device=4",
                    "batch.global=8",
                    "optimizer.learning_rate=1e-4",
                    "evaluation.every_steps=10",
                ]
                padded = self.runs.train(f"{name} padded", 1, settings)
                flat = [*settings, "instructions.padding_free=true"]
                whole = self.runs.train(f"{name} flat", 1, flat)
                for metric in ("train/loss", "eval/loss"):
                    self.assertLess(largest_difference(padded, whole, metric), 1e-6, metric)
                if name == "rows":
                    self.assertEqual(self.runs.train_through_a_kill("flat cut", flat), whole)
                    self.assertLess(largest_difference(whole, self.runs.train("flat ranks", 2, flat)), 1e-4)

    def test_without_padding_by_other_models(self):
        """Positions that are learned, a window, dropout: what attention does with documents in each way."""
        gpt2 = "{n_layer: 2, n_embd: 32, n_head: 2, n_positions: 64, vocab_size: 400, resid_pdrop: 0.0, embd_pdrop: 0.0, attn_pdrop: 0.0}"
        gemma = (
            "{hidden_size: 32, intermediate_size: 64, num_hidden_layers: 2, num_attention_heads: 4, num_key_value_heads: 2, head_dim: 8, "
            "max_position_embeddings: 128, sliding_window: 8, vocab_size: 400}"
        )
        for name, overrides in (("gpt2", gpt2), ("gemma3", gemma)):
            settings = [
                *ALPACA,
                f"model.kind={name}",
                f"model.overrides={overrides}",
                "optimizer.learning_rate=1e-4",
                "training.max_steps=10",
            ]
            padded, flat = (
                self.runs.train(f"{name} {free}", 1, [*settings, f"instructions.padding_free={free}"])
                for free in ("false", "true")
            )
            self.assertLess(largest_difference(padded, flat), 1e-6, name)
        dropped = [
            *ALPACA,
            "model.kind=gpt2",
            f"model.overrides={gpt2.replace('attn_pdrop: 0.0', 'attn_pdrop: 0.1')}",
            "instructions.padding_free=true",
            "training.max_steps=6",
        ]
        self.assertEqual(self.runs.train("dropped", 1, dropped), self.runs.train("dropped again", 1, dropped))

    def test_test_files_are_judged(self):
        """Prompts and packs of data.test and data.temporal_test: their rows, their losses by the model that is left, their folders."""
        for name, first in (("test", 10), ("later", 300)):
            (self.folder / f"{name}.jsonl").write_text(
                "".join(json.dumps(record) + "\n" for record in self.alpaca[first : first + 30])
            )
        tests = ["data.test=[test.jsonl]", "data.temporal_test=[later.jsonl]"]
        rows = [(ids[:LENGTH], mask[:LENGTH]) for ids, mask in self.expected_rows()]
        found = self.prepared("with tests", [*ALPACA, *tests])
        self.assertEqual([pack[0] for pack in found["test"]], rows[10:40])
        self.assertEqual([pack[0] for pack in found["temporal_test"]], rows[300:330])
        for packing in ("none", "ffd"):
            settings = [*ALPACA, *tests, f"instructions.packing={packing}", "training.max_steps=10"]
            self.runs.train(f"judged {packing}", 1, settings)
            results = self.folder / f"judged {packing}/results"
            model = transformers.AutoModelForCausalLM.from_pretrained(results / "model")
            for split, prefix, part in (
                ("test", "test", rows[10:40]),
                ("temporal_test", "temporal_test", rows[300:330]),
            ):
                total = count = 0
                for ids, mask in part:
                    labels = torch.tensor([id if learned else -100 for id, learned in zip(ids, mask)])
                    with torch.no_grad():
                        logits = model(torch.tensor([ids])).logits[0]
                    total += torch.nn.functional.cross_entropy(
                        logits[:-1], labels[1:], reduction="sum", ignore_index=-100
                    ).item()
                    count += sum(mask[1:])
                said = json.loads((results / f"{prefix}_results.json").read_text())[f"{prefix}_loss"]
                self.assertLess(abs(said / (total / count) - 1), 1e-5, (packing, split))
                self.assertAlmostEqual(json.loads((results / split / "metrics.json").read_text())["loss"], said, 12)
            done = self.runs.run(
                "evaluate",
                self.runs.experiment,
                *sum((["--set", one] for one in settings), []),
                "--model",
                self.folder / f"judged {packing}",
                "--split",
                "test",
            )
            self.assertEqual(done.returncode, 0, done.stderr)
        (self.folder / "small mix.yaml").write_text(
            "datasets:\n  - {name: json, data_files: alpaca.jsonl, map_fn: pythonalpaca}\n"
        )
        done = self.runs.run(
            "validate",
            self.runs.experiment,
            *sum((["--set", one] for one in [*SETTINGS, "instructions.mixture='small mix.yaml'", *tests]), []),
        )
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("data.temporal_test", done.stdout + done.stderr)

    def test_a_mixture_takes_its_share_of_each(self):
        import numpy.random

        (self.folder / "mix.yaml").write_text(
            "datasets:\n  - {name: json, data_files: alpaca.jsonl, map_fn: pythonalpaca, fraction: 1.5}\n"
            "  - {name: json, data_files: alpaca.jsonl, map_fn: pythonalpaca_chat, num_samples: 10}\n"
        )
        found = self.prepared(
            "mixture",
            [
                *SETTINGS,
                "instructions.mixture=mix.yaml",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
            ],
        )["train"]
        self.assertEqual(len(found), 600 + 10)
        order = numpy.random.default_rng(42).permutation(400)
        taken = [("prompt", row) for row in [*order, *order[:200]]] + [("chat", row) for row in order[:10]]
        rows = self.expected_rows()
        for place, [(ids, _)] in zip(numpy.random.default_rng(42).permutation(610), found, strict=True):
            kind, row = taken[place]
            if kind == "prompt":
                text = "".join(told(self.alpaca[row])) + "<|endoftext|>"
                self.assertEqual(ids, self.tokenizer(text)["input_ids"][:LENGTH])
            else:
                self.assertEqual(ids[0], self.tokenizer.convert_tokens_to_ids("<|im_start|>"))
        self.assertEqual(len(rows), 400)

    def chat_rows(self, name, records, template, *settings):
        """What is prepared of records with messages, by a template."""
        (self.folder / f"{name}.jsonl").write_text(
            "".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records)
        )
        (self.folder / f"{name}.jinja").write_text(template)
        found = self.prepared(
            name,
            [
                *SETTINGS,
                f"data.train=[{name}.jsonl]",
                f"instructions.chat_template={name}.jinja",
                "data.sequence_length=512",
                *settings,
                f"model.overrides={MODEL.replace('128', '512')}",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
            ],
        )["train"]
        return [row for pack in found for row in pack]

    def test_tools_and_their_calls_are_told(self):
        """tools as a list or as a text of JSON; a turn that only calls tools, whose content is null, empty or not there."""
        template = (
            "{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}[{{ m.role }}]{% if m.content is none %}none{% else %}{{ m.content }}{% endif %}"
            "{% for call in m.tool_calls or [] %}{{ call.function.name }}({{ call.function.arguments | tojson }}){% endfor %}{% endfor %}"
        )
        tools = [
            {
                "type": "function",
                "function": {
                    "name": "add",
                    "description": "Adds \u00e9",
                    "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}},
                },
            }
        ]
        call = {"type": "function", "function": {"name": "add", "arguments": {"a": 1}}}
        chats = [
            [
                {"role": "user", "content": "1 and 2?"},
                {"role": "assistant", "tool_calls": [call], **content},
                {"role": "tool", "content": "3"},
                {"role": "assistant", "content": "3"},
            ]
            for content in ({"content": None}, {"content": ""}, {}, {"content": "wait"})
        ]
        records = [
            {"messages": chat, "tools": given}
            for chat in chats
            for given in (tools, json.dumps(tools), None, "null", [], "[]")
        ]
        found = self.chat_rows("tools", records, template)
        for record, (ids, _) in zip(records, found, strict=True):
            given = json.loads(record["tools"]) if isinstance(record["tools"], str) else record["tools"]
            wanted = self.tokenizer.apply_chat_template(
                record["messages"], tools=given, chat_template=template, return_dict=True
            )["input_ids"]
            self.assertEqual(self.tokenizer.decode(ids), self.tokenizer.decode(wanted))
            self.assertEqual(ids, wanted)
        for given in ("not JSON", "{}", {"type": "function"}, 3, ["add"], '["add"]', True):
            (self.folder / "bad tools.jsonl").write_text(json.dumps({"messages": chats[0], "tools": given}) + "\n")
            done = self.runs.run(
                "prepare",
                self.runs.experiment,
                *sum((["--set", one] for one in [*SETTINGS, "data.train=['bad tools.jsonl']"]), []),
                "--output",
                self.folder / "never",
            )
            self.assertEqual(done.returncode, 2, given)
            self.assertIn("bad tools.jsonl, line 1: tools must be a list of objects", done.stderr)
        (self.folder / "silent.jsonl").write_text(
            json.dumps({"messages": [{"role": "assistant", "content": None}]}) + "\n"
        )
        done = self.runs.run(
            "prepare",
            self.runs.experiment,
            *sum((["--set", one] for one in [*SETTINGS, "data.train=[silent.jsonl]"]), []),
            "--output",
            self.folder / "never",
        )
        self.assertIn("message 1 of messages must be an object with role and content", done.stderr)

    def test_an_answer_without_its_header_is_learned(self):
        """Prompt and completion as messages: the prompt ends as one that is answered; a word across the border is learned."""
        template = TEMPLATE + "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
        records = [{"prompt": chat["messages"][:-1], "completion": chat["messages"][-1:]} for chat in self.chats[:40]]
        found = self.chat_rows("answers", records, template)
        for record, (ids, mask) in zip(records, found, strict=True):
            prompt = self.tokenizer.apply_chat_template(
                record["prompt"], chat_template=template, add_generation_prompt=True, return_dict=True
            )["input_ids"]
            whole = self.tokenizer.apply_chat_template(
                record["prompt"] + record["completion"], chat_template=template, return_dict=True
            )["input_ids"]
            self.assertEqual(whole[: len(prompt)], prompt)
            self.assertEqual((ids, mask), (whole, [0] * len(prompt) + [1] * (len(whole) - len(prompt))))
        (self.folder / "across.jsonl").write_text(json.dumps({"prompt": "Compute 1 pl", "completion": "us"}) + "\n")
        [[(ids, mask)]] = self.prepared(
            "across",
            [*SETTINGS, "data.train=[across.jsonl]", "data.validation_split_ratio=0", "evaluation.every_steps=null"],
        )["train"]
        prompt = self.tokenizer("Compute 1 pl")["input_ids"]
        common = next(i for i, (one, other) in enumerate(zip(prompt, ids)) if one != other)
        self.assertLess(common, len(prompt))
        self.assertEqual(mask, [0] * common + [1] * (len(ids) - common))

    def test_numbers_that_python_writes_are_read(self):
        """NaN and Infinity, bare as json.dumps writes them, in members that nobody reads, in text beside them and in what templates get."""
        template = "{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}"
        values = [float("nan"), float("inf"), -float("inf")]
        records = [
            {
                "score": value,
                "of": [value, {"NaN": value}],
                "messages": [
                    {"role": "user", "content": 'NaN, "NaN" and \\ -Infinity'},
                    {"role": "assistant", "content": "x"},
                ],
            }
            for value in values
        ]
        found = self.chat_rows("numbers", records, template)
        for record, (ids, _) in zip(records, found, strict=True):
            self.assertEqual(
                ids,
                self.tokenizer.apply_chat_template(record["messages"], chat_template=template, return_dict=True)[
                    "input_ids"
                ],
            )
        lines = [
            json.dumps({"text": f"model {i}", "label": i % 2, "score": value}) for i in range(8) for value in values
        ]
        for name, text in (("lines.jsonl", "\n".join(lines) + "\n"), ("list.json", "[" + ",\n".join(lines) + "]\n")):
            (self.folder / name).write_text(text)
            settings = [
                "task.kind=sequence_classification",
                f"data.train=[{name}]",
                "data.tokenizer=tokenizer",
                "data.sequence_length=16",
                "data.validation_split_ratio=0",
                "evaluation.every_steps=null",
            ]
            self.assertEqual(self.labelled_rows(f"labelled {name}", settings), 24)
        (self.folder / "broken.jsonl").write_text('{"text": "a", "label": 1, "score": NaNa}\n')
        done = self.runs.run(
            "prepare",
            self.runs.experiment,
            *sum((["--set", one] for one in [*settings, "data.train=[broken.jsonl]"]), []),
            "--output",
            self.folder / "never",
        )
        self.assertIn("broken.jsonl, line 1: not valid JSON", done.stderr)

    def labelled_rows(self, name, settings):
        done = self.runs.run(
            "prepare",
            self.runs.experiment,
            *sum((["--set", one] for one in settings), []),
            "--output",
            self.folder / name,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((self.folder / name / "prepared.json").read_text())["splits"]["train"]["rows"]

    def test_bad_input_is_told(self):
        (self.folder / "bad.jsonl").write_text(
            json.dumps(self.alpaca[0]) + '\n{"instruction": 3, "input": "", "output": "x"}\n'
        )
        (self.folder / "plain.jinja").write_text("{% for m in messages %}{{ m.content }}{% endfor %}")
        (self.folder / "displaced.jinja").write_text(
            "{% macro said(m) %}{% generation %}{{ m.content }}{% endgeneration %}{% endmacro %}"
            "{% for m in messages %}{{ said(m) }}{% endfor %}"
        )
        (self.folder / "known.jinja").write_text(
            "{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% endif %}.{% endfor %}"
        )
        (self.folder / "turns.jsonl").write_text(
            json.dumps({"conversations": [{"from": "human", "value": "Hello you"}, {"from": "gpt", "value": "Hi"}]})
            + "\n"
        )
        (self.folder / "broken.jinja").write_text("{% for m in messages %}{{ m.content }}")
        (self.folder / "broken.yaml").write_text(
            "datasets:\n  - {name: json, data_files: alpaca.jsonl, map_fn: pythonalpacca}\n"
        )
        for settings, words in (
            ([*ALPACA, "data.train=[bad.jsonl]"], "bad.jsonl, line 2: the format pythonalpaca needs"),
            (
                [*SETTINGS, "data.train=[alpaca.jsonl]"],
                "line 1: the record has instruction, input, output, but neither",
            ),
            ([*ALPACA, "instructions.formatter=pythonalpacca"], "did you mean pythonalpaca?"),
            ([*ALPACA, "instructions.eos_token=<end>"], "has no token <end>"),
            ([*CHATS, "instructions.chat_template=plain.jinja"], "does not mark the assistant's turns"),
            ([*CHATS, "instructions.chat_template=broken.jinja"], "broken.jinja"),
            ([*CHATS, "instructions.chat_template=displaced.jinja"], "inside a macro"),
            (
                [*SETTINGS, "data.train=[chats.jsonl]", "instructions.formatter=alpaca"],
                "chats.jsonl, line 1: the format alpaca reads instruction, input, output, but the record has messages and no instruction: "
                "set instructions.formatter to null",
            ),
            (
                [*SETTINGS, "data.train=[turns.jsonl]", "instructions.chat_template=known.jinja"],
                "turns.jsonl, line 1: the chat template leaves out message 1, whose role is human",
            ),
            (
                [*CHATS, "instructions.loss_on=completion"],
                "instructions.loss_on is completion, but the record is messages",
            ),
            ([*SETTINGS, "data.train=[]", "instructions.mixture=broken.yaml"], "broken.yaml:2"),
            ([*ALPACA, "data.train=[corpus.txt]"], "corpus.txt: instruction records are read from"),
            ([*ALPACA, "data.tokenizer=null"], "data.tokenizer"),
        ):
            with self.subTest(words):
                done = self.runs.run(
                    "prepare",
                    self.runs.experiment,
                    *sum((["--set", one] for one in settings), []),
                    "--output",
                    self.folder / "never",
                )
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn(words, done.stderr)
                self.assertFalse((self.folder / "never").exists())


if __name__ == "__main__":
    unittest.main()
