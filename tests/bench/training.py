# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine beside Hugging Face Trainer: the same model, tokens, threads, fp32, data prepared beforehand."""

import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
PRESETS = HERE.parents[1] / "resources/presets"


@dataclasses.dataclass
class Case:
    name: str
    kind: str
    config: dict  # of transformers, beside its defaults
    rows: int
    length: int
    bar: float  # our tokens/s divided by theirs
    steps: int = 40
    warm: int = 10  # steps before the clock runs
    gpu: bool = False  # on one GPU, in bf16
    log_every: int = 1  # steps, on both sides: reading a loss stops a GPU

    @property
    def is_masked(self):
        return self.kind == "bert"


GPT2 = dict(resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0)
QUICKSTART = Case(
    "quickstart", "gpt2", GPT2 | dict(vocab_size=8192, n_positions=256, n_embd=256, n_layer=4, n_head=4), 8, 256, 1.3
)
BASE = dict(vocab_size=50257, n_positions=512)
BERT = dict(vocab_size=50000, max_position_embeddings=512, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
LLAMA = dict(
    vocab_size=32000,
    hidden_size=512,
    intermediate_size=2048,
    num_hidden_layers=8,
    num_attention_heads=8,
    num_key_value_heads=8,
    max_position_embeddings=512,
)
SLOW = dict(rows=2, length=512, bar=1.1, steps=6, warm=2)
# Models of the presets on one GPU; their peak memory is the GPU's.
ON_GPU = dict(rows=8, length=512, steps=120, warm=40, gpu=True, log_every=10)
GPT2_355M = BASE | dict(n_positions=1024, n_embd=1024, n_layer=24, n_head=16)
GPU = [
    Case("GPT-2, 355 M, dropout 0.1", "gpt2", GPT2_355M, bar=1.3, **ON_GPU),
    Case("Llama, 67 M", "llama", LLAMA, bar=1.8, **ON_GPU),
    Case("BERT, 124 M", "bert", BERT, bar=1.8, **ON_GPU),
]
LARGER = [
    Case("GPT-2, 124 M", "gpt2", GPT2 | BASE, **SLOW),
    Case("GPT-2, 124 M, dropout 0.1", "gpt2", BASE, **SLOW),
    Case("Llama, 67 M", "llama", LLAMA, **SLOW),
    Case("BERT, 124 M", "bert", BERT, **SLOW),
]


def experiment(case, data):
    place = {"resources": {"gpus_per_node": 1}, "precision": {"kind": "bf16"}} if case.gpu else {}
    return place | {
        "format": 1,
        "name": "bench",
        "model": {"kind": case.kind, "overrides": case.config},
        "data": data | {"sequence_length": case.length},
        "task": {"kind": "masked_language_modeling" if case.is_masked else "causal_language_modeling"},
        "batch": {"per_device": case.rows},
        "optimizer": {"learning_rate": 1e-3, "weight_decay": 0.01},
        "schedule": {"warmup_steps": 20},
        "training": {"max_steps": case.steps},
        "evaluation": {"every_steps": None},
        "checkpoint": {"every_steps": None, "save_best": False},
        "logging": {"every_steps": case.log_every},
    }


def timed(command, environment):
    """Runs a command; returns (start in Unix seconds, peak memory in MiB)."""
    start = time.time()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command[:2]} ended with {process.returncode}: {said[-500:]}")
    return start, usage.ru_maxrss / 1024


def speeds(case, start, times):
    """times: {step: Unix seconds at which it was done}; of step 0: when the first one began."""
    tokens = (case.steps - case.warm) * case.rows * case.length
    return {"tokens_per_second": tokens / (times[case.steps] - times[case.warm]), "first_step": times[0] - start}


def engine_command(bin_folder, document, run_folder):
    return [str(bin_folder / "engine"), "train", str(document), "--run-dir", str(run_folder)]


def events_of(run_folder):
    return [json.loads(line) for line in (run_folder / "attempts/0001/events.jsonl").read_text().splitlines()]


def mebibytes(text):
    number, unit = text.split()
    return float(number) * {"KiB": 1 / 1024, "MiB": 1, "GiB": 1024}[unit]


