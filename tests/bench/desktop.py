# SPDX-License-Identifier: GPL-3.0-or-later
"""The window on a real (virtual) screen, with 1,000 runs in the store: from process start to seen; from an event that a command
writes to the pixels, over agent, service and store; from a keystroke to its diagnostics."""

import json
import os
import pathlib
import subprocess
import sys
import time
import uuid

HERE = pathlib.Path(__file__).parent
NUM_RUNS, STEPS = 1000, 50
EVENTS, LONG = 100, 100_000
WAYS = {
    "friendly": ("through a forward", 250.0),
    "strict": ("by offset", 5000.0),
}  # of practice clusters: how their events come, and the bar in ms


def make_run(folder, number):
    """A finished run's folder, as the agent and the engine would leave it."""
    run = str(uuid.UUID(int=number + (1 << 120)))
    root = folder / f"bench-{run[:8]}-{number}"
    attempt = root / "attempts/0001"
    attempt.mkdir(parents=True)
    created = 1.7e9 + 3600.0 * number
    (root / "experiment.yaml").write_text(
        "format: 1\nname: bench\nmodel: {overrides: {n_layer: 1}}\ndata: {train: [text.txt]}\n"
    )
    (root / "run.json").write_text(
        json.dumps(
            {
                "run": run,
                "name": f"bench-{number}",
                "created": created,
                "versions": {},
                "git_commit": "",
                "git_difference": "",
                "source": "",
            }
        )
    )
    lines = [
        {
            "event": "header",
            "format": 1,
            "run": run,
            "attempt": 1,
            "nodes": ["here"],
            "job_id": "",
            "versions": {},
            "git_commit": "",
        },
        {"event": "start", "resume_step": 0, "total_steps": STEPS, "world_size": 1, "device": "cpu"},
    ]
    lines += [
        {
            "event": "metrics",
            "step": step,
            "epoch": 0.1,
            "tokens": step * 2048,
            "values": {"train/loss": 9.0 / (1 + 0.1 * step)},
        }
        for step in range(1, STEPS + 1)
    ]
    lines.append(
        {
            "event": "end",
            "outcome": "completed",
            "exit_code": 0,
            "code": "completed",
            "arguments": {},
            "reason": "It completed.",
            "rank": None,
            "node": "here",
        }
    )
    with open(attempt / "events.jsonl", "w") as file:
        for sequence, line in enumerate(lines):
            file.write(json.dumps({**line, "time": created + sequence, "sequence": sequence}) + "\n")


FEED = """
import json, os, pathlib, sys, time
points, go, events = int(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
fifo = os.open(os.environ["TRAINYARD_EVENTS"], os.O_WRONLY)
def report(step, sent):
    values = {"train/loss": 2 + 5 / (1 + step / 300) + 0.1 * (step * 7919 % 101) / 101, "train/learning_rate": 1e-3 / (1 + step), "bench/sent": sent}
    values.update({f"part/{name}": (step * (name + 3) * 7907 % 1009) / 1009 for name in range(5)})
    os.write(fifo, (json.dumps({"event": "metrics", "step": step, "values": values}) + "\\n").encode())
for step in range(1, points + 1):
    report(step, 0)
while not go.exists():
    time.sleep(0.05)
for step in range(points + 1, points + events + 1):
    time.sleep(0.137)
    report(step, time.time())
time.sleep(2)
"""


