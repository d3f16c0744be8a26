# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python programs would fail of at their start, read without running them: their syntax, the modules that they import, the
options that they know. A request as JSON on stdin, findings as a JSON list on stdout."""

import ast
import contextlib
import importlib.util
import json
import os
import sys
import warnings

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
        self.findings, self.seen = [], set()
        self.declared = None

    def find(self, kind, file, line, **more):
        finding = dict(kind=kind, file=file, line=line, **more)
        if finding not in self.findings:
            self.findings.append(finding)

    def read_program(self, program):
        path = program["file"]
        tree = self.read(path, [os.path.dirname(path)])
        if tree is not None and program.get("words") is not None:
            self.check_words(tree, path, program)

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
        elif isinstance(node, ast.ImportFrom):
            folder = os.path.dirname(path)
            for _ in range(node.level - 1):
                folder = os.path.dirname(folder)
            if node.module:
                self.follow_own(folder, node.module.split("."), path, node.lineno, roots)
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

    def check_words(self, tree, path, program):
        """Options that the program's argparse would refuse, where all that it knows is written in this file."""
        options = known_options(tree)
        if options is None:
            return
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

    def check_values(self, takes, path, program):
        words = program["words"]
        for at, word in enumerate(words):
            option, _, value = word.partition("=")
            if option not in takes:
                continue
            if "=" not in word:
                value = words[at + 1] if at + 1 < len(words) else ""
            kind, choices = takes[option]
            if "{" in value:  # a placeholder
                continue
            if choices and value not in choices:
                self.find(
                    "bad_value", path, 0, option=option, value=value, takes=", ".join(choices), place=program["place"]
                )
            elif not choices and not is_of(kind, value):
                self.find("bad_value", path, 0, option=option, value=value, takes=kind, place=program["place"])


def is_of(kind, value):
    try:
        {"int": int, "float": float}.get(kind, str)(value)
    except ValueError:
        return False
    return True


def above(path):
    while path := os.path.dirname(path):
        yield path


def certain_statements(body):
    """Those that run when the module is imported, whatever happens: not within a try, an if or a function."""
    for node in body:
        yield node
        if isinstance(node, (ast.With, ast.ClassDef)):
            yield from certain_statements(node.body)


def is_installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def known_options(tree):
    """(the options of the file's one argparse parser, those that are required, what they take); None if more of them may come from elsewhere."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    makers = [call for call in calls if name_of(call.func).endswith("ArgumentParser")]
    if len(makers) != 1 or name_of(makers[0].func) not in ("argparse.ArgumentParser", "ArgumentParser"):
        return None
    if any(word.arg in ("parents", "prefix_chars", "fromfile_prefix_chars", None) for word in makers[0].keywords):
        return None
    parsers = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and node.value is makers[0]
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    known, required, takes, parses = set(), [], {}, False
    for call in calls:
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if method in ("parse_known_args", "parse_known_intermixed_args", "add_subparsers", "set_defaults"):
            return None
        if any(
            isinstance(word, ast.Name) and word.id in parsers
            for word in [*call.args, *(k.value for k in call.keywords)]
        ):
            return None  # another function adds to it
        parses = parses or (method == "parse_args" and not call.args and not call.keywords)
        if method != "add_argument":
            continue
        names = [word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        if len(names) != len(call.args) or any(word.arg is None for word in call.keywords):
            return None
        known.update(names)
        action = next((text_of(word.value) for word in call.keywords if word.arg == "action"), "")
        if "BooleanOptionalAction" in action:
            known.update("--no-" + name[2:] for name in names if name.startswith("--"))
        takes.update(dict.fromkeys(names, value_of(call)) if value_of(call) else {})
        is_required = any(
            word.arg == "required" and isinstance(word.value, ast.Constant) and word.value.value is True
            for word in call.keywords
        )
        if is_required and names and names[0].startswith("-"):
            required.append(names)
    return (known, required, takes) if parses and parsers else None


def value_of(call):
    """(the type, the choices) of an option with one value, as far as they are written; None if there may be none or several."""
    words = {word.arg: word.value for word in call.keywords}
    if "nargs" in words or text_of(words.get("action")) not in ("", "store"):
        return None
    choices = words.get("choices")
    if choices is None:
        return name_of(words.get("type")), []
    items = choices.elts if isinstance(choices, (ast.List, ast.Tuple)) else []
    texts = [str(item.value) for item in items if isinstance(item, ast.Constant)]
    return ("", texts) if items and len(texts) == len(items) else None


def name_of(node):
    if isinstance(node, ast.Attribute):
        return name_of(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else name_of(node)


def nearest(option, known):
    import difflib

    close = difflib.get_close_matches(option, sorted(known), 1)
    return close[0] if close else ""


if __name__ == "__main__":
    main()
