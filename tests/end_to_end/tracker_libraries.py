# SPDX-License-Identifier: GPL-3.0-or-later
"""What the libraries of trackers themselves read of what they have written below a folder: for each process that wrote, by its number, and each
metric, the value of every step; of a step that came again, the last. Each function imports what it needs."""

import csv
import json
import sys

from sandbox import SOURCE

sys.path.insert(0, str(SOURCE / "tests/engine/trackers"))


def take(found, rank, name, step, value):
    found.setdefault(rank, {}).setdefault(name, {})[int(step)] = float(value)


def tensorboard(folder):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    found = {}
    # Each file by itself: of a whole folder, what was logged twice would be sorted by time.
    for file in sorted(folder.rglob("*tfevents*")):
        read = EventAccumulator(str(file), size_guidance={"scalars": 0}, purge_orphaned_data=False)
        read.Reload()
        rank = int(file.parent.name[-1]) if file.parent.name.startswith("rank") else 0
        for tag in read.Tags()["scalars"]:
            for event in read.Scalars(tag):
                take(found, rank, tag, event.step, event.value)
    return found


def wandb(folder):
    import wandb_file

    found = {}
    for file in sorted(folder.rglob("run-*.wandb")):
        for record in wandb_file.records(file, may_be_cut=True):
            if record.WhichOneof("record_type") == "run":
                rank = int(record.run.display_name[-1])
            if record.WhichOneof("record_type") == "history":
                row = {
                    ".".join(item.nested_key) or item.key: json.loads(item.value_json) for item in record.history.item
                }
                step = row.pop("global_step")
                for name, value in row.items():
                    if not name.startswith("_"):
                        take(found, rank, name, step, value)
    return found


def mlflow(folder):
    import os

    os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
    from mlflow import MlflowClient

    found = {}
    for store in folder.rglob("mlruns"):
        client = MlflowClient(f"file:{store}")
        for run in client.search_runs(["0"]):
            rank = int(run.info.run_name[-1])
            for name in run.data.metrics:
                # In the order of the file.
                for point in client.get_metric_history(run.info.run_id, name):
                    take(found, rank, name, point.step, point.value)
    return found


def swanlab(folder):
    from swanlab.proto.swanlab.record.v1.record_pb2 import Record
    from swanlab.sdk.internal.core_python.store import DataStoreReader

    found = {}
    for file in sorted(folder.rglob("run-*.swanlab")):
        reader, rank = DataStoreReader(), None
        reader.open(str(file))
        for content in reader:  # ends where a kill has cut the file
            record = Record.FromString(content)
            if record.HasField("start"):
                rank = int(record.start.name[-1])
            if record.HasField("scalar"):
                take(found, rank, record.scalar.key, record.scalar.step, record.scalar.value.number)
        reader.close()
    return found


def lightning_csv(folder):
    found = {}
    for file in sorted(folder.rglob("metrics.csv")):
        with open(file, newline="") as lines:
            for row in csv.DictReader(lines):
                step = row.pop("step")
                for name, value in row.items():
                    if value:
                        take(found, 0, name, step, value)
    return found


def transformers(folder):
    found = {}
    (file,) = folder.rglob("trainer/trainer_state.json")
    for entry in json.loads(file.read_text())["log_history"]:
        step = entry.pop("step")
        for name, value in entry.items():
            if name != "epoch":
                take(found, 0, name, step, value)
    return found
