# SPDX-License-Identifier: GPL-3.0-or-later
"""Unchanged scripts that log to TensorBoard and to W&B have their curves, live and whole; `yard export --wandb` writes what W&B's own messages
read."""

import json
import math
import subprocess
import sys
import unittest

from sandbox import SOURCE, Sandbox, wait_until

sys.path.insert(0, str(SOURCE / "tests/engine/trackers"))
import wandb_file

# SummaryWriter as torch documents it; it ends without close().
BOARD = """
from pathlib import Path
import time
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter(flush_secs=1)
for step in range(40):
    writer.add_scalar("Loss/train", 3 / (step + 1), step)
    if step % 10 == 0:
        writer.add_scalar("Loss/val", 4 / (step + 1), step)
    while step == 20 and not Path("go").exists():
        time.sleep(0.05)
writer.add_scalar("Loss/train", float("nan"), 40)
print("done")
"""

WANDB = """
import wandb

run = wandb.init(project="digits", config={"lr": 0.1}, settings=wandb.Settings(x_disable_stats=True))
for step in range(30):
    run.log({"train_loss": 1 / (step + 1), "val_acc": step / 30})
    print({"step": step, "train/loss": 100})
"""


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


class TrackerCurves(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())

    def submit(self, script, *arguments):
        (self.sandbox.work / "train.py").write_text(script)
        experiment = self.sandbox.work / "train.yaml"
        experiment.write_text(
            "format: 1\nname: curves\nworkload: command\ncommand: {launcher: none, program: train.py}\n"
            f"environment: {{venv: {sys.prefix}, variables: {{WANDB_MODE: offline, CUDA_VISIBLE_DEVICES: ''}}}}\n"
        )
        self.sandbox.must("yard", "submit", experiment, *arguments)

    def curves(self):
        found = {}
        for point in json.loads(self.sandbox.must("yard", "metrics", "last", "--json")):
            found.setdefault(point["metric"], {})[point["step"]] = float(point["value"])
        return found

    def watch(self):
        done = self.sandbox.run("yard", "watch", "last", timeout=120)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")

    def found(self):
        (attempt,) = (self.sandbox.root / "data/trainyard/runs").glob("*/attempts/*/events.jsonl")
        lines = [json.loads(line) for line in attempt.read_text().splitlines()]
        return [line["text"] for line in lines if line.get("code") == "metrics.found"], attempt.parent.parent.parent

    def test_tensorboard(self):
        self.submit(BOARD)
        wait_until(lambda: len(self.curves().get("train/loss", {})) >= 10, 60, "curves of a program that runs")
        (folder,) = (self.sandbox.root / "data/trainyard/runs").glob("*-*")
        self.assertLess(len(self.curves()["train/loss"]), 41)
        (working_folder,) = {path.parent.parent for path in folder.rglob("runs/*")}
        (working_folder / "go").touch()
        self.watch()
        curves = self.curves()
        self.assertEqual(sorted(curves), ["eval/loss", "train/loss"])
        self.assertEqual(sorted(curves["train/loss"]), list(range(41)))
        for step, value in curves["train/loss"].items():
            self.assertTrue(math.isnan(value) if step == 40 else math.isclose(value, 3 / (step + 1), rel_tol=1e-7))
        self.assertEqual(sorted(curves["eval/loss"]), [0, 10, 20, 30])
        (words,) = self.found()[0]
        self.assertIn("TensorBoard files in runs/", words)
        self.export_to_wandb(curves)

    def export_to_wandb(self, curves):
        output = self.sandbox.work / "wandb"
        self.sandbox.must("yard", "note", "last", "A note.", "--title", "curves of digits", "--tag", "digits")
        for _ in range(2):
            said = self.sandbox.must("yard", "export", "last", "--wandb", output, "--project", "digits")
        self.assertIn("45 values of 2 metrics", said)
        (file,) = output.glob("offline-run-*/run-*.wandb")
        records = list(wandb_file.records(file))
        kinds = [record.WhichOneof("record_type") for record in records]
        self.assertEqual((kinds[:2], kinds[-2:]), (["header", "run"], ["summary", "exit"]))
        run = records[1].run
        self.assertEqual(
            (run.project, run.display_name, run.notes, list(run.tags)),
            ("digits", "curves of digits", "A note.", ["digits"]),
        )
        config = {item.key: json.loads(item.value_json) for item in run.config.update}
        self.assertEqual(config["command.program"], "train.py")
        written = {}
        for record in records[2:-2]:
            row = {item.nested_key[0]: json.loads(item.value_json) for item in record.history.item}
            self.assertEqual(row["_step"], record.history.step.num)
            for name, value in row.items():
                if not name.startswith("_"):
                    written.setdefault(name, {})[row["_step"]] = value
        self.assertEqual(sorted(written), sorted(curves))
        for name, points in curves.items():
            self.assertEqual(sorted(written[name]), sorted(points))
            self.assertTrue(all(same(float(written[name][step]), value) for step, value in points.items()))
        self.assertEqual(records[-1].exit.exit_code, 0)
        # W&B's own program sees a run that can be uploaded.
        seen = subprocess.run(
            [sys.executable, "-m", "wandb", "sync", "--dry-run", str(file.parent)],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=self.sandbox.work,
            env=self.sandbox.environment,
        )
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertIn(file.parent.name, seen.stdout + seen.stderr)

    def test_wandb(self):
        self.submit(WANDB)
        self.watch()
        curves = self.curves()
        self.assertEqual(curves["train/loss"], {step: 1 / (step + 1) for step in range(30)})
        self.assertEqual(curves["eval/acc"], {step: step / 30 for step in range(30)})
        self.assertTrue(any("the files of W&B in wandb/offline-run-" in words for words in self.found()[0]))


if __name__ == "__main__":
    unittest.main()
