# SPDX-License-Identifier: GPL-3.0-or-later
"""Small random programs that set and read a few names in loops, branches, blocks and macros: which variable each one is."""

import random

CONTEXT = {"a": "A", "b": [1, 2], "c": "", "l": [3, 4], "k": []}
NAMES = ["a", "b", "c", "x", "y"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def name(self):
        return self.random.choice(NAMES)

    def read(self):
        return (
            "{{ "
            + self.random.choice(
                [
                    self.name(),
                    self.name() + " ~ " + self.name(),
                    self.name() + " is defined",
                    "f() if f is defined",
                    "g(x=" + self.name() + ") if g",
                ]
            )
            + " }},"
        )

    def store(self):
        return (
            "{% set "
            + self.name()
            + " = "
            + self.random.choice([self.name(), str(self.random.randrange(9)), "'s' ~ " + self.name()])
            + " %}"
        )

    def loop(self, depth):
        condition = self.random.choice(["", "", f" if {self.name()} is defined", f" if {self.name()}"])
        body = self.body(depth) + self.random.choice(
            ["", "{{ loop.last }}", "{% if loop.index == 1 %}{% continue %}{% endif %}", "{% break %}"]
        )
        return (
            "{% for "
            + self.name()
            + " in "
            + self.random.choice(["l", "k", "l"])
            + condition
            + " %}"
            + body
            + self.random.choice(["", "{% else %}" + self.body(depth)])
            + "{% endfor %}"
        )

    def statement(self, depth):
        kind = self.random.random()
        if depth == 0 or kind < 0.45:
            return self.read() if self.random.random() < 0.6 else self.store()
        inner = self.body(depth - 1)
        if kind < 0.57:
            return self.loop(depth - 1)
        if kind < 0.67:
            other = self.random.choice(
                [
                    "",
                    "{% else %}" + self.body(depth - 1),
                    "{% elif " + self.name() + " %}" + self.body(depth - 1) + "{% else %}" + self.body(depth - 1),
                ]
            )
            return "{% if " + self.name() + " %}" + inner + other + "{% endif %}"
        if kind < 0.73:
            return "{% set " + self.name() + " %}" + inner + "{% endset %}"
        if kind < 0.79:
            return "{% with " + self.name() + " = " + self.name() + " %}" + inner + "{% endwith %}"
        if kind < 0.84:
            return "{% generation %}" + inner + "{% endgeneration %}"
        if kind < 0.88:
            return "{% filter upper %}" + inner + "{% endfilter %}"
        if kind < 0.92:
            return (
                "{% macro h() %}[{{ caller(1) }}]{% endmacro %}{% call("
                + self.name()
                + ") h() %}"
                + inner
                + "{% endcall %}"
            )
        parameter = self.random.choice(["", "x", "x, y=1", "x, y=" + self.name(), "a=x"]) if kind < 0.96 else ""
        return (
            "{% macro "
            + ("g(x=1, y=" + self.name() + ")" if parameter else "f()")
            + " %}"
            + inner
            + "{% endmacro %}"
            + self.read()
        )

    def body(self, depth):
        return "".join(self.statement(depth) for _ in range(self.random.randrange(1, 4)))


def programs(count, seed):
    program = Program(seed)
    return [
        "{% set f = none %}{% set g = none %}" * program.random.randrange(2) + program.body(3) for _ in range(count)
    ]
