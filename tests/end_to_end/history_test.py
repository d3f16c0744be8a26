# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard import-runs`: what TensorBoard's writer, MLflow's file store and Lightning's CSVLogger have left, with curves, settings, names,
notes and ends; again, only what is new; and that nothing of theirs is changed or removed."""

import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import unittest

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from torch.utils.tensorboard import SummaryWriter

from imported_history import ImportedHistory


def single(value):
    """As TensorBoard keeps it: 4 bytes."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


class History(ImportedHistory):
    def run_of(self, folder):
        return next(run for run in self.box.runs() if run["folder"] == str(folder))

    def write_tensorboard(self, folder, steps, offset=0.0):
        with SummaryWriter(str(folder)) as writer:
            for step in steps:
                writer.add_scalar("train/loss", offset + 1 / (step + 1), step)
                writer.add_scalar("lr", 1e-3 if step % 2 else math.inf, step)
                writer.add_text("sample", "some text", step)

    def test_tensorboard_as_its_own_reader_sees_it(self):
        folder = self.root / "runs/first"
        self.write_tensorboard(folder, range(50))
        self.write_tensorboard(self.root / "runs/second", range(3))
        before = self.state_of_files()
        answer = self.take()
        self.assertEqual((answer["added"], answer["updated"], answer["known"]), (2, 0, 0))
        self.assertEqual(answer["points"], 106)
        self.assertEqual(self.state_of_files(), before)
        run = self.run_of(folder)
        self.assertEqual((run["name"], run["state"]), ("first", "completed"))
        read = EventAccumulator(str(folder), size_guidance={"scalars": 0})
        read.Reload()
        curves = self.curves(run["run"])
        self.assertEqual(sorted(curves), sorted(read.Tags()["scalars"]))
        for tag, points in curves.items():
            self.assertEqual(points, [(event.step, event.value) for event in read.Scalars(tag)])
        # Nothing is new; then one file grows, as of a run that goes on.
        again = self.take()
        self.assertEqual((again["added"], again["updated"], again["known"]), (0, 0, 2))
        self.box.must("yard", "note", run["run"], "the good one", "--tag", "mine")
        self.write_tensorboard(folder, range(40, 60), offset=1.0)
        again = self.take()
        self.assertEqual((again["added"], again["updated"], again["known"]), (0, 1, 1))
        points = self.curves(run["run"])["train/loss"]
        # The resumed part takes the place of what it repeats.
        self.assertEqual([step for step, _ in points], list(range(60)))
        self.assertEqual(points[45], (45, single(1 + 1 / 46)))
        for words in ("tag:mine", 'note:"the good one"'):
            found = json.loads(self.box.must("yard", "runs", "--json", "--filter", words))
            self.assertEqual([each["run"] for each in found], [run["run"]], words)
        self.assertEqual(self.box.run("yard", "resume", run["run"]).returncode, 2)
        self.box.must("yard", "remove", run["run"], "--yes")
        self.assertTrue(folder.is_dir(), "what another program keeps was removed")

    def write_mlflow(self, run, status, metrics):
        (run / "metrics").mkdir(parents=True)
        (run.parent / "meta.yaml").write_text("artifact_location: x\nexperiment_id: '7'\nname: sweeps\n")
        (run / "meta.yaml").write_text(
            f"artifact_uri: x\nend_time: 1700000100000\nlifecycle_stage: active\nrun_id: {run.name}\n"
            f"run_name: bold-fox-1\nstart_time: 1700000000000\nstatus: {status}\nuser_id: me\n"
        )
        for folder, values in (
            ("params", {"lr": "0.001", "model": "gpt2"}),
            ("tags", {"mlflow.runName": "bold-fox-1", "mlflow.note.content": "first try", "team": "nlp"}),
        ):
            (run / folder).mkdir()
            for name, value in values.items():
                (run / folder / name).write_text(value)
        for name, points in metrics.items():
            file = run / "metrics" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f"{time} {value} {step}\n" for time, value, step in points))

    def test_mlflow(self):
        store = self.root / "mlruns/7"
        points = [(1700000000000 + step, 2.5 - step / 10, step) for step in range(20)]
        self.write_mlflow(store / ("a" * 32), 3, {"loss": points, "val/accuracy": [(1700000000000, "nan", 3)]})
        self.write_mlflow(store / ("b" * 32), 4, {"loss": points[:4]})
        self.write_mlflow(store / ("c" * 32), 3, {})
        answer = self.take()
        self.assertEqual((answer["added"], answer["points"]), (2, 25))
        self.assertEqual(answer["empty"], [str(store / ("c" * 32))])
        good, bad = self.run_of(store / ("a" * 32)), self.run_of(store / ("b" * 32))
        self.assertEqual((good["state"], bad["state"]), ("completed", "failed"))
        shown = json.loads(self.box.must("yard", "show", good["run"], "--json"))
        self.assertEqual(shown["name"], "bold-fox-1")
        found = json.loads(self.box.must("yard", "runs", "--json", "--filter", 'note:"first try"'))
        self.assertEqual({each["run"] for each in found}, {good["run"], bad["run"]})
        self.assertEqual((shown["started"], shown["ended"]), (1700000000, 1700000100))
        curves = self.curves(good["run"])
        self.assertEqual(curves["loss"], [(step, value) for _, value, step in points])
        self.assertTrue(math.isnan(curves["val/accuracy"][0][1]))
        for words in ("lr = 0.001", "mlflow.experiment = sweeps", "tags.team = nlp"):
            found = json.loads(self.box.must("yard", "runs", "--json", "--filter", words))
            self.assertEqual({run["run"] for run in found}, {good["run"], bad["run"]}, words)

    def test_wandb(self):
        program = self.box.work / "logs.py"
        program.write_text(
            "import sys, wandb\n"
            "run = wandb.init(project='sweeps', name='warm-sun-3', notes='with warmup', tags=['sft', 'small'],\n"
            "                 config={'lr': 0.001, 'model': {'width': 64}, 'data': 'news'})\n"
            "for step in range(30):\n"
            "    run.log({'loss': 3 / (step + 1), 'acc': float('nan') if step == 4 else step / 30}, step=step)\n"
            "run.finish(exit_code=int(sys.argv[1]))\n"
        )
        environment = self.box.environment | {
            "WANDB_MODE": "offline",
            "WANDB_DIR": str(self.root),
            "WANDB_SILENT": "true",
        }
        for code in (0, 1):
            subprocess.run([sys.executable, program, str(code)], env=environment, check=True, timeout=120)
        answer = self.take()
        self.assertEqual((answer["added"], answer["damaged"]), (2, []))
        runs = {run["state"]: run for run in self.box.runs()}
        self.assertEqual(sorted(runs), ["completed", "failed"])
        run = runs["completed"]
        self.assertEqual((run["name"], run["tags"]), ("warm-sun-3", ["sft", "small"]))
        curves = self.curves(run["run"])
        self.assertEqual(curves["loss"], [(step, 3 / (step + 1)) for step in range(30)])
        self.assertEqual([step for step, value in curves["acc"] if math.isnan(value)], [4])
        for words in ("lr = 0.001", "model.width = 64", "data = news", "wandb.project = sweeps", 'note:"with warmup"'):
            found = json.loads(self.box.must("yard", "runs", "--json", "--filter", words))
            self.assertEqual(len(found), 2, words)
        self.assertEqual(self.take()["known"], 2)

    def test_lightning(self):
        folder = self.root / "lightning_logs/version_3"
        folder.mkdir(parents=True)
        (folder / "hparams.yaml").write_text("lr: 0.02\nmodel:\n  width: 64\nlayers: [1, 2]\n")
        (folder / "metrics.csv").write_text(
            "epoch,step,train_loss,val_loss\n0,9,2.5,\n0,9,,2.25\n1,19,1.5,\n1,19,,1.25\n"
        )
        self.assertEqual(self.take()["added"], 1)
        run = self.run_of(folder)
        self.assertEqual(run["name"], "version_3")
        self.assertEqual(
            self.curves(run["run"]), {"train_loss": [(9, 2.5), (19, 1.5)], "val_loss": [(9, 2.25), (19, 1.25)]}
        )
        found = json.loads(self.box.must("yard", "runs", "--json", "--filter", "model.width = 64"))
        self.assertEqual([each["run"] for each in found], [run["run"]])

    def test_what_is_none_of_it(self):
        (self.root / "notes.txt").write_text("metrics.csv\n")
        (self.root / "metrics.csv").write_text("a,b\n1,2\n")
        (self.root / "events.out.tfevents.1").write_bytes(os.urandom(3000))
        os.symlink(self.root, self.root / "around")
        text = self.box.must("yard", "import-runs", self.root)
        self.assertTrue(text.startswith("0 runs imported"), text)
        for path, words in ((self.root / "missing", "missing"), (self.root / "empty", "nothing of a tracker")):
            if path.name == "empty":
                path.mkdir()
            done = self.box.run("yard", "import-runs", path)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(words, done.stderr)

    def test_many(self):
        for index in range(40):
            folder = self.root / f"sweep/version_{index}"
            folder.mkdir(parents=True)
            (folder / "metrics.csv").write_text("epoch,step,loss\n" + "".join(f"0,{i},{i / 7}\n" for i in range(200)))
        self.assertEqual(self.take()["added"], 40)
        self.assertEqual(self.take(pathlib.Path(self.root / "sweep"))["known"], 40)


if __name__ == "__main__":
    unittest.main()
