# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that logs some thousand points with trackio or MLflow, and is killed: under the agent, its curves are what the tracker itself
reads back. Usage: logged_to_databases.py YARD_AGENT."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

AGENT = sys.argv.pop(1)
NUM_STEPS = 2000

# What both programs log: numbers of all kinds, and steps that go back, as after a resume from a checkpoint.
VALUES = """
import math, os, signal, sys, time

def values(number):
    loss = {100: math.nan, 200: math.inf, 300: -math.inf}.get(number, 3 / (number + 1))
    return {"train_loss": loss, "val/acc": number / 7, "lr": 1e-5 if number % 2 else 1}

def step_of(number):
    return number if number < 1500 else number - 400
"""

TRACKIO = (
    VALUES
    + """
import trackio

run = trackio.init(project="digits", name="first", config={"lr": 0.1}, auto_log_gpu=False, auto_log_cpu=False)
for number in range(NUM_STEPS):
    trackio.log(values(number), step=step_of(number))
    if number % 100 == 0:
        time.sleep(0.5)  # as one that trains, not one that is over before it is found
time.sleep(2)  # until its thread has written them
print("logged", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
)

MLFLOW = (
    VALUES
    + """
import mlflow
from mlflow.entities import Metric

with mlflow.start_run(run_name="first") as run:
    client = mlflow.MlflowClient()
    for begin in range(0, NUM_STEPS, 50):
        now = int(time.time() * 1000)
        metrics = [
            Metric(name, value, now, step_of(number))
            for number in range(begin, begin + 50)
            for name, value in values(number).items()
        ]
        client.log_batch(run.info.run_id, metrics)
    print("logged", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
)


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


class LoggedToDatabases(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.home = self.folder / "home"
        self.home.mkdir()

    def run_under_agent(self, program, **environment):
        run = self.folder / "run"
        run.mkdir()
        (self.folder / "program.py").write_text(f"NUM_STEPS = {NUM_STEPS}\n" + program)
        variables = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("HF_", "XDG_", "TRACKIO", "MLFLOW"))
        }
        command = [
            AGENT,
            "run",
            "--run-dir",
            run,
            "--metrics",
            "auto",
            "--",
            sys.executable,
            self.folder / "program.py",
        ]
        done = subprocess.run(
            command,
            env=variables | {"HOME": str(self.home)} | environment,
            capture_output=True,
            text=True,
            timeout=200,
            cwd=run,
        )
        self.assertEqual(done.returncode, 137, done.stderr)
        (events,) = run.glob("attempts/*/events.jsonl")
        curves, told = {}, []
        for line in events.read_text().splitlines():
            event = json.loads(line)
            for name, value in event.get("values", {}).items():
                curves.setdefault(name, []).append((event["step"], float(value)))
            told.append(event.get("text", ""))
        return run, curves, "\n".join(told)

    def check(self, curves, wanted):
        names = {"train_loss": "train/loss", "val/acc": "eval/acc", "lr": "train/lr"}
        self.assertEqual(sorted(curves), sorted(names.values()))
        for key, name in names.items():
            self.assertEqual(len(curves[name]), NUM_STEPS, name)
            self.assertEqual([step for step, _ in curves[name]], [step for step, _ in wanted[key]], name)
            for own, other in zip(curves[name], wanted[key], strict=True):
                self.assertTrue(same(own[1], other[1]), (name, own, other))

    def test_trackio_in_its_own_folder(self):
        _, curves, told = self.run_under_agent(TRACKIO)
        read = (
            "import json; from trackio.sqlite_storage import SQLiteStorage; "
            "print('\\n' + json.dumps(SQLiteStorage.get_logs('digits', 'first', max_points=None)))"
        )
        done = subprocess.run(
            [sys.executable, "-c", read],
            env=os.environ | {"HOME": str(self.home)},
            capture_output=True,
            text=True,
            timeout=100,
        )
        logs = json.loads(done.stdout.splitlines()[-1])
        wanted = {}
        for log in logs:
            for key in ("train_loss", "val/acc", "lr"):
                wanted.setdefault(key, []).append((log["step"], float(log[key])))
        self.check(curves, wanted)
        self.assertIn("trackio's database", told)

    def test_mlflow_where_it_works(self):
        run, curves, told = self.run_under_agent(MLFLOW)
        (database,) = run.rglob("mlflow.db")
        read = (
            "import json, mlflow; client = mlflow.MlflowClient(); (run,) = client.search_runs(['0']); "
            "print('\\n' + json.dumps({key: [(metric.step, metric.value) for metric in client.get_metric_history(run.info.run_id, key)]"
            " for key in run.data.metrics}))"
        )
        done = subprocess.run(
            [sys.executable, "-c", read],
            env=os.environ | {"HOME": str(self.home), "MLFLOW_TRACKING_URI": f"sqlite:///{database}"},
            capture_output=True,
            text=True,
            timeout=100,
        )
        history = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(sorted(history), ["lr", "train_loss", "val/acc"])

        def in_order(points):
            # The library orders them by their steps, and says the greatest number for infinity.
            texts = ((step, str(float(value)).replace(str(sys.float_info.max), "inf")) for step, value in points)
            return sorted(texts)

        for key, name in (("train_loss", "train/loss"), ("val/acc", "eval/acc"), ("lr", "train/lr")):
            self.assertEqual(in_order(curves[name]), in_order(history[key]), name)
        self.assertEqual(
            [step for step, _ in curves["train/lr"]],
            [number if number < 1500 else number - 400 for number in range(NUM_STEPS)],
        )
        self.assertIn("MLflow's database", told)


if __name__ == "__main__":
    unittest.main()
