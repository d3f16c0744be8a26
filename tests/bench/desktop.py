"""The window: from process start to seen on a real (virtual) screen, with 1,000 runs in the store."""
import json
import os
import pathlib
import subprocess
import sys
import time
import uuid

HERE = pathlib.Path(__file__).parent
NUM_RUNS, STEPS = 1000, 50


def make_run(folder, number):
    """A finished run's folder, as the agent and the engine would leave it."""
    run = str(uuid.UUID(int=number + (1 << 120)))
    root = folder / f"bench-{run[:8]}-{number}"
    attempt = root / "attempts/0001"
    attempt.mkdir(parents=True)
    created = 1.7e9 + 3600.0 * number
    (root / "experiment.yaml").write_text("format: 1\nname: bench\nmodel: {overrides: {n_layer: 1}}\ndata: {train: [text.txt]}\n")
    (root / "run.json").write_text(json.dumps({"run": run, "name": f"bench-{number}", "created": created, "versions": {}, "git_commit": "",
                                               "git_difference": "", "source": ""}))
    lines = [{"event": "header", "format": 1, "run": run, "attempt": 1, "nodes": ["here"], "job_id": "", "versions": {}, "git_commit": ""},
             {"event": "start", "resume_step": 0, "total_steps": STEPS, "world_size": 1, "device": "cpu"}]
    lines += [{"event": "metrics", "step": step, "epoch": 0.1, "tokens": step * 2048, "values": {"train/loss": 9.0 / (1 + 0.1 * step)}}
              for step in range(1, STEPS + 1)]
    lines.append({"event": "end", "outcome": "completed", "exit_code": 0, "code": "completed", "arguments": {}, "reason": "It completed.",
                  "rank": None, "node": "here"})
    with open(attempt / "events.jsonl", "w") as file:
        for sequence, line in enumerate(lines):
            file.write(json.dumps({**line, "time": created + sequence, "sequence": sequence}) + "\n")


def window_seconds(bin_folder, environment):
    start = time.monotonic()
    window = subprocess.Popen([str(bin_folder / "trainyard")], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.monotonic() - start < 60:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(window.pid)], env=environment, capture_output=True, text=True)
            if found.stdout.strip():
                return time.monotonic() - start
            if window.poll() is not None:
                raise RuntimeError(f"trainyard ended with {window.returncode}")
            time.sleep(0.005)
        raise RuntimeError("no window within 60 s")
    finally:
        window.terminate()
        window.wait(timeout=20)


def start_display(environment):
    """Xvfb on a display that it chooses itself."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], pass_fds=[write],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as numbers:
        environment["DISPLAY"] = ":" + numbers.readline().strip()
    return server


def measure(bin_folder, _, pairs):
    os.environ["TRAINYARD_BIN"] = str(bin_folder)
    os.environ["TRAINYARD_SOURCE"] = str(HERE.parents[1])
    sys.path.insert(0, str(HERE.parent / "end_to_end"))
    from sandbox import Sandbox
    with Sandbox() as sandbox:
        del sandbox.environment["QT_QPA_PLATFORM"]
        for number in range(NUM_RUNS):
            make_run(sandbox.root / "data/trainyard/runs", number)
        server = start_display(sandbox.environment)
        try:
            sandbox.must("yard", "runs", "--scan", "here")
            known = json.loads(sandbox.must("yard", "runs", "--json"))
            if len(known) != NUM_RUNS:
                raise RuntimeError(f"{len(known)} of {NUM_RUNS} runs are in the store")
            seconds = [window_seconds(bin_folder, sandbox.environment) for _ in range(pairs)]
        finally:
            server.terminate()
            server.wait(timeout=30)
    print(f"desktop: window on the screen after {', '.join(f'{value:.2f}' for value in seconds)} s", file=sys.stderr)
    return [{"name": f"window up with {NUM_RUNS} runs", "unit": "s", "better": "less", "bar": 1.0, "ours": seconds}]
