# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations of every kind that templates meet, the same for each seed."""

import random

TEXTS = [
    "Hello",
    "  two  words \n",
    "",
    "Wo ist die n\u00e4chste Stra\u00dfe?",
    "\u4f60\u597d\uff0c\u4e16\u754c",
    "\U0001f600\u200d\U0001f680 !",
    "a\nb\n\nc",
    "<think>\nwell, 1 + 1\n</think>\n\nIt is 2.",
    "no <b>bold</b> & \"quoted\" 'text'",
    "\u0130\u01c5\u00df \u03a3\u03a3 na\u00efve",
    "</think>x",
    "stop here",
    "<tool_response>\n{}\n</tool_response>",
    "tab\tand \x0b\x1c odd spaces\u00a0\u3000",
    "use /no_think please",
    "x" * 100,
]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather\nof a place",
            "parameters": {
                "type": "object",
                "properties": {
                    "place": {"type": "string", "description": 'Where: a "town" <here>'},
                    "days": {"type": "integer"},
                },
                "required": ["place"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "sort_list",
            "description": "",
            "parameters": {
                "type": "object",
                "properties": {
                    "values": {"type": "array", "items": {"type": "number"}},
                    "order": {"type": "string", "enum": ["up", "down"]},
                    "more": {"type": "object", "properties": {"deep": {"type": ["string", "null"]}}},
                },
            },
            "return": {"type": "array"},
        },
    },
    {
        "type": "function",
        "function": {"name": "\u00e9chelle", "parameters": {"type": "object", "properties": {}, "required": []}},
    },
]


def content_of(generator):
    kind = generator.random()
    if kind < 0.8:
        return generator.choice(TEXTS)
    if kind < 0.95:
        return [
            generator.choice(
                [
                    {"type": "text", "text": generator.choice(TEXTS)},
                    {"type": "image"},
                    {"type": "image_url", "image_url": {"url": "x"}},
                ]
            )
            for _ in range(generator.randrange(4))
        ]
    return generator.choice([None, {"content": "inner"}, 42, 1.5, True])


def call_of(generator):
    tool = generator.choice(TOOLS)["function"]
    arguments = generator.choice(
        [
            {},
            {"place": "K\u00f6ln", "days": 3},
            {"values": [1, 2.5, -1e-7, 1e16], "deep": {"a": None, "b": [True, {}]}},
            '{"raw": 1}',
        ]
    )
    call = {"type": "function", "function": {"name": tool["name"], "arguments": arguments}}
    if generator.random() < 0.8:
        call["id"] = "abcdef123" if generator.random() < 0.8 else "short"
    return call if generator.random() < 0.9 else call["function"]


def conversation(generator, is_plain):
    messages = []
    if generator.random() < 0.5:
        messages.append({"role": "system", "content": generator.choice(TEXTS)})
    for turn in range(generator.randrange(1, 7)):
        role = ["user", "assistant"][turn % 2]
        if not is_plain and generator.random() < 0.15:
            role = generator.choice(["user", "assistant", "tool", "system", "ipython", "Chatbot"])
        message = {"role": role, "content": generator.choice(TEXTS) if is_plain else content_of(generator)}
        if role == "assistant" and generator.random() < (0.15 if is_plain else 0.35):
            message["tool_calls"] = [call_of(generator) for _ in range(generator.choice([1, 1, 2]))]
            if generator.random() < 0.5:
                message["content"] = "" if generator.random() < 0.5 else None
        if role == "assistant" and generator.random() < 0.15:
            message["reasoning_content"] = generator.choice([None, "because\n", ""])
        if role == "tool":
            message["tool_call_id"] = "abcdef123"
        messages.append(message)
        if "tool_calls" in message:
            messages += [
                {"role": "tool", "name": "f", "content": generator.choice(TEXTS), "tool_call_id": "abcdef123"}
                for _ in range(generator.randrange(3))
            ]
    return messages


def variables(generator):
    result = {"bos_token": "<s>", "eos_token": "</s>", "add_generation_prompt": generator.random() < 0.5}
    for name, value in [
        ("enable_thinking", generator.random() < 0.5),
        ("tools_in_user_message", False),
        ("date_string", "1 May 2020"),
        ("builtin_tools", ["search", "code_interpreter"]),
        ("add_vision_id", True),
        ("documents", [{"title": "a", "text": "b<c>"}]),
        ("xml_tools", [{"a": [1, None, "x'y"]}]),
    ]:
        if generator.random() < 0.2:
            result[name] = value
    return result


def renders(count, seed):
    generator = random.Random(seed)
    result = []
    for index in range(count):
        tools = None if generator.random() < 0.5 else generator.sample(TOOLS, generator.randrange(1, 4))
        result.append(
            {"messages": conversation(generator, index % 2 == 0), "tools": tools, "variables": variables(generator)}
        )
    result.append({"messages": [], "tools": None, "variables": {}})
    result.append({"messages": [{"role": "user", "content": "no tokens"}], "tools": [], "variables": {}})
    return result
