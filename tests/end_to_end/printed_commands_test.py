# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command that a message, a label or a help page prints is one that exists.

printed_commands_test.py words    each `yard` and `engine` command in messages, sources and help: subcommand and options are known
printed_commands_test.py run [PAGE...]  each command line of the help pages and the README is run as it stands, in one sandbox with a
                                  practice cluster that has the names of the pages; those left out have their reason below
printed_commands_test.py documents  each document on these pages is checked, and the page of all commands is what the programs print
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

from page_blocks import BLOCK, PAGES, command_lines, documents, named_files
from sandbox import BIN, SOURCE, Sandbox, wait_until

# Not run here, and why; the beginning of the line.
LEFT_OUT = {
    "./dev": "the script that runs this test",
    "yard targets check practice-bastion": "a site of its own: practice_bastion_test",
    "yard submit resources/presets/quickstart.yaml --target practice-bastion": "the same",
    "yard submit resources/presets/quickstart.yaml --watch": "quickstart_full_test",
    "yard engine install": "engine_install_test, from a package",
    "yard engine remove": "the same",
    "yard run leonardo --gpus 1 --time 30 -- nvidia-smi": "the practice nodes have no real GPU",
    "yard targets add": "needs a host of the page's name: logins_test",
    "yard targets edit leonardo --no-site": "the target of this test has no site",
    "yard notify --webhook": "reaches out: notify_test",
    "yard notify --test": "rings and writes to where the commands before it lead: notify_test",
    "yard submit leonardo-sft --sample --on CLUSTER": "practice_presets_test sends every sample",
    "yard submit twcc-run-clm --sample --on practice": "the same",
    "engine train sample/sample.yaml": "the sample before it trains the same",
    "yard submit train.py --on cluster --set environment.venv=/path/there": "needs transformers there: practice_command_test",
}

# Commands for programs, which no help lists.
HIDDEN = {"rsh"}

PRINTED = re.compile(r"`((?:yard|engine) [a-z][^`\n]*)`")
EXAMPLE = re.compile(r"^ *\$ (yard [^#\n]*)", re.MULTILINE)  # what `yard --help` ends with


# ------------------------------------------------------------ words


class Words:
    def __init__(self, box):
        self.box, self.helps = box, {}

    def help_of(self, words):
        if words not in self.helps:
            done = self.box.run(words[0], *words[1:], "--help")
            self.helps[words] = done.stdout if done.returncode == 0 else ""
        return self.helps[words]

    def problem(self, command):
        """What is wrong with a printed command; nothing if its subcommand and options are known."""
        words = re.sub(r"'[^']*'|\"[^\"]*\"", "TEXT", command).split(" -- ")[0].split()
        if words[1] in HIDDEN:
            return ""
        at = (words[0],)
        for word in words[1:]:
            if not re.fullmatch(r"[a-z][a-z-]*", word) or not re.search(
                rf"^  {re.escape(word)}\b", self.help_of(at), re.MULTILINE
            ):
                break
            at += (word,)
        if len(at) == 1:
            return "no such command"
        known = self.help_of(at)
        for option in re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", " ".join(words)):
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known):
                return f"{' '.join(at)} has no {option}"
        return ""


def printed_commands():
    """Of messages, labels and help: (place, command)."""
    for page in PAGES:
        for command in command_lines(page):
            if not command.startswith("./dev"):
                yield page.name, command.removeprefix("build/bin/")
        for command in PRINTED.findall(BLOCK.sub("", page.read_text())):
            yield page.name, command
    for folder in ("engine", "remote", "gui"):
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                # Adjacent literals are one text.
                text = re.sub(r'"(?:_s)?\s*\n\s*u?"', "", path.read_text())
                for command in PRINTED.findall("\n".join(line for line in text.splitlines() if "//" not in line)):
                    yield path.name, command


def try_words():
    wrong, count = [], 0
    with Sandbox() as box:
        words = Words(box)
        for place, command in printed_commands():
            count += 1
            problem = words.problem(command)
            if problem:
                wrong.append(f"{place}: `{command}`: {problem}")
    assert count > 100, count
    assert not wrong, "\n".join(wrong)
    print(f"{count} printed commands are known")


