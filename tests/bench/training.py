"""The engine beside Hugging Face Trainer: the quickstart's model, the same tokens, the same threads, fp32, data prepared beforehand."""
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
PRESETS = HERE.parents[1] / "resources/presets"
STEPS, WARM = 40, 10
TOKENS_PER_STEP = 8 * 256
SETTINGS = ["evaluation.every_steps=null", "checkpoint.every_steps=null", "checkpoint.save_best=false", "logging.every_steps=1",
            f"training.max_steps={STEPS}"]


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


def speeds(start, times):
    """times: {step: Unix seconds at which it was done}."""
    return {"tokens_per_second": (STEPS - WARM) * TOKENS_PER_STEP / (times[STEPS] - times[WARM]), "first_step": times[1] - start}


def run_engine(bin_folder, experiment, run_folder, environment):
    settings = [word for setting in SETTINGS for word in ("--set", setting)]
    start, memory = timed([str(bin_folder / "engine"), "train", str(experiment), "--run-dir", str(run_folder), *settings], environment)
    times = {}
    for line in (run_folder / "attempts/0001/events.jsonl").read_text().splitlines():
        event = json.loads(line)
        if event["event"] == "metrics" and "train/loss" in event["values"]:
            times[event["step"]] = event["time"]
    return {**speeds(start, times), "memory": memory}


def run_trainer(tokens, folder, environment):
    start, memory = timed([sys.executable, str(HERE / "trainer_reference.py"), str(tokens), str(folder / "times.json"), str(STEPS)], environment)
    times = {int(step): at for step, at in json.loads((folder / "times.json").read_text()).items()}
    return {**speeds(start, times), "memory": memory}


def measure(bin_folder, folder, pairs):
    environment = dict(os.environ, OMP_NUM_THREADS=str(len(os.sched_getaffinity(0))), XDG_CACHE_HOME=str(folder / "cache"), CUDA_VISIBLE_DEVICES="")
    prepared = folder / "prepared"
    subprocess.run([str(bin_folder / "engine"), "prepare", str(PRESETS / "quickstart.yaml"), "--output", str(prepared)],
                   check=True, env=environment, stdout=subprocess.DEVNULL)
    text = (PRESETS / "quickstart.yaml").read_text()
    old = text[text.index("  kind: text"):text.index("  sequence_length")]
    experiment = folder / "bench.yaml"
    experiment.write_text(text.replace(old, f"  kind: prepared\n  path: {prepared}\n"))
    tokens = folder / "tokens.pt"
    subprocess.run([sys.executable, str(HERE / "trainer_reference.py"), "--prepare", str(prepared / "tokenizer.json"),
                    str(PRESETS / "quickstart/corpus.txt"), str(tokens)], check=True, env=environment)
    ours, theirs = [], []
    for pair in range(pairs):
        ours.append(run_engine(bin_folder, experiment, folder / f"run-{pair}", environment))
        theirs.append(run_trainer(tokens, folder, environment))
        print(f"training, pair {pair + 1} of {pairs}: {ours[-1]['tokens_per_second']:.0f} and {theirs[-1]['tokens_per_second']:.0f} tokens/s",
              file=sys.stderr)

    def row(key, name, unit, better, bar):
        return {"name": name, "unit": unit, "better": better, "bar": bar, "ours": [one[key] for one in ours], "theirs": [one[key] for one in theirs]}

    return [row("tokens_per_second", "training", "tokens/s", "more", 1.3),
            row("first_step", "process start to first step done", "s", "less", 0.2),
            row("memory", "peak memory", "MiB", "less", 0.6)]
