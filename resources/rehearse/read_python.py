# SPDX-License-Identifier: GPL-3.0-or-later
"""What would make Python programs fail at their start, read without running them: their syntax, the modules and names that they import,
the files that they open, the options that they know. A request as JSON on stdin, findings as a JSON list on stdout."""

import ast
import contextlib
import importlib.util
import json
import os
import sys
import warnings

from syntax_trees import (
    JSON_OPTIONS,
    KNOWN_NAMES,
    above,
    bound_names,
    certain_statements,
    expressions_of,
    has_parser,
    is_of,
    is_union,
    known_fields,
    known_options,
    module_names,
    name_of,
    names_of,
    nearest,
    positionals_of,
    read_file,
    started_statements,
    text_of,
    text_of_version,
    version_of,
    written_file,
)

MOST_FILES = 300
# What environments for training commonly have, and a computer of one's own need not.
WELL_KNOWN = set(
    "accelerate albumentations apex bitsandbytes boto3 causal_conv1d click cupy cv2 dask datasets deepspeed diffusers dotenv einops evaluate "
    "fairscale faiss fire flash_attn flax fsspec gensim google gym gymnasium h5py horovod huggingface_hub hydra jax jsonlines librosa "
    "lightning loguru mamba_ssm matplotlib megatron mlflow mpi4py networkx nltk numba numpy nvidia omegaconf onnx openai optax optuna orjson "
    "packaging pandas peft PIL plotly polars psutil pyarrow pydantic pynvml pytorch_lightning ray regex requests rich rouge_score sacrebleu "
    "safetensors scipy seaborn sentencepiece sentence_transformers seqeval skimage sklearn spacy tensorboard tensorboardX tensorflow tiktoken "
    "timm tokenizers torch torchaudio torchmetrics torchtext torchvision tqdm transformer_engine transformers triton trl ujson unsloth vllm "
    "wandb webdataset xformers xgboost yaml zarr zstandard".split()
)


# Modules by the version of Python that first has them.
NEW_MODULES = {"dataclasses": (3, 7), "contextvars": (3, 7), "zoneinfo": (3, 9), "graphlib": (3, 9), "tomllib": (3, 11)}
RANK_VARIABLES = {"RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"}


def main():
    request = json.load(sys.stdin)
    sys.path = [path for path in sys.path if path]  # not the folder that this runs in
    reader = Reader(request)
    for program in request["programs"]:
        reader.read_program(program)
    json.dump(reader.findings[:50], sys.stdout)


