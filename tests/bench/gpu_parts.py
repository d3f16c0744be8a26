# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of `./dev bench gpu --ten-minutes`: each takes a timed_parts.Part and adds lines."""

import dataclasses
import functools
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

import training
from gpu_machine import CASES, LONG_ROWS, SHARED_GPU_NCCL, key, tiny
from timed_parts import Bar, Ended, Skipped, run

HERE = pathlib.Path(__file__).parent
GPU_TESTS = HERE.parent / "engine/gpu/gpu_training_test.py"
TRAIN_TESTS = HERE.parent / "engine/train"
TRAINER, COMPILED = "Trainer", "Trainer with torch_compile"
SPEED, MEMORY = "tokens/s", "MiB"

BARS = [
    *(Bar(case.name, SPEED, TRAINER, case.bar) for case in training.GPU),
    *(Bar(case.name, SPEED, COMPILED, 1.0) for case in training.GPU),
    *(Bar(case.name, MEMORY, TRAINER, 0.6, is_at_least=False) for case in training.GPU),
]
# Fractions of what a step keeps that move to main memory, or are computed again.
SAVINGS = {
    "as it is": [],
    "optimizer offloaded": ["parallel.zero_stage=1", "parallel.offload_optimizer=true"],
    "all offloaded": ["parallel.zero_stage=3", "parallel.offload_optimizer=true", "parallel.offload_parameters=true"],
    "recomputed": ["parallel.recompute=full"],
}
RANK_TESTS = [
    "TwoGpus.test_ranks_change_nothing",
    "TwoGpus.test_a_lost_rank_is_named",
    "FourGpus.test_ranks_change_nothing",
    "TwoGpus.test_ranks_that_share_out_change_nothing",
    "FourGpus.test_a_lost_rank_is_named",
    "FourGpus.test_ranks_that_share_out_change_nothing",
]


def last_words(output):
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1].strip()[:300] if lines else "no words"


def runs_folder(otherwise):
    """In memory where there is room, since what a run writes at its end is not measured here."""
    memory = pathlib.Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > 16 * 2**30:
        return pathlib.Path(tempfile.mkdtemp(prefix="trainyard-bench-", dir=memory))
    return otherwise


def checked(ended: Ended, codes=(0,)):
    if ended.code not in codes:
        raise RuntimeError(f"ended with {ended.code}: {last_words(ended.output)}")
    return ended


