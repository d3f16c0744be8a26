"""The window: from process start to seen on a real (virtual) screen, with 1,000 runs in the store."""
import json
import os
import pathlib
import subprocess
import sys
import time
import uuid

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


def measure(bin_folder, folder, pairs):
    environment = dict(os.environ)
    environment.pop("WAYLAND_DISPLAY", None)
    environment.pop("QT_QPA_PLATFORM", None)
    for name in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        environment["XDG_" + name] = str(folder / name.lower())
        (folder / name.lower()).mkdir(mode=0o700)
    runs = pathlib.Path(environment["XDG_DATA_HOME"]) / "trainyard/runs"
    for number in range(NUM_RUNS):
        make_run(runs, number)
    service = subprocess.Popen([str(bin_folder / "yard"), "serve"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = start_display(environment)
    try:
        subprocess.run([str(bin_folder / "yard"), "runs", "--scan", "here"], check=True, env=environment, stdout=subprocess.DEVNULL, timeout=300)
        listed = subprocess.run([str(bin_folder / "yard"), "runs", "--json"], check=True, env=environment, capture_output=True, text=True)
        known = json.loads(listed.stdout)
        known = known["runs"] if isinstance(known, dict) else known
        if len(known) != NUM_RUNS:
            raise RuntimeError(f"{len(known)} of {NUM_RUNS} runs are in the store")
        seconds = [window_seconds(bin_folder, environment) for _ in range(pairs)]
    finally:
        for process in (service, server):
            process.terminate()
            process.wait(timeout=30)
    print(f"desktop: window up after {', '.join(f'{value:.2f}' for value in seconds)} s", file=sys.stderr)
    return [{"name": f"window up with {NUM_RUNS} runs", "unit": "s", "better": "less", "bar": 1.0, "ours": seconds}]
