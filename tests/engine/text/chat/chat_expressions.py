# SPDX-License-Identifier: GPL-3.0-or-later
"""Small random expressions of the language of templates."""

import random

CONTEXT = {
    "s": "Hello World",
    "t": "  a,b,,c \n",
    "u": "\u00e4\u00d6\u00df \u4f60 \u01c5 \u03a3\u0391\u03a3",
    "e": "",
    "q": 'it\'s "x" \\ \n\t\u00a0\u200b',
    "i": 7,
    "n": -3,
    "z": 0,
    "f": 2.5,
    "g": -0.1,
    "h": 1e20,
    "b": True,
    "c": False,
    "o": None,
    "l": [3, 1, 2],
    "m": ["b", "A", "c", "a"],
    "x": [1, "a", None, 2.0, [1]],
    "k": [],
    "d": {"a": 1, "b": [1, 2], "c": {"x": "y"}, "items": 5},
    "r": [{"a": 1, "b": "x"}, {"a": 2, "b": "Y"}, {"b": "x", "c": {"d": 4}}],
}
NAMES = list(CONTEXT) + ["missing"]
TEXTS = [
    "'a'",
    "''",
    "'l'",
    "' '",
    "'\\n'",
    "'abc'",
    "'X y'",
    "'%s-%d'",
    "'{}'",
    "'\u00e9'",
    "'12'",
    "' 3.5 '",
    "'b'",
    "','",
]
NUMBERS = ["0", "1", "2", "-1", "3", "10", "1.5", "0.0", "-2.5", "1e3", "100", "0.1"]
FILTERS = [
    "upper",
    "lower",
    "title",
    "capitalize",
    "trim",
    "length",
    "count",
    "list",
    "first",
    "last",
    "string",
    "int",
    "float",
    "abs",
    "reverse",
    "sort",
    "unique|list",
    "join",
    "join(',')",
    "join('-', attribute='b')",
    "default('D')",
    "default('D', true)",
    "d",
    "tojson",
    "tojson(indent=2)",
    "tojson(sort_keys=true)",
    "items|list",
    "map('upper')|list",
    "map(attribute='a')|list",
    "map(attribute='a', default=0)|list",
    "map('int')|list",
    "select|list",
    "reject|list",
    "select('odd')|list",
    "select('string')|list",
    "reject('none')|list",
    "selectattr('a')|list",
    "selectattr('a', 'defined')|list",
    "selectattr('b', 'equalto', 'x')|list",
    "rejectattr('a', 'gt', 1)|list",
    "dictsort",
    "dictsort(reverse=true)",
    "dictsort(by='value')",
    "sort(reverse=true)",
    "sort(case_sensitive=true)",
    "sort(attribute='b')",
    "sum",
    "sum(attribute='a')",
    "min",
    "max",
    "round",
    "round(1)",
    "round(1, 'floor')",
    "round(method='ceil')",
    "replace('a', 'Z')",
    "replace('l', '', 1)",
    "indent",
    "indent(2, true)",
    "indent(width='> ', blank=true)",
    "escape",
    "safe",
    "format(1, 2)",
    "e",
    "reverse|list",
    "string|length",
    "tojson(ensure_ascii=true)",
    "int(5)",
    "float(1.5)",
    "max(attribute='a')",
    "trim('ab ')",
    "first|upper",
    "last|default(0)",
    "list|tojson",
]
METHODS = [
    "strip()",
    "lstrip()",
    "rstrip('ld')",
    "split()",
    "split(',')",
    "split('l', 1)",
    "rsplit('l', 1)",
    "rsplit()",
    "splitlines()",
    "splitlines(true)",
    "startswith('H')",
    "endswith(('d', 'x'))",
    "upper()",
    "lower()",
    "title()",
    "capitalize()",
    "replace('l', 'L')",
    "replace('', '.')",
    "replace('l', 'L', 1)",
    "join(m)",
    "join(['1', '2'])",
    "find('l')",
    "find('l', 4)",
    "rfind('l')",
    "index('z')",
    "count('l')",
    "count('')",
    "format(1, a=2)",
    "partition(' ')",
    "rpartition('l')",
    "removeprefix('He')",
    "removesuffix('ld')",
    "isalpha()",
    "isdigit()",
    "isspace()",
    "isupper()",
    "islower()",
    "isalnum()",
    "isnumeric()",
    "items()|list",
    "keys()|list",
    "values()|list",
    "get('a')",
    "get('zz', 3)",
    "get('a').b",
    "index(1)",
    "count(1)",
    "append(1)",
    "pop()",
    "update({})",
    "copy()",
    "a",
    "b",
    "c.x",
    "items",
    "zz",
    "upper",
    "foo()",
    "split('')",
    "a.b.c",
    "sort()",
]
TESTS = [
    "defined",
    "undefined",
    "none",
    "string",
    "number",
    "integer",
    "float",
    "boolean",
    "mapping",
    "sequence",
    "iterable",
    "true",
    "false",
    "odd",
    "even",
    "divisibleby 3",
    "divisibleby(2)",
    "equalto(1)",
    "eq 'a'",
    "ne 2",
    "lt 3",
    "ge(0)",
    "gt 'a'",
    "in [1, 2, 'a']",
    "in 'abc'",
    "sameas true",
    "sameas none",
    "lower",
    "upper",
    "not defined",
    "not none",
    "not in m",
]
BINARY = ["+", "-", "*", "/", "//", "%", "~", "==", "!=", "<", ">", "<=", ">=", "in", "not in", "and", "or"]
SLICES = [
    "0",
    "-1",
    "1:",
    ":2",
    "::-1",
    "::2",
    "-2:",
    "5",
    "'a'",
    "'upper'",
    "1:1",
    "3:0:-1",
    ":-1",
    "none",
    "1.0",
    "'items'",
    ":100",
    "-100:2",
    "z",
    "missing",
    "true",
    "'b'][0",
    "::0",
]


