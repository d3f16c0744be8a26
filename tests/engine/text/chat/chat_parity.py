# SPDX-License-Identifier: GPL-3.0-or-later
"""Chat templates rendered here and by transformers are the same: text, spans of the assistant, and what fails.

Usage: chat_parity.py PROGRAM CHECK, where PROGRAM is chat_parity and CHECK names one of the functions below.
"""

import copy
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings

from chat_conversations import renders
from chat_templates import TEMPLATES

IS_LONG = bool(os.environ.get("TRAINYARD_LONG"))
NOW = datetime.datetime(2024, 1, 3, 4, 5, 6)
# Where this side may stop and Python goes on: integers beyond 64 bits, and addresses of objects that have no text.
BEYOND = {"chat.number_too_large", "chat.too_large", "chat.no_text", "chat.unsupported"}


def reference(template, render, with_now=True):
    """Text and spans in characters, or the error, as transformers gives them."""
    from transformers.utils.chat_template_utils import render_jinja_template

    render = copy.deepcopy(render)  # some filters change a list that should have been a text
    variables = render["variables"]
    if with_now:
        variables["strftime_now"] = lambda form: NOW.strftime(form)
    try:
        texts, spans = render_jinja_template(
            [render["messages"]],
            tools=render["tools"],
            chat_template=template,
            return_assistant_tokens_mask=True,
            **variables,
        )
    except Exception as error:
        return error
    return texts[0], spans[0]