class Reader:
    """`root`: the code folder. `sent`: the files of it that the run gets. `strict`: the run has this very Python."""

    def __init__(self, request):
        self.root = request["root"]
        self.sent = set(request["sent"])
        self.folders = {folder for path in self.sent for folder in above(path)}
        self.strict = request["strict"]
        self.made = set(request.get("made", ()))
        self.made_names = {os.path.basename(name) for name in self.made}
        self.makes_anything = request.get("makes_anything", False)
        self.trees = {}
        self.findings, self.seen = [], set()
        self.declared = None

    def find(self, kind, file, line, **more):
        finding = dict(kind=kind, file=file, line=line, **more)
        if finding not in self.findings:
            self.findings.append(finding)

    def read_program(self, program):
        path = program["file"]
        self.program, self.version = program, version_of(program.get("python", ""))
        before = set(self.trees)
        # A module is found from the folder that python -m runs in, a program from its own.
        is_module = program.get("module", False)
        tree = self.read(path, [program.get("folder", "") if is_module else os.path.dirname(path)])
        if tree is None:
            return
        if not is_module:
            self.check_relative(tree, path)
        self.check_certain(tree, path)
        if program.get("words") is not None:
            own = [self.trees[name] for name in self.trees if name not in before and name != path]
            self.check_words(tree, path, program, own)

    def read(self, path, roots):
        """The module of a file, whose imports are followed."""
        if path in self.seen or len(self.seen) >= MOST_FILES:
            return None
        self.seen.add(path)
        try:
            with open(os.path.join(self.root, path), "rb") as file:
                source = file.read()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(source, path)
            self.trees[path] = tree
            self.check_version(tree, source, path)
        except SyntaxError as error:
            # What a newer Python may understand.
            if not (sys.version_info < (3, 12) and "f-string" in str(error.msg)):
                self.find("syntax", path, error.lineno or 0, words=str(error.msg))
            return None
        except (OSError, ValueError, RecursionError, MemoryError):
            return None
        finds_elsewhere = any(
            isinstance(node, ast.Attribute)
            and node.attr == "path"
            and isinstance(node.value, ast.Name)
            and node.value.id == "sys"
            for node in ast.walk(tree)
        )
        for node in certain_statements(tree.body):
            self.follow(node, path, roots, finds_elsewhere)
        return tree

    def follow(self, node, path, roots, finds_elsewhere):
        if isinstance(node, ast.Import):
            for name in node.names:
                self.follow_module(name.name, path, node.lineno, roots, finds_elsewhere)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            self.follow_module(node.module, path, node.lineno, roots, finds_elsewhere)
            for root in roots:
                if self.is_own(os.path.join(root, node.module.split(".")[0])):
                    self.check_names(os.path.join(root, *node.module.split(".")), node, path, roots)
                    break
        elif isinstance(node, ast.ImportFrom):
            folder = os.path.dirname(path)
            for _ in range(node.level - 1):
                folder = os.path.dirname(folder)
            if node.module:
                self.follow_own(folder, node.module.split("."), path, node.lineno, roots)
                self.check_names(os.path.join(folder, *node.module.split(".")), node, path, roots)
            else:
                for name in node.names:
                    self.read_module(os.path.join(folder, name.name), roots)

    def follow_module(self, name, path, line, roots, finds_elsewhere):
        parts = name.split(".")
        if parts[0] in sys.stdlib_module_names:
            return
        for root in roots:
            if self.is_own(os.path.join(root, parts[0])):
                self.follow_own(root, parts, path, line, roots)
                return
        if finds_elsewhere:
            return
        for root in roots:
            beside = os.path.join(root, parts[0])
            if self.is_on_disk(beside):
                self.find("left_out", path, line, module=name)
                return
        if is_installed(parts[0]):
            return
        if self.strict:
            self.find("not_installed", path, line, module=parts[0])
        elif parts[0] not in WELL_KNOWN and not self.is_declared(parts[0]):
            self.find("unknown_module", path, line, module=parts[0])

    def follow_own(self, root, parts, path, line, roots):
        place = root
        for index, part in enumerate(parts):
            place = os.path.join(place, part)
            if not self.is_module(place):
                is_there = self.is_on_disk(place)
                self.find("left_out" if is_there else "missing", path, line, module=".".join(parts[: index + 1]))
                return
            self.read_module(place, roots)

    def read_module(self, place, roots):
        for file in (place + ".py", os.path.join(place, "__init__.py")):
            if file in self.sent:
                self.read(file, roots)

    def check_names(self, place, node, path, roots):
        """Names that a module of the code does not have."""
        for name in node.names:
            if name.name != "*" and self.is_module(os.path.join(place, name.name)):
                self.read_module(os.path.join(place, name.name), roots)
        file = next((file for file in (place + ".py", os.path.join(place, "__init__.py")) if file in self.trees), None)
        defined = names_of(self.trees[file]) if file else None
        if defined is None:
            return
        for name in node.names:
            if name.name != "*" and name.name not in defined and not self.is_module(os.path.join(place, name.name)):
                self.find("no_name", path, node.lineno, name=name.name, module=file)

    def check_relative(self, tree, path):
        for node in certain_statements(tree.body):
            if isinstance(node, ast.ImportFrom) and node.level > 0:
                self.find("relative_import", path, node.lineno)

    def check_version(self, tree, source, path):
        """What the Python that runs it does not know yet."""
        version = self.version
        if not version or version >= sys.version_info[:2]:
            return
        try:
            ast.parse(source, path, feature_version=version)
        except SyntaxError as error:
            self.find("too_new", path, error.lineno or 0, words=str(error.msg), version=text_of_version(version))
            return
        is_lazy = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" and
                      any(name.name == "annotations" for name in node.names) for node in tree.body)  # fmt: skip
        for node in ast.walk(tree):
            first = None
            if isinstance(node, getattr(ast, "Match", ())):
                first, words = (3, 10), "match"
            elif isinstance(node, getattr(ast, "TryStar", ())):
                first, words = (3, 11), "except*"
            elif (
                (not is_lazy and isinstance(node, ast.arg) and is_union(node.annotation))
                or (not is_lazy and isinstance(node, ast.FunctionDef) and is_union(node.returns))
                or (not is_lazy and isinstance(node, ast.AnnAssign) and is_union(node.annotation))
            ):
                first, words = (3, 10), "X | Y as a type"
            if first and version < first:
                self.find("too_new", path, node.lineno, words=words, version=text_of_version(version))
                return
        for node in certain_statements(tree.body):
            for name in module_names(node):
                if version < NEW_MODULES.get(name, (3, 0)):
                    self.find("too_new", path, node.lineno, words="import " + name, version=text_of_version(version))

    def check_certain(self, tree, path):
        """What runs whenever the program is started: files that it opens, variables that a launcher would set, names."""
        defined = bound_names(tree)
        written = {text for call in ast.walk(tree) if (text := written_file(call))}
        for statement in started_statements(tree):
            for node in expressions_of(statement):
                if isinstance(node, ast.Call):
                    self.check_file(node, path, written)
                if isinstance(node, ast.Subscript) and name_of(node.value) in ("os.environ", "environ"):
                    self.check_rank(node, path)
                is_used = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
                if is_used and defined is not None and node.id not in defined and node.id not in KNOWN_NAMES:
                    self.find("undefined", path, node.lineno, name=node.id)

    def check_file(self, call, path, written):
        name = read_file(call)
        if not name or self.makes_anything or any(sign in name for sign in "*?{~") or name in written:
            return
        place = os.path.normpath(os.path.join(self.program.get("folder", ""), name))
        if (
            name.startswith("/")
            or place.startswith("..")
            or "://" in name
            or os.path.basename(place) in self.made_names
        ):
            return
        if place in self.sent or any(folder in self.made for folder in above(place)):
            return
        if os.path.islink(os.path.join(self.root, place.split("/")[0])):
            return
        is_there = os.path.exists(os.path.join(self.root, place))
        self.find("file_left_out" if is_there else "no_file", path, call.lineno, name=name)

    def check_rank(self, node, path):
        name = text_of(node.slice)
        known = self.program.get("variables", ())
        if (
            name in RANK_VARIABLES
            and isinstance(node.ctx, ast.Load)
            and name not in known
            and not self.program.get("launched")
        ):
            sets = any(isinstance(other, ast.Subscript) and isinstance(other.ctx, ast.Store) and text_of(other.slice) == name
                       for tree in self.trees.values() for other in ast.walk(tree))  # fmt: skip
            if not sets:
                self.find("no_rank", path, node.lineno, name=name, place=self.program["place"])

    def is_module(self, place):
        """A file, a package, a folder, or an extension that is built already."""
        return (
            place + ".py" in self.sent
            or place in self.folders
            or any(path.startswith(place + ".") for path in self.sent if path.endswith((".so", ".pyd")))
        )

    def is_own(self, place):
        """A folder without Python in it is one of data, which an installed package of its name precedes."""
        if place + ".py" in self.sent or os.path.join(place, "__init__.py") in self.sent:
            return True
        return any(path.startswith(place + "/") and path.endswith(".py") for path in self.sent) and not is_installed(
            os.path.basename(place)
        )

    def is_declared(self, name):
        """Whether a list of requirements in the code folder names it."""
        if self.declared is None:
            self.declared = ""
            for file in self.sent:
                if os.path.basename(file).startswith(("requirements", "environment", "pyproject.toml", "setup.")):
                    with contextlib.suppress(OSError), open(os.path.join(self.root, file), errors="replace") as text:
                        self.declared += text.read(1 << 20).lower().replace("-", "_")
        return name.lower() in self.declared

    def is_on_disk(self, place):
        full = os.path.join(self.root, place)
        return os.path.isfile(full + ".py") or os.path.isfile(os.path.join(full, "__init__.py"))

    def check_words(self, tree, path, program, own):
        """Options that the program's argparse would refuse, where all that it knows is written in its files."""
        with_parsers = [one for one in (tree, *own) if has_parser(one)]
        options = known_options(with_parsers[0]) if len(with_parsers) == 1 else None
        if options is None:
            fields = known_fields(tree, own)
            if fields is None:
                return
            options = fields, [], dict.fromkeys(JSON_OPTIONS, ("json or a path", []))
        elif with_parsers == [tree]:
            self.check_positionals(tree, path, program)
        known, required, takes = options
        given = [word.split("=")[0] for word in program["words"] if word.startswith("--") and len(word) > 2]
        if "--" in program["words"] or not program["all_words"]:
            return
        for option in given:
            if not any(name == option or name.startswith(option) for name in known | {"--help"}):
                near = nearest(option, known)
                self.find("unknown_option", path, 0, option=option, near=near, place=program["place"])
        self.check_values(takes, path, program)
        for names in required:
            if not any(word.split("=")[0] == name for word in program["words"] for name in names):
                self.find("missing_option", path, 0, option=names[0], place=program["place"])

    def check_positionals(self, tree, path, program):
        """Arguments without a name, where it is known how many words each option takes."""
        wanted, takes = positionals_of(tree)
        words = program["words"]
        if wanted is None or not program["all_words"] or "--" in words or any("{" in word for word in words):
            return
        given, at = 0, 0
        while at < len(words):
            word = words[at]
            at += 1
            if not word.startswith("-") or len(word) < 2 or word[1].isdigit():
                given += 1
            elif "=" not in word:
                number = next((n for name, n in takes.items() if name == word or name.startswith(word)), None)
                if number is None:
                    return
                at += number
        if given < len(wanted):
            self.find("missing_argument", path, 0, name=wanted[given], place=program["place"])
        elif given > len(wanted):
            self.find("extra_argument", path, 0, number=given, wanted=len(wanted), place=program["place"])

    def check_values(self, takes, path, program):
        words = program["words"]
        for at, word in enumerate(words):
            option, _, value = word.partition("=")
            if option not in takes:
                continue
            if "=" not in word:
                value = words[at + 1] if at + 1 < len(words) else ""
            kind, choices = takes[option]
            is_json = kind.startswith("json") and value.startswith(("{", "["))
            if is_json and not is_of("json.loads", value):
                self.find("bad_value", path, 0, option=option, value=value, takes="JSON", place=program["place"])
            if "{" in value:  # a placeholder
                continue
            if choices and value not in choices:
                self.find(
                    "bad_value", path, 0, option=option, value=value, takes=", ".join(choices), place=program["place"]
                )
            elif not choices and not is_of(kind, value):
                self.find("bad_value", path, 0, option=option, value=value, takes=kind, place=program["place"])


def is_installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


if __name__ == "__main__":
    main()