def speed_of_window(bin_folder, sandbox, num_points, target="here", feed=FEED, metrics="none", venv="null"):
    """{event_to_pixel_ms, keystroke_ms}: a command reports 8 metrics, first `num_points` steps at once, then one after the other."""
    name = f"feed-{target}-{num_points}"
    go = sandbox.work / f"{name}.go"
    (sandbox.work / f"{name}.py").write_text(feed)
    experiment = sandbox.work / f"{name}.yaml"
    experiment.write_text(
        f"format: 1\nname: {name}\nworkload: command\ncommand:\n  launcher: none\n  program: {name}.py\n  metrics: {metrics}\n"
        f"  arguments: ['{num_points}', '{go}', '{EVENTS}']\noptimizer:\n  learning_rate: 1.0e-3\nresources:\n  cpus_per_process: 1\nenvironment:\n  venv: {venv}\ncode:\n  source: .\n"
    )
    done = subprocess.run(
        [str(bin_folder / "desktop_speed"), str(experiment), str(num_points), str(go), str(EVENTS), target],
        env=sandbox.environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode != 0:
        raise RuntimeError(f"desktop_speed ended with {done.returncode}: {done.stderr}")
    print(done.stderr.strip(), file=sys.stderr)
    return json.loads(done.stdout)


def speed_on_cluster(bin_folder, sandbox, site, pairs, **feed):
    """The milliseconds from event to pixel of each run on a node of a practice cluster. None where no cluster can be started."""
    from practice import PracticeCluster, layouts, programs

    try:
        programs.check_programs(site)
    except layouts.ClusterError as problem:
        print(f"desktop: not measured on a cluster: {problem}", file=sys.stderr)
        return []
    with PracticeCluster(site=site) as cluster:
        cluster.add_target(sandbox)
        figures = [
            speed_of_window(bin_folder, sandbox, 100 + number, cluster.target, **feed) for number in range(pairs)
        ]
    return [one["event_to_pixel_ms"] for one in figures]


def percentile_95(values):
    return sorted(values)[max(0, -(-95 * len(values) // 100) - 1)]


def window_seconds(bin_folder, environment):
    start = time.monotonic()
    window = subprocess.Popen(
        [str(bin_folder / "trainyard")], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while time.monotonic() - start < 60:
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", str(window.pid)],
                env=environment,
                capture_output=True,
                text=True,
            )
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
    server = subprocess.Popen(
        ["Xvfb", "-noreset", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        environment["DISPLAY"] = ":" + numbers.readline().strip()
    return server


def sandbox_class(bin_folder):
    """That of the tests, with these programs."""
    os.environ["TRAINYARD_BIN"] = str(bin_folder)
    os.environ["TRAINYARD_SOURCE"] = str(HERE.parents[1])
    sys.path.insert(0, str(HERE.parent / "end_to_end"))
    from sandbox import Sandbox

    return Sandbox


def measure(bin_folder, _, pairs):
    with sandbox_class(bin_folder)() as sandbox:
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
            short, long = (speed_of_window(bin_folder, sandbox, num_points) for num_points in (100, LONG))
            far = {site: speed_on_cluster(bin_folder, sandbox, site, pairs) for site in WAYS}
        finally:
            server.terminate()
            server.wait(timeout=30)
    print(f"desktop: window on the screen after {', '.join(f'{value:.2f}' for value in seconds)} s", file=sys.stderr)
    rows = [
        {
            "name": f"event to pixel, p95, 8 metrics of {name} points",
            "unit": "ms",
            "better": "less",
            "bar": 150.0,
            "ours": [percentile_95(figures["event_to_pixel_ms"])],
        }
        for name, figures in (("100", short), (f"{LONG:,}", long))
    ]
    rows += [
        {
            "name": f"event on a cluster's node to pixel {way}, p95, 8 metrics",
            "unit": "ms",
            "better": "less",
            "bar": bar,
            "ours": [percentile_95(times) for times in far[site]],
        }
        for site, (way, bar) in WAYS.items()
        if far[site]
    ]
    keys = short["keystroke_ms"] + long["keystroke_ms"]
    rows.append(
        {"name": "keystroke to diagnostics, maximum", "unit": "ms", "better": "less", "bar": 50.0, "ours": [max(keys)]}
    )
    return rows + [
        {"name": f"window up with {NUM_RUNS} runs", "unit": "s", "better": "less", "bar": 1.0, "ours": seconds}
    ]