class Grammar:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, choices):
        return self.random.choice(choices)

    def atom(self):
        kind = self.random.random()
        if kind < 0.62:
            return self.pick(NAMES)
        if kind < 0.78:
            return self.pick(TEXTS)
        if kind < 0.92:
            return self.pick(NUMBERS)
        return self.pick(["true", "false", "none", "[]", "{}", "()", "True", "None"])

    def items(self, depth):
        return ", ".join(self.expression(depth - 1) for _ in range(self.random.randrange(1, 4)))

    def expression(self, depth):
        if depth <= 0:
            return self.atom()
        kind = self.random.random()
        inner = lambda: self.expression(depth - 1)
        if kind < 0.20:
            return f"{self.wrapped(inner())}|{self.pick(FILTERS)}"
        if kind < 0.36:
            return f"{self.wrapped(inner())}.{self.pick(METHODS)}"
        if kind < 0.56:
            return f"{self.wrapped(inner())} {self.pick(BINARY)} {self.wrapped(inner())}"
        if kind < 0.66:
            part = self.pick(SLICES)
            # Jinja folds a slice of a constant in another way than one of a variable.
            return f"{self.pick(NAMES) if ':' in part else self.wrapped(inner())}[{part}]"
        if kind < 0.76:
            return f"{self.wrapped(inner())} is {self.pick(TESTS)}"
        if kind < 0.80:
            return f"[{self.items(depth)}]"
        if kind < 0.83:
            return f"({self.items(depth)},)"
        if kind < 0.87:
            return f"{{'k': {inner()}, {self.atom()}: {inner()}}}"
        if kind < 0.91:
            return f"{self.wrapped(inner())} if {inner()}" + (f" else {inner()}" if self.random.random() < 0.7 else "")
        if kind < 0.94:
            return f"{self.pick(['not ', '-', '+'])}{self.wrapped(inner())}"
        if kind < 0.96:
            return f"{self.atom()} {self.pick(['<', '==', '<=', '!='])} {self.atom()} {self.pick(['<', '==', '>'])} {self.atom()}"
        if kind < 0.98:
            return self.pick(
                [
                    "range(4)|list",
                    "range(1, 9, 3)|list",
                    "range(5, 0, -2)|list",
                    "dict(a=1, b=i)",
                    "dict(d, z=1)",
                    "namespace(a=i).a",
                    "range(3)|length",
                ]
            )
        return f"{inner()} {self.pick(BINARY)} {inner()} {self.pick(BINARY)} {inner()}"

    def wrapped(self, text):
        return text if self.random.random() < 0.2 or text.isalnum() else f"({text})"

    def statement(self):
        kind = self.random.random()
        depth = self.random.choice([1, 1, 1, 1, 2, 2, 3, 4])
        if kind < 0.7:
            return "{{ " + self.expression(depth) + " }}"
        if kind < 0.8:
            return "{% if " + self.expression(depth) + " %}yes{% else %}no{% endif %}"
        if kind < 0.93:
            return (
                "{% for v in "
                + self.expression(depth)
                + self.pick(["", "", f" if v is {self.pick(TESTS)}"])
                + " %}"
                + self.pick(
                    [
                        "{{ v }},",
                        "{{ loop.index }}{{ loop.last }}{{ v }}",
                        "{{ v|tojson }}{{ loop.length }}",
                        "{{ loop.previtem }}{{ v }}{{ loop.nextitem }}",
                    ]
                )
                + self.pick(["", "{% else %}empty"])
                + "{% endfor %}"
            )
        return "{% set a, b = " + self.expression(depth) + " %}{{ b }}{{ a }}"


def expressions(count, seed):
    """Without repetition. Powers and products of texts stay small."""
    grammar, seen = Grammar(seed), {}
    while len(seen) < count:
        seen.setdefault(grammar.statement())
    return list(seen)