def run_requests(program, folder, requests):
    path = os.path.join(folder, "requests")
    with open(path, "w", encoding="utf-8") as stream:
        for request in requests:
            stream.write(json.dumps(request) + "\n")
    subprocess.run([program, "render", path, path + ".results"], check=True)
    with open(path + ".results", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def in_characters(text, spans):
    data = text.encode()
    return [(len(data[:begin].decode()), len(data[:end].decode(errors="replace"))) for begin, end in spans]


class Comparison:
    def __init__(self):
        self.same, self.failed, self.beyond, self.different = 0, 0, 0, []

    def add(self, template, render, ours):
        expected = reference(template, render)
        if isinstance(expected, Exception):
            self.failed += 1
            if "error" not in ours:
                self.different.append((template, render, f"fails: {type(expected).__name__}: {expected}", ours["text"]))
            return
        text, spans = expected
        spans = [(min(begin, len(text)), min(end, len(text))) for begin, end in spans]
        if "error" in ours:
            if ours["error"] in BEYOND:
                self.beyond += 1
            else:
                self.different.append((template, render, text, ours["sentence"]))
        elif ours["text"] != text:
            self.different.append((template, render, text, ours["text"]))
        elif in_characters(ours["text"], ours["assistant"]) != spans:
            self.different.append((template, render, spans, in_characters(ours["text"], ours["assistant"])))
        else:
            self.same += 1

    def finish(self, name, shown=8):
        for template, render, expected, ours in self.different[:shown]:
            print(
                f"template {template[:300]!r}\nrender {json.dumps(render)[:600]}\nexpected {expected!r}\nours     {ours!r}\n"
            )
        print(
            f"{name}: {self.same} equal, {self.failed} fail on both sides, {self.beyond} beyond what is supported, {len(self.different)} different"
        )
        sys.exit(1 if self.different or self.same == 0 else 0)


def compare(program, folder, requests, comparison):
    for request, answers in zip(requests, run_requests(program, folder, requests), strict=True):
        for index, render in enumerate(request["renders"]):
            comparison.add(request["template"], render, answers if isinstance(answers, dict) else answers[index])


def check_templates(program, folder):
    comparison = Comparison()
    assert len(TEMPLATES) >= 15
    requests = [
        {"template": template, "renders": renders(120, seed)} for seed, template in enumerate(TEMPLATES.values())
    ]
    compare(program, folder, requests, comparison)
    comparison.finish(f"{len(TEMPLATES)} templates")


def check_expressions(program, folder):
    from chat_expressions import CONTEXT, expressions

    comparison = Comparison()
    requests = [
        {"template": template, "renders": [{"messages": [], "tools": None, "variables": CONTEXT}]}
        for template in expressions(12_000 if IS_LONG else 6_000, 7)
    ]
    compare(program, folder, requests, comparison)
    if comparison.beyond > (60 if IS_LONG else 30) or comparison.same < (2000 if IS_LONG else 1000):
        comparison.different.append(("", {}, "enough that succeeds", (comparison.beyond, comparison.same)))
    comparison.finish("random expressions")


def check_scopes(program, folder):
    from chat_scopes import CONTEXT, programs

    comparison = Comparison()
    requests = [
        {"template": template, "renders": [{"messages": [], "tools": None, "variables": CONTEXT}]}
        for template in programs(6_000 if IS_LONG else 2_500, 7)
    ]
    compare(program, folder, requests, comparison)
    comparison.finish("random programs")


def check_language(program, folder):
    """One line for each thing that the language has, and for what must fail."""
    from chat_language import CONTEXT, LINES

    comparison = Comparison()
    requests = [
        {"template": line, "renders": [{"messages": [], "tools": None, "variables": CONTEXT}]} for line in LINES
    ]
    compare(program, folder, requests, comparison)
    comparison.finish("lines of the language")


def write_folder(folder, files):
    os.makedirs(folder)
    for name, content in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
            stream.write(content if isinstance(content, str) else json.dumps(content))


def check_folders(program, folder):
    """Which template and which special tokens a folder has, as a tokenizer of transformers reads them."""
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    tokenizer_file = json.loads(Tokenizer(models.WordLevel({"a": 0, "<s>": 1, "[e]": 2}, unk_token="a")).to_str())
    say = "{{ bos_token }}|{{ eos_token }}|{{ pad_token }}|{{ image_token }}|NAME|{{ tools is none }}"
    named = [
        {"name": "default", "template": say.replace("NAME", "listed")},
        {"name": "tool_use", "template": say.replace("NAME", "tools")},
    ]
    added = {"content": "<s>", "lstrip": False, "normalized": False, "rstrip": False, "single_word": False}
    cases = [
        {"tokenizer_config.json": {"chat_template": say, "bos_token": "<s>", "eos_token": None}},
        {"tokenizer_config.json": {"chat_template": named, "bos_token": added | {"__type": "AddedToken"}}},
        {
            "tokenizer_config.json": {"chat_template": say, "bos_token": "<s>"},
            "chat_template.jinja": say.replace("NAME", "file") + "\n\n",
        },
        {"tokenizer_config.json": {"chat_template": named}, "chat_template.jinja": say.replace("NAME", "file")},
        {
            "tokenizer_config.json": {"bos_token": "<s>", "image_token": "<image>"},
            "chat_template.jinja": say,
            "additional_chat_templates/tool_use.jinja": say.replace("NAME", "extra"),
            "additional_chat_templates/rag.jinja": "rag",
        },
        {
            "tokenizer_config.json": {"chat_template": say, "bos_token": "<s>"},
            "special_tokens_map.json": {"bos_token": "[e]", "eos_token": added},
        },
        {
            "tokenizer_config.json": {"chat_template": say, "bos_token": "<s>", "added_tokens_decoder": {"1": added}},
            "special_tokens_map.json": {"bos_token": "[e]"},
        },
        {"tokenizer_config.json": {"chat_template": say, "extra_special_tokens": {"image_token": "<i>"}}},
        {"tokenizer_config.json": {"bos_token": "<s>"}},
        {"tokenizer_config.json": {"chat_template": [{"name": "rag", "template": "r"}]}},
    ]
    messages = [{"role": "user", "content": "x"}]
    for index, case in enumerate(cases):
        path = os.path.join(folder, f"model{index}")
        write_folder(path, case | {"tokenizer.json": tokenizer_file})
        result = os.path.join(folder, "result")
        subprocess.run([program, "folder", path, result], check=True)
        with open(result, encoding="utf-8") as stream:
            ours = json.load(stream)
        try:
            tokenizer = PreTrainedTokenizerFast.from_pretrained(path)
            expected = [
                tokenizer.apply_chat_template(messages, tools=tools, tokenize=False)
                for tools in (None, [{"name": "f"}])
            ]
        except ValueError as error:
            assert "error" in ours, (case, error, ours)
            continue
        assert [ours.get("text"), ours.get("tools")] == expected, (case, ours, expected)
        assert ours["tokens"] == tokenizer.special_tokens_map, (case, ours, tokenizer.special_tokens_map)
    print(f"{len(cases)} folders: equal")


def check_speed(program, folder):
    """10,000 short conversations, parsed once, on one core; of the slower style and the faster one."""
    from transformers.utils.chat_template_utils import _compile_jinja_template

    for name in ("chatml", "qwen3"):
        conversations = [
            {
                "messages": [
                    {"role": "system", "content": f"Be brief {i}."},
                    {"role": "user", "content": "What is 2 + 2?"},
                    {"role": "assistant", "content": "It is 4."},
                    {"role": "user", "content": "And 3 + 3?"},
                    {"role": "assistant", "content": "<think>\n6\n</think>\n\nIt is 6."},
                ],
                "tools": None,
                "variables": {"add_generation_prompt": False, "bos_token": "<s>", "eos_token": "</s>"},
            }
            for i in range(10_000)
        ]
        path = os.path.join(folder, "speed")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(json.dumps({"template": TEMPLATES[name], "renders": conversations}) + "\n")
        ours = []
        for _ in range(3):
            seconds, size = subprocess.run(
                [program, "speed", path], check=True, capture_output=True, text=True
            ).stdout.split()
            ours.append(float(seconds))
        compiled = _compile_jinja_template(TEMPLATES[name])
        begin = time.perf_counter()
        texts = [
            compiled.render(messages=c["messages"], tools=None, documents=None, **c["variables"]) for c in conversations
        ]
        theirs = time.perf_counter() - begin
        assert sum(len(text.encode()) for text in texts) == int(size)
        print(
            f"{name}: {min(ours) * 1e6 / len(texts):.2f} us a conversation, jinja2 {theirs * 1e6 / len(texts):.1f} us: {theirs / min(ours):.1f} times"
        )
        # The machine of a test may be busy: half of what is promised must hold.
        assert theirs / min(ours) > 5, "too slow"


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # Python's, about what random expressions compile to
    program, check = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary:
        globals()["check_" + check](program, temporary)