class Parts:
    def __init__(self, machine, folder):
        self.machine = machine
        self.folder = pathlib.Path(folder)
        self.environment = machine.environment(
            TMPDIR=str(self.folder / "temporary"), XDG_CACHE_HOME=str(self.folder / "temporary/cache")
        )
        (self.folder / "temporary").mkdir(parents=True, exist_ok=True)
        self.number = 0

    @functools.cached_property
    def runs(self):
        return runs_folder(self.folder / "temporary")

    def clean_up(self):
        shutil.rmtree(self.folder / "temporary", ignore_errors=True)
        if "runs" in self.__dict__:
            shutil.rmtree(self.runs, ignore_errors=True)

    def run(self, command, part, name, environment=None, codes=(0,)):
        self.number += 1
        log = self.folder / f"logs/{self.number:03}-{name}.log"
        return checked(run(command, log, part.limit, environment or self.environment), codes)

    def case(self, case):
        """The case as this machine trains it; its name stays."""
        return tiny(case) if self.machine.rehearse else case

    def needs_gpu(self):
        if self.machine.rehearse:
            raise Skipped("only on a GPU")
        if not self.machine.gpus:
            raise Skipped("this machine shows no GPU")

    # ------------------------------------------------------------ tests

    def tests(self, part):
        for program, arguments in (("gpu_step_test", []), ("kernels_gpu", ["--large"])):
            with part.attempt(program):
                if not self.machine.has(program):
                    raise Skipped("it is not built here: there is no nvcc")
                output = self.run([self.machine.programs / program, *arguments], part, program).output
                if skipped := re.search(r"^SKIPPED: (.*)", output, re.MULTILINE):
                    raise Skipped(skipped[1][:200])
                if "[  PASSED  ] 0 tests" in output:
                    raise Skipped(re.search(r"^(.*)\n+\[  SKIPPED \]", output, re.MULTILINE)[1][:200])
                part.add(program, "passed", note=last_words(output))

    # ------------------------------------------------------------ beside Trainer

    def train(self, part, case, name, settings=(), steps=None):
        """Trains a model with the engine; returns (case, run folder, how it ended)."""
        case = self.case(case)
        if steps:
            case = dataclasses.replace(case, steps=steps, warm=steps // 2)
        folder = self.runs / f"{key(case)}-{name}"
        folder.mkdir(parents=True)
        document = folder / "experiment.yaml"
        training.prepared_case(case, self.machine.data / key(case) / "prepared", document)
        command = training.engine_command(self.machine.programs, document, folder / "run")
        for setting in settings:
            command += ["--set", setting]
        try:
            return case, folder / "run", self.run(command, part, f"{key(case)}-{name}")
        finally:  # 4 GB of a model with 355 M parameters
            for large in ("checkpoints", "results"):
                shutil.rmtree(folder / "run" / large, ignore_errors=True)

    def speed_of_engine(self, part, case, name, settings=()):
        case, folder, ended = self.train(part, case, name, settings)
        return training.speeds_of_engine(case, folder, ended.started, ended.peak_memory)

    def speed_of_trainer(self, part, case, name, **options):
        case = self.case(case)
        folder = self.runs / f"{key(case)}-{name}"
        folder.mkdir(parents=True)
        tokens = training.prepared_case(case, self.machine.data / key(case) / "prepared", folder / "experiment.yaml")
        command = training.trainer_command(case, tokens, folder / "times.json", **options)
        ended = self.run(command, part, f"{key(case)}-{name}")
        return training.speeds_of_trainer(case, folder / "times.json", ended.started, ended.peak_memory)

    def beside(self, part):
        """Compiling takes the longest, so it comes last."""
        subjects = (
            ("engine", lambda case: self.speed_of_engine(part, case, "engine")),
            (TRAINER, lambda case: self.speed_of_trainer(part, case, "trainer")),
            (COMPILED, lambda case: self.speed_of_trainer(part, case, "compiled", torch_compile=True)),
        )
        for group in (subjects[:2], subjects[2:]):
            for case in training.GPU:
                for subject, measure in group:
                    with part.attempt(case.name, subject):
                        self.add_speed(part, case, subject, measure(case))

    def add_speed(self, part, case, subject, found):
        values = {
            SPEED: found["tokens_per_second"],
            MEMORY: found["memory"],
            "s to the first step": found["first_step"],
        }
        part.add(case.name, "measured", subject, **values)

    def kernels_on_and_off(self, part):
        for case in CASES:
            for setting in ("true", "false"):
                subject = f"fused_kernels={setting}"
                with part.attempt(case.name, subject):
                    if setting == "true" and not self.machine.rehearse and not self.machine.has("libengine_kernels.so"):
                        raise Skipped("own kernels are not built here")
                    found = self.speed_of_engine(part, case, subject, [f"precision.{subject}"])
                    self.add_speed(part, case, subject, found)

    # ------------------------------------------------------------ profiles

    def profiles(self, part):
        for case in (training.GPU[0], training.GPU[1], LONG_ROWS):
            with part.attempt(case.name):
                case, folder, _ = self.train(part, case, "profile", ["logging.profile_steps=5"], steps=12)
                self.add_profile(part, case.name, folder / "attempts/0001/profile", key(case))

    def add_profile(self, part, what, profile, name):
        summary = json.loads((profile / "summary.json").read_text())
        shutil.copy(profile / "summary.txt", self.folder / f"profile-{name}.txt")
        shutil.copy(profile / "trace.json", self.folder / f"profile-{name}-trace.json")
        gpu = summary.get("gpu")
        if gpu:
            part.add(
                what,
                "measured",
                "the GPU",
                **{
                    "launches a step": gpu["launches_per_step"],
                    "% idle": 100 * gpu["idle_seconds"] / summary["seconds"],
                    "gaps": gpu["gaps"],
                    "s the longest gap": gpu["longest_gap_seconds"],
                },
            )
            for wait in gpu["waits"]:
                part.add(what, "measured", "wait: " + wait["name"][:60], calls=wait["calls"], s=wait["seconds"])
        for entry in (gpu["kernels"] if gpu else summary["operators"])["longest"][:10]:
            values = {"%": 100 * entry["share"], "calls": entry["calls"], "ms": 1000 * entry["own_seconds"]}
            part.add(what, "measured", entry["name"][:60], **values)

    # ------------------------------------------------------------ attention, memory, kernels

    def attention(self, part):
        with part.attempt("attention"):
            device = "cpu" if self.machine.rehearse else "cuda"
            if device == "cuda":
                self.needs_gpu()
            name = self.folder / "attention.jsonl"
            try:
                self.run([sys.executable, HERE / "attention_speed.py", device, name], part, "attention")
            finally:  # what it had when its time was up
                for text in name.read_text().splitlines() if name.exists() else []:
                    part.add(**json.loads(text))

    def memory(self, part):
        for case in training.GPU[:2]:
            for name, settings in SAVINGS.items():
                with part.attempt(case.name, name):
                    _, folder, _ = self.train(part, case, f"memory-{name.replace(' ', '-')}", settings, steps=20)
                    codes = ("memory.gpu_peak",) if not self.machine.rehearse else ("memory.peak",)
                    said = [event for event in training.events_of(folder) if event.get("code") in codes]
                    planned = training.mebibytes(said[-1]["arguments"]["total"])
                    measured = training.mebibytes(said[-1]["arguments"]["peak"])
                    values = {
                        "MiB planned": planned,
                        "MiB measured": measured,
                        "measured / planned": measured / planned,
                    }
                    part.add(case.name, "measured", name, **values)

    def own_kernels(self, part):
        with part.attempt("GB/s of own kernels"):
            if not self.machine.has("kernels_speed"):
                raise Skipped("own kernels are not built here")
            ended = self.run([self.machine.programs / "kernels_speed"], part, "kernels", codes=(0, 1))
            if ended.output.startswith("SKIPPED: "):
                raise Skipped(ended.output.removeprefix("SKIPPED: ").strip())
            for line in ended.output.splitlines():
                if found := re.fullmatch(r"(.+): ([\d.e+]+) GB/s, ([\d.e+]+) us", line):
                    part.add(found[1], "measured", **{"GB/s": float(found[2]), "us": float(found[3])})
                else:
                    part.add(line.partition(": ")[0], "FAILED", note=line)

    # ------------------------------------------------------------ ranks, compute-sanitizer

    def gpus_for(self, num_ranks):
        """Variables with which so many ranks have a GPU each, or all of them the first one."""
        if len(self.machine.gpus) >= num_ranks:
            return {}
        file, version = self.machine.nccl or (None, ())
        if version[:2] < SHARED_GPU_NCCL:
            found = ".".join(map(str, version)) or "none"
            raise Skipped(f"ranks can share a GPU from NCCL 2.30 on, and here it is {found}: --nccl FILE")
        first = os.environ.get("CUDA_VISIBLE_DEVICES", "0").partition(",")[0]
        return {"LD_PRELOAD": str(file), "NCCL_MULTI_RANK_GPU_ENABLE": "1", "CUDA_VISIBLE_DEVICES": first}

    def ranks(self, part):
        for test in RANK_TESTS:
            with part.attempt(test):
                self.needs_gpu()
                environment = self.environment | {
                    "TRAINYARD_ENGINE": str(self.machine.programs / "engine"),
                    "TRAINYARD_AGENT": str(self.machine.programs / "yard-agent"),
                    "PYTHONPATH": str(TRAIN_TESTS),
                    "PYTHONDONTWRITEBYTECODE": "1",
                    **self.gpus_for(4 if test.startswith("Four") else 2),
                }
                ended = self.run([sys.executable, GPU_TESTS, test], part, test, environment, codes=(0, 1))
                if ended.code != 0:
                    raise RuntimeError(reason_of_unittest(ended.output))
                if skipped := re.search(r"SKIPPED: (.*)", ended.output):
                    raise Skipped(skipped[1].strip("'"))
                part.add(test, "passed", note=last_words(ended.output))

    def sanitizer(self, part):
        for tool in ("memcheck", "racecheck"):
            with part.attempt(f"compute-sanitizer {tool}"):
                if not self.machine.sanitizer:
                    raise Skipped("there is no compute-sanitizer")
                self.needs_gpu()
                if not self.machine.has("kernels_gpu"):
                    raise Skipped("own kernels are not built here")
                command = [
                    self.machine.sanitizer,
                    "--tool",
                    tool,
                    "--error-exitcode",
                    "9",
                    self.machine.programs / "kernels_gpu",
                ]
                output = self.run(command, part, tool).output
                part.add(f"compute-sanitizer {tool}", "passed", note=last_words(output))

    def all(self):
        """Those first whose figures have bars, so that a run that is cut off has them. Together under ten minutes."""
        return [
            ("tests", 35, self.tests),
            ("beside", 230, self.beside),
            ("profiles", 45, self.profiles),
            ("fused", 45, self.kernels_on_and_off),
            ("attention", 30, self.attention),
            ("kernels", 15, self.own_kernels),
            ("ranks", 100, self.ranks),
            ("memory", 45, self.memory),
            ("sanitizer", 30, self.sanitizer),
        ]


def reason_of_unittest(output):
    found = re.findall(r"^(\w*(?:Error|Exception)\b.*)$", output, re.MULTILINE)
    return found[-1] if found else last_words(output)
