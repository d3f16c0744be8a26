# SPDX-License-Identifier: GPL-3.0-or-later
"""Files written by torch's SummaryWriter and by wandb itself: the readers find in them what TensorBoard's EventAccumulator and W&B's own
messages have. Usage: trackers_parity.py TRACKER_POINTS."""

import base64
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)


def read(kind, path, code=0):
    done = subprocess.run([PROGRAM, kind, str(path)], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, (done.returncode, done.stderr)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines[:-1], lines[-1]


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


class Trackers(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_tensorboard(self):
        from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
        from tensorboard.util import tensor_util
        from torch.utils.tensorboard import SummaryWriter

        with SummaryWriter(self.folder) as writer:
            for step in range(300):
                writer.add_scalar("Loss/train", 3 / (step + 1), step)
            for step, value in enumerate((math.nan, math.inf, -math.inf, 1e-30, -2.5)):
                writer.add_scalar("odd", value, step)
            writer.add_scalar("new", 2.5, 7, new_style=True)
            writer.add_scalar("double", 1 / 3, 8, new_style=True, double_precision=True)
            writer.add_text("note", "a text is no curve", 1)
            writer.add_histogram("weights", __import__("numpy").arange(100.0), 1)
            writer.add_scalar("Loss/train", 9, 2)
        (file,) = self.folder.glob("*tfevents*")
        points, _ = read("tensorboard", file)
        points = [point for point in points if point["values"]]
        found = {}
        for point in points:
            for name, value in point["values"].items():
                found.setdefault(name, []).append((point["step"], float(value), point["time"]))
        accumulator = EventAccumulator(
            str(self.folder), size_guidance={"scalars": 0, "tensors": 0}, purge_orphaned_data=False
        )
        accumulator.Reload()
        tags = [tag for tag in accumulator.Tags()["tensors"] if tag != "note/text_summary"]
        wanted = {
            tag: [
                (event.step, float(tensor_util.make_ndarray(event.tensor_proto)), event.wall_time)
                for event in accumulator.Tensors(tag)
            ]
            for tag in tags
        } | {
            tag: [(event.step, event.value, event.wall_time) for event in accumulator.Scalars(tag)]
            for tag in accumulator.Tags()["scalars"]
        }
        self.assertEqual(sorted(found), sorted(wanted))
        self.assertEqual(len(found["Loss/train"]), 301)
        for name, events in wanted.items():
            self.assertEqual(len(found[name]), len(events), name)
            for own, other in zip(found[name], events, strict=True):
                self.assertEqual((own[0], own[2]), (other[0], other[2]), name)
                self.assertTrue(same(own[1], other[1]), (name, own, other))

    def test_media_of_tensorboard(self):
        import io

        import numpy
        from PIL import Image
        from torch.utils.tensorboard import SummaryWriter

        pixels = numpy.arange(48, dtype=numpy.uint8).reshape(4, 4, 3)
        values = numpy.random.default_rng(1).normal(size=500)
        with SummaryWriter(self.folder) as writer:
            writer.add_text("said", "It is\n**good** \u00e4", 3)
            writer.add_image("seen", pixels, 4, dataformats="HWC")
            writer.add_histogram("weights", values, 5, bins=10)
            writer.add_histogram("weights", values, 6)
        (file,) = self.folder.glob("*tfevents*")
        points, _ = read("tensorboard", file)
        said, seen, ten, many = (point["samples"][0] | {"step": point["step"]} for point in points)
        self.assertEqual([said["key"], said["kind"], said["step"]], ["said", "text", 3])
        self.assertEqual(said["content"], "It is\n**good** \u00e4")
        self.assertEqual([seen["key"], seen["kind"], seen["step"]], ["seen", "image", 4])
        image = Image.open(io.BytesIO(base64.b64decode(seen["content"])))
        self.assertTrue((numpy.asarray(image) == pixels).all())
        counts, edges = numpy.histogram(values, bins=10)
        content = json.loads(ten["content"])
        kept = [at for at, count in enumerate(counts) if count]
        self.assertEqual([ten["key"], ten["kind"], ten["step"]], ["weights", "histogram", 5])
        self.assertEqual(content["counts"], counts[kept[0] : kept[-1] + 1].tolist())
        self.assertEqual(content["edges"], edges[kept[0] : kept[-1] + 2].tolist())
        content = json.loads(many["content"])
        self.assertEqual(sum(content["counts"]), 500)
        for at, count in enumerate(content["counts"]):
            low, high = content["edges"][at : at + 2]
            self.assertEqual(count, ((values >= low) & (values < high)).sum())

    def test_media_of_wandb(self):
        os.environ |= {"WANDB_MODE": "offline", "WANDB_SILENT": "true", "HOME": str(self.folder)}
        import numpy
        import wandb
        from PIL import Image

        pixels = numpy.arange(48, dtype=numpy.uint8).reshape(4, 4, 3)
        sentence = "A whole sentence that a model wrote, and no label."
        settings = wandb.Settings(x_disable_stats=True, console="off")
        with wandb.init(project="digits", dir=self.folder, settings=settings) as run:
            rows = wandb.Table(columns=["n", "text"], data=[[1, "one"], [2, None]])
            run.log({"loss": 2.5, "rows": rows, "spread": wandb.Histogram([1, 2, 2, 9], num_bins=4)})
            run.log({"seen": wandb.Image(pixels, caption="a digit"), "said": sentence})
            run.log({"both": [wandb.Image(pixels, caption="plain"), wandb.Image(255 - pixels, caption="inverse")]})
            run.log({"page": wandb.Html("<b>not taken</b>"), "loss": 2.0})
        (file,) = (self.folder / "wandb").glob("offline-run-*/run-*.wandb")
        points, _ = read("wandb", file)
        self.assertEqual([point["values"] for point in points], [{"loss": 2.5}, {}, {}, {"loss": 2.0}])
        found = {sample["key"]: (point["step"], sample) for point in points for sample in point.get("samples", [])}
        self.assertEqual(
            {key: (step, sample["kind"], sample["caption"]) for key, (step, sample) in found.items()},
            {
                "rows": (0, "table", ""),
                "spread": (0, "histogram", ""),
                "seen": (1, "image", "a digit"),
                "said": (1, "text", ""),
                "both": (2, "image", "plain"),
                "both/1": (2, "image", "inverse"),
            },
        )
        self.assertEqual(json.loads(found["spread"][1]["content"]), {"edges": [1, 3, 5, 7, 9], "counts": [3, 0, 0, 1]})
        self.assertEqual(found["said"][1]["content"], sentence)
        files = file.parent / "files"
        for key, wanted in {"seen": pixels, "both": pixels, "both/1": 255 - pixels}.items():
            image = numpy.asarray(Image.open(files / found[key][1]["file"]))
            self.assertTrue((image == wanted).all(), key)
        self.assertEqual(json.loads((files / found["rows"][1]["file"]).read_text())["data"], [[1, "one"], [2, None]])

    def test_hyperparameters_of_tensorboard(self):
        from torch.utils.tensorboard import SummaryWriter

        with SummaryWriter(self.folder) as writer:
            writer.add_hparams({"lr": 0.1, "model": "mlp", "bias": True}, {"accuracy": 0.5}, run_name=".")
        runs = [read("tensorboard", file)[1] for file in self.folder.glob("*tfevents*")]
        settings = [run["config"] for run in runs if run["config"]]
        self.assertEqual(settings, [{"lr": 0.1, "model": "mlp", "bias": True}])

    def test_wandb(self):
        os.environ |= {"WANDB_MODE": "offline", "WANDB_SILENT": "true", "HOME": str(self.folder)}
        import wandb

        sys.path.insert(0, str(pathlib.Path(__file__).parent))
        import wandb_file

        run = wandb.init(
            project="digits",
            name="first try",
            group="mlps",
            tags=["a", "b"],
            notes="What it is for.",
            dir=self.folder,
            config={"lr": 0.1, "model": {"layers": 2}, "late": None},
            settings=wandb.Settings(x_disable_stats=True, console="off"),
        )
        for step in range(200):
            run.log({"train/loss": 1 / (step + 1), "lr": 0.1 * 0.9**step, "nested": {"a": step * 2}})
        run.log({"loss": math.nan, "up": math.inf, "down": -math.inf, "words": "NaN", "flag": True})
        run.log({"long": "x" * 70_000, "late": 3}, step=500)
        run.config.update({"batch": 8})
        run.summary["best"] = 0.25
        run.finish()
        (file,) = (self.folder / "wandb").glob("offline-run-*/run-*.wandb")
        # W&B writes in a process of its own, which may be behind on a busy machine.
        deadline = time.monotonic() + 60
        while "exit_code" not in (read_now := read("wandb", file))[1] and time.monotonic() < deadline:
            time.sleep(0.2)
        points, told = read_now
        wanted = []
        for record in wandb_file.records(file):
            if record.WhichOneof("record_type") != "history":
                continue
            row = {".".join(item.nested_key) or item.key: json.loads(item.value_json) for item in record.history.item}
            values = {
                key: value
                for key, value in row.items()
                if not key.startswith("_") and isinstance(value, (int, float)) and not isinstance(value, bool)
            }
            if values:
                wanted.append((row["_step"], row["_timestamp"], values))
        self.assertEqual(len(points), 202)
        self.assertEqual([(point["step"], point["time"]) for point in points], [row[:2] for row in wanted])
        for point, (_, _, values) in zip(points, wanted, strict=True):
            self.assertEqual(sorted(point["values"]), sorted(values))
            for name, value in point["values"].items():
                self.assertTrue(same(float(value), float(values[name])), (name, value))
        self.assertEqual(
            {key: told[key] for key in ("name", "project", "group", "notes", "tags", "exit_code")},
            {
                "name": "first try",
                "project": "digits",
                "group": "mlps",
                "notes": "What it is for.",
                "tags": ["a", "b"],
                "exit_code": 0,
            },
        )
        self.assertEqual(told["config"], {"lr": 0.1, "model": {"layers": 2}, "late": None, "batch": 8})
        self.assertEqual(told["summary"]["best"], 0.25)
        self.assertEqual(told["id"], run.id)


if __name__ == "__main__":
    unittest.main()