def speeds_of_engine(case, run_folder, start, memory):
    """From a run's events; the memory is the GPU's where there is one."""
    times = {}
    for event in events_of(run_folder):
        if event["event"] == "metrics" and "train/loss" in event["values"]:
            times[event["step"]] = event["time"]
            times.setdefault(0, event["time"] - event["step"] * event["values"]["train/step_seconds"])
        if event["event"] == "message" and event["code"] == "memory.gpu_peak":
            memory = mebibytes(event["arguments"]["peak"])
    return {**speeds(case, start, times), "memory": memory}


def run_engine(case, bin_folder, document, run_folder, environment):
    start, memory = timed(engine_command(bin_folder, document, run_folder), environment)
    return speeds_of_engine(case, run_folder, start, memory)


def trainer_command(case, tokens, times_file, **options):
    document = json.dumps(dataclasses.asdict(case) | options)
    return [sys.executable, str(HERE / "trainer_reference.py"), document, str(tokens), str(times_file)]


def speeds_of_trainer(case, times_file, start, memory):
    times = {int(step): at for step, at in json.loads(times_file.read_text()).items()}
    memory = times.pop(-1, memory)
    return {**speeds(case, start, times), "memory": memory}


def run_trainer(case, tokens, folder, environment):
    times_file = folder / "times.json"
    start, memory = timed(trainer_command(case, tokens, times_file), environment)
    return speeds_of_trainer(case, times_file, start, memory)


def prepare_data(case, bin_folder, folder, environment):
    """Tokens in folder/prepared, for any machine."""
    text = {"kind": "text", "train": [str(PRESETS / "quickstart/corpus.txt")]}
    small = dataclasses.replace(
        case, gpu=False, config=case.config | {"vocab_size": min(8192, case.config["vocab_size"])}
    )
    (folder / "prepare.yaml").write_text(json.dumps(experiment(small, text)))
    subprocess.run(
        [str(bin_folder / "engine"), "prepare", str(folder / "prepare.yaml"), "--output", str(folder / "prepared")],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
    )


def prepared_case(case, prepared, document):
    """Writes the engine's document of a prepared folder; returns the tokens for the other side."""
    document.write_text(json.dumps(experiment(case, {"kind": "prepared", "path": str(prepared)})))
    split = json.loads((prepared / "prepared.json").read_text())["splits"]["train"]
    return prepared / split["columns"]["tokens"]["file"]


def prepare(case, bin_folder, folder, environment):
    """A prepared folder for the engine, and its tokens for the other side."""
    prepare_data(case, bin_folder, folder, environment)
    document = folder / "bench.yaml"
    return document, prepared_case(case, folder / "prepared", document)


def measure_case(case, bin_folder, folder, pairs):
    folder.mkdir(exist_ok=True)
    environment = dict(
        os.environ,
        OMP_NUM_THREADS=str(len(os.sched_getaffinity(0))),
        XDG_CACHE_HOME=str(folder / "cache"),
        **({} if case.gpu else {"CUDA_VISIBLE_DEVICES": ""}),
    )
    document, tokens = prepare(case, bin_folder, folder, environment)
    ours, theirs = [], []
    for pair in range(pairs):
        ours.append(run_engine(case, bin_folder, document, folder / f"run-{pair}", environment))
        theirs.append(run_trainer(case, tokens, folder, environment))
        print(
            f"{case.name}, pair {pair + 1} of {pairs}: {ours[-1]['tokens_per_second']:.0f} and {theirs[-1]['tokens_per_second']:.0f} tokens/s",
            file=sys.stderr,
        )

    def row(key, name, unit, better, bar):
        return {
            "name": f"{case.name}: {name}",
            "unit": unit,
            "better": better,
            "bar": bar,
            "ours": [one[key] for one in ours],
            "theirs": [one[key] for one in theirs],
        }

    return [
        row("tokens_per_second", "training", "tokens/s", "more", case.bar),
        row("first_step", "start to first step", "s", "less", 0.2),
        row("memory", "peak memory", "MiB", "less", 0.6),
    ]


def measure(bin_folder, folder, pairs):
    return measure_case(QUICKSTART, bin_folder, folder, pairs)
