# SPDX-License-Identifier: GPL-3.0-or-later
"""What resources/rehearse/read_python.py says of programs, and of what it says nothing."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

READER = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "resources/rehearse/read_python.py"
ARGPARSE = "import argparse\np = argparse.ArgumentParser()\n"
HUGGINGFACE = """from dataclasses import dataclass
from transformers import HfArgumentParser, TrainingArguments
@dataclass
class Own:
    model: str = "x"
def main():
    own, training = HfArgumentParser((Own, TrainingArguments)).parse_args_into_dataclasses()
main()
"""


class ReadPython(unittest.TestCase):
    def read(self, files, program="train.py", sent=None, more=None, **about):
        """The kinds of the findings, with what they name."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                file = pathlib.Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            request = {
                "root": folder,
                "sent": sorted(files if sent is None else sent),
                "strict": False,
                "programs": [{"file": program, "place": "job.sh:3", "words": [], "all_words": True, **about}],
                **(more or {}),
            }
            done = subprocess.run(
                [sys.executable, "-B", READER],
                input=json.dumps(request), capture_output=True, text=True, check=True,
            )  # fmt: skip
        return [
            " ".join([found["kind"], str(found.get("name") or found.get("option") or found.get("words") or "")]).strip()
            for found in json.loads(done.stdout)
        ]

    def program(self, text, **about):
        return self.read({"train.py": text}, **about)

    def test_names_of_own_modules(self):
        module = "import os\ndef load(): pass\nif os.name:\n    X = 1\nfor Y in (): pass\ntry:\n    import z as Z\nexcept ImportError:\n    Z = None\n"
        own = {"tools.py": module, "train.py": "from tools import load, X, Y, Z, os\nfrom tools import *\n"}
        self.assertEqual(self.read(own), [])
        own["train.py"] = "from tools import load_model\n"
        self.assertEqual(self.read(own), ["no_name load_model"])
        for dynamic in ("from other import *\n", "globals()['load_model'] = 1\n", "def __getattr__(name): pass\n"):
            self.assertEqual(self.read({**own, "tools.py": dynamic, "other.py": ""}), [], dynamic)
        package = {"lab/__init__.py": "", "lab/model.py": "class Net: pass\n"}
        self.assertEqual(self.read({**package, "train.py": "from lab import model\nfrom lab.model import Net\n"}), [])
        self.assertEqual(self.read({**package, "train.py": "from lab.model import Nett\n"}), ["no_name Nett"])
        self.assertEqual(
            self.read({**package, "train.py": "try:\n    from lab import other\nexcept ImportError:\n    pass\n"}), []
        )
        # A local name of a function is none of the module.
        self.assertEqual(
            self.read({"tools.py": "def f():\n    a = 1\n", "train.py": "from tools import a\n"}), ["no_name a"]
        )

    def test_relative_imports(self):
        files = {"lab/__init__.py": "", "lab/fit.py": "from .net import Net\n", "lab/net.py": "class Net: pass\n"}
        self.assertEqual(self.read(files, "lab/fit.py"), ["relative_import"])
        self.assertEqual(self.read(files, "lab/fit.py", module=True), [])
        self.assertEqual(self.read({**files, "train.py": "from lab import fit\n"}), [])

    def test_files_that_are_read(self):
        read = 'import json\nconfig = json.load(open("configs/base.json"))\n'
        self.assertEqual(self.program(read), ["no_file configs/base.json"])
        files = {"train.py": read, "configs/base.json": "{}"}
        self.assertEqual(self.read(files), [])
        self.assertEqual(self.read(files, sent=["train.py"]), ["file_left_out configs/base.json"])
        inside = 'def main():\n    with open("a.txt") as file:\n        pass\nif __name__ == "__main__":\n    main()\n'
        self.assertEqual(self.program(inside), ["no_file a.txt"])
        self.assertEqual(self.read({"train.py": inside, "src/a.txt": ""}, folder="src"), [])
        for good in (
            'open("a.txt", "w")\n', 'open("a.txt", "w").close()\nopen("a.txt")\n', 'open("/data/a.txt")\n', 'open(name)\n',
            'import os\nif os.path.exists("a.txt"):\n    open("a.txt")\n', 'try:\n    open("a.txt")\nexcept OSError:\n    pass\n',
            'def f():\n    open("a.txt")\n', 'x = open("a.txt") if 0 else None\n', 'f = lambda: open("a.txt")\n',
            'def f(x):\n    return x\nf(name := "a")\n', 'import os\nos.makedirs("out")\nopen("out")\n',
        ):  # fmt: skip
            found = [one for one in self.program(good) if not one.startswith("undefined")]
            self.assertEqual(found, [], good)
        self.assertEqual(self.program(read, more={"made": ["configs/base.json"]}), [])
        self.assertEqual(self.program(read, more={"makes_anything": True}), [])

    def test_python_that_is_too_old(self):
        for text in (
            "match 3:\n    case 3: pass\n",
            "def f(x: int | None): pass\n",
            "import tomllib\n",
            "def f(a, /): pass\n",
        ):
            self.assertEqual([one.split()[0] for one in self.program(text, python="3.7")], ["too_new"], text)
            self.assertEqual(self.program(text), [], text)
        self.assertEqual(
            self.program("from __future__ import annotations\ndef f(x: int | None): pass\n", python="3.8"), []
        )
        self.assertEqual(self.program("x = 1 | 2\ny: int = 3\n", python="3.8"), [])

    def test_variables_of_ranks(self):
        text = 'import os\nrank = int(os.environ["LOCAL_RANK"])\n'
        self.assertEqual(self.program(text), ["no_rank LOCAL_RANK"])
        self.assertEqual(self.program(text, launched=True), [])
        self.assertEqual(self.program(text, variables=["LOCAL_RANK"]), [])
        self.assertEqual(self.program('import os\nos.environ["RANK"] = "0"\nx = os.environ["RANK"]\n'), [])
        self.assertEqual(
            self.program('import os\nx = os.environ.get("RANK", 0)\nif x:\n    y = os.environ["RANK"]\n'), []
        )
        self.assertEqual(self.program('import os\nx = os.environ["HF_TOKEN"]\n'), [])

    def test_names_that_nobody_defines(self):
        self.assertEqual(self.program("x = 1\nprint(y)\n"), ["undefined y"])
        self.assertEqual(self.program("def main():\n    run(3)\nmain()\n"), ["undefined run"])
        for good in (
            "print(__file__, __name__)\n", "from os import *\nprint(getcwd())\n", "def f():\n    print(later)\n",
            "try:\n    unicode\nexcept NameError:\n    unicode = str\n", "x = [i for i in range(3)]\n", "class A:\n    b: int = 3\n",
            "import a.b\nprint(a.b)\n", "for i in range(3):\n    print(i)\n", "with open('x', 'w') as f:\n    f.write('')\n",
            "if (n := 3):\n    print(n)\n", "exec('a = 1')\nprint(a)\n", "def f():\n    global g\n    g = 1\nf()\nprint(g)\n",
            "if __name__ == '__main__':\n    import sys\n    print(sys.argv)\n", "x: 'Later' = 1\nclass Later: pass\n",
            "def main():\n    return 1\n    print(y)\nmain()\n",
        ):  # fmt: skip
            found = [one for one in self.program(good) if not one.startswith("unknown_module")]
            self.assertEqual(found, [], good)

    def test_options_of_huggingface(self):
        about = {"words": ["--modell", "a", "--learning_rat3", "1", "--bf16", "--model", "b", "--eval_strategy", "no"]}
        self.assertEqual(
            self.program(HUGGINGFACE, **about), ["unknown_option --modell", "unknown_option --learning_rat3"]
        )
        elsewhere = "from other import Elsewhere\n" + HUGGINGFACE.replace("(Own, T", "(Elsewhere, T")
        self.assertEqual(
            self.read({"train.py": elsewhere, "other.py": "from more import *\n", "more.py": ""}, **about), []
        )
        self.assertEqual(self.program(HUGGINGFACE + "TrainingArguments.parse_known_args()\n", **about), [])
        words = ["--lr_scheduler_kwargs", '{"a": 1,}', "--deepspeed", "ds.json", "--fsdp_config", '{"a": 1}']
        self.assertEqual(self.program(HUGGINGFACE, words=words), ["bad_value --lr_scheduler_kwargs"])
        split = {
            "own.py": HUGGINGFACE[: HUGGINGFACE.index("def main")],
            "train.py": "from own import *\n" + HUGGINGFACE[HUGGINGFACE.index("def main") :],
        }
        self.assertEqual(self.read(split, **about), ["unknown_option --modell", "unknown_option --learning_rat3"])

    def test_arguments_of_argparse(self):
        text = (
            ARGPARSE
            + 'p.add_argument("config")\np.add_argument("--lr", type=float)\np.add_argument("--bf16", action="store_true")\na = p.parse_args()\n'
        )
        self.assertEqual(self.program(text), ["missing_argument config"])
        self.assertEqual(self.program(text, words=["a.yaml", "--lr", "3", "--bf16"]), [])
        self.assertEqual(self.program(text, words=["--bf16", "a.yaml", "b"]), ["extra_argument"])
        self.assertEqual(self.program(text.replace('"config"', '"config", nargs="?"')), [])
        inline = ARGPARSE + "import json\np.add_argument('--more', type=json.loads)\np.parse_args()\n"
        self.assertEqual(self.program(inline, words=["--more", '{"a": }']), ["bad_value --more"])
        self.assertEqual(self.program(inline, words=["--more", '{"a": [1]}']), [])
        own = {"options.py": "import argparse\ndef read():\n    p = argparse.ArgumentParser()\n    p.add_argument('--lr')\n    return p.parse_args()\n",
               "train.py": "from options import read\nread()\n"}  # fmt: skip
        self.assertEqual(self.read(own, words=["--lr", "1"]), [])
        self.assertEqual(self.read(own, words=["--lrr", "1"]), ["unknown_option --lrr"])


if __name__ == "__main__":
    unittest.main()