# ------------------------------------------------------------ run


def prepare(box, cluster):
    """The files that the pages name, beside the sources' presets, and the cluster under the pages' names."""
    file = box.root / "config/trainyard/targets.json"
    targets = json.loads(file.read_text())
    text = json.dumps(targets)
    entries = next(
        value for value in targets.values() if isinstance(value, (list, dict)) and cluster.target in json.dumps(value)
    )
    for name in ("leonardo", "cluster"):
        copy = json.loads(text.replace(json.dumps(cluster.target), json.dumps(name)))
        more = next(value for value in copy.values() if isinstance(value, (list, dict)) and name in json.dumps(value))
        if isinstance(entries, list):
            entries += more
        else:
            entries |= more
    file.write_text(json.dumps(targets))
    work = box.work
    (work / "resources").symlink_to(SOURCE / "resources")
    (work / "build").symlink_to(BIN.parent)
    (work / "train.py").write_text("print('{\"loss\": 1.0}')\n")
    (work / "job.sh").write_text(
        "#!/bin/bash\n#SBATCH --time=5\nexport PATH=$PWD/tools:$PATH\naccelerate launch --config_file accelerate.yaml run_clm.py "
        "--model_name_or_path gpt2 --train_file t.txt --do_train --output_dir out --block_size 64\n"
    )
    (work / "tools").mkdir()
    (work / "tools/accelerate").write_text('#!/bin/sh\necho \'{"step": 1, "loss": 2.5}\'\n')
    (work / "tools/accelerate").chmod(0o755)
    (work / "accelerate.yaml").write_text(
        "compute_environment: LOCAL_MACHINE\nnum_processes: 1\nmixed_precision: 'no'\n"
    )
    (work / "run_clm.json").write_text(
        json.dumps(dict(model_name_or_path="gpt2", train_file="t.txt", do_train=True, output_dir="out", block_size=64))
    )
    (work / "ds_config.json").write_text(
        json.dumps({"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 1}})
    )
    (work / "t.txt").write_text("a line of text to learn\n" * 400)
    (work / "text.txt").write_text("".join(page.read_text() for page in PAGES))
    (work / "experiment.yaml").write_text(
        "format: 1\nname: small\nworkload: engine\nmodel: {kind: gpt2, overrides: {n_embd: 32, n_head: 2, n_layer: 1, n_positions: 32, vocab_size: 300}}\n"
        "data: {train: [t.txt], validation: [t.txt], sequence_length: 16}\n"
        "training: {max_steps: 3}\nresources: {time_limit: '10'}\n"
    )


def place_on_cluster(box, cluster):
    """What pages take for granted: data that is there, and data that is prepared."""
    there = cluster.layout.home / "t.txt"
    there.write_text((box.work / "t.txt").read_text())
    text = (box.work / "experiment.yaml").read_text()
    (box.work / "there.yaml").write_text(text.replace("[t.txt]", f"[{there}]"))
    box.must("engine", "prepare", box.work / "experiment.yaml", "--output", box.work / "prepared")


def is_run(command):
    return not any(command.startswith(begin) for begin in LEFT_OUT)


def folder_of(box, page):
    """Where a page's commands run: a copy of what all pages have, with the files that this one shows."""
    folder = box.root / "pages" / page.stem
    shutil.copytree(box.work, folder, symlinks=True)
    for name, text in named_files(page).items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return folder


def as_run(command, target):
    """A page's command with the names of this cluster, and allowed to write over what another has written."""
    command = command.replace("--target NAME", "--target practice").replace("--on NAME", "--on practice")
    command = re.sub(r"--(target|on) practice\b", rf"--\1 {target}", command)
    command = command.replace("inspect experiment.yaml --on", "inspect there.yaml --on")
    return re.sub(r"(--output experiment\.yaml|job\.sh experiment\.yaml)", r"\1 --force", command)


def lines_to_run(box):
    """(page, folder, command), the pages one after the other; then the examples at the end of `yard --help`."""
    for page in PAGES:
        if sys.argv[2:] and page.name not in sys.argv[2:]:
            continue
        folder = folder_of(box, page)
        for command in filter(is_run, command_lines(page)):
            yield page.name, folder, command
    for command in filter(is_run, EXAMPLE.findall(box.must("yard", "--help"))):
        yield "yard --help", box.work, command.strip()


def problem_of(box, folder, command):
    """Runs a line in the shell; what it said if it failed."""
    environment = box.environment | {
        "PATH": f"{BIN}:{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}",
        "VIRTUAL_ENV": sys.prefix,
    }
    ended = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if command.startswith("yard cancel"):
        wait_until(lambda: box.runs()[0]["state"] not in ("running", "waiting"), 60, "the end of the run")
    return "" if ended.returncode == 0 else f"{ended.returncode}\n{ended.stdout[-500:]}{ended.stderr[-800:]}"


def try_run():
    from practice import PracticeCluster

    failed, done = [], 0
    with Sandbox() as box, PracticeCluster() as cluster:
        cluster.add_target(box)
        prepare(box, cluster)
        place_on_cluster(box, cluster)
        results = cluster.layout.home / "results"
        results.mkdir()
        (results / "log.txt").write_text("a line\n" * 30)
        for page, folder, command in lines_to_run(box):
            problem = problem_of(box, folder, as_run(command, cluster.target))
            done += 1
            print(f"{page}: {command}: {problem.splitlines()[0] if problem else 0}", flush=True)
            if problem:
                failed.append(f"{page}: {command}: {problem}")
    assert not failed, "\n".join(failed)
    print(f"{done} commands ran, 0 failed")


# ------------------------------------------------------------ documents

# Blocks that are no experiment, by the page and how they begin.
OTHER_DOCUMENTS = {("sites.md", "format: 1\nname: Our cluster"): "a site's file: site_profile_test"}

# What sections that stand alone are put into, by the workload that they speak of.
ENGINE = """format: 1
name: page
model: {kind: gpt2, overrides: {n_embd: 32, n_head: 2, n_layer: 1, n_positions: 32, vocab_size: 300}}
data: {train: [t.txt], validation: [t.txt], sequence_length: 16}
training: {max_steps: 3}
"""
PROGRAM = "format: 1\nname: page\nworkload: command\ncommand: {program: train.py}\n"


def merged(base, sections):
    for key, value in sections.items():
        base[key] = merged(base[key], value) if isinstance(value, dict) and isinstance(base.get(key), dict) else value
    return base


def whole(block):
    """The text of an experiment: the block's own, or one around its sections."""
    sections = yaml.safe_load(block)
    if "format" in sections:
        return block
    return yaml.safe_dump(merged(yaml.safe_load(PROGRAM if "command" in sections else ENGINE), sections))


def check_documents(box):
    wrong, count = [], 0
    for page in PAGES:
        folder = box.work / page.stem
        folder.mkdir()
        for name, text in {"train.py": "print(1)\n", "t.txt": "a line\n" * 400, "text.txt": "a line\n" * 400}.items():
            (folder / name).write_text(text)
        for name, text in named_files(page).items():
            (folder / name).write_text(text)
        for block in documents(page):
            if any(page.name == name and block.startswith(begin) for name, begin in OTHER_DOCUMENTS):
                continue
            count += 1
            (folder / "document.yaml").write_text(whole(block))
            # This computer has neither the nodes nor the GPUs of a page's cluster.
            here = ("--set", "resources.nodes=1", "--set", "resources.gpus_per_node=0")
            checked = box.run("yard", "check", folder / "document.yaml", *here)
            if checked.returncode != 0:
                wrong.append(f"{page.name}: {block.splitlines()[0]} ...: {checked.stdout}{checked.stderr}")
    assert count > 5, count
    assert not wrong, "\n".join(wrong)
    print(f"{count} documents are right")


def check_commands_page(box):
    printed = box.must("yard", "manual", "--markdown") + box.must("engine", "manual")
    kept = (SOURCE / "resources/help/commands.md").read_text()
    assert printed == kept, "resources/help/commands.md is not what the programs print: ./dev build writes it again"


def try_documents():
    with Sandbox() as box:
        check_commands_page(box)
        check_documents(box)


if __name__ == "__main__":
    {"words": try_words, "run": try_run, "documents": try_documents}[sys.argv[1]]()
