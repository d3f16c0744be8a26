# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard export RUN... --csv` and `--parquet`: the points of several runs as one table, which pandas reads from both as the values that
`yard metrics` has."""

import json
import math
import unittest

import pandas
import pyarrow.parquet

from sandbox import Sandbox

COLUMNS = ["run", "name", "metric", "step", "epoch", "time", "value"]


class ExportTable(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.csv, self.parquet = self.box.work / "points.csv", self.box.work / "points.parquet"

    def take(self, name, lines):
        folder = self.box.work / "old" / name
        folder.mkdir(parents=True)
        (folder / "hparams.yaml").write_text("lr: 0.1\n")
        (folder / "metrics.csv").write_text("\n".join(lines) + "\n")
        self.box.must("yard", "import-runs", folder)

    def export(self, *runs):
        return self.box.must("yard", "export", *runs, "--csv", self.csv, "--parquet", self.parquet)

    def test_a_study_with_a_run_that_has_no_values(self):
        program = self.box.work / "maybe.sh"
        program.write_text('#!/bin/bash\n[ $1 = quiet ] || echo \'{"step": 1, "loss": 2.5}\'\n')
        program.chmod(0o755)
        experiment = self.box.work / "maybe.yaml"
        experiment.write_text(
            "format: 1\nname: maybe\nworkload: command\ncommand: {launcher: none, program: maybe.sh, metrics: jsonl}\n"
        )
        self.box.must("yard", "submit", experiment, "--grid", "command.arguments=['loud'],['quiet']")
        for run in self.box.runs():
            self.box.must("yard", "watch", run["run"])
        (study,) = {run["study"] for run in self.box.runs()}
        self.export(study)
        frame = self.frames()
        self.assertEqual([(row["metric"], row["value"]) for _, row in frame.iterrows()], [("loss", 2.5)])
        for tracker in ("--tensorboard", "--wandb"):
            folder = self.box.work / f"curves{tracker}"
            self.box.must("yard", "export", study, tracker, folder)
            self.assertEqual(
                len([path for path in folder.rglob("*") if path.name.endswith(".wandb") or "tfevents" in path.name]), 1
            )

    def frames(self):
        read = pandas.read_csv(self.csv), pandas.read_parquet(self.parquet)
        for frame in read:
            self.assertEqual(list(frame.columns), COLUMNS)
        pandas.testing.assert_frame_equal(*read, check_dtype=False, check_exact=True)
        return read[1]

    def test_several_runs(self):
        self.take("first", ['step,epoch,loss,"a, b"', "1,0.5,2.5,", "2,1,nan,0.1", "3,1.5,inf,-inf"])
        self.take('with ü and "', ["step,loss", *(f"{step},{step / 7!r}" for step in range(500))])
        runs = {run["name"]: run["run"] for run in self.box.runs()}
        self.assertEqual(len(runs), 2)
        said = self.export("first", *runs.values())
        self.assertIn("505 values of 3 curves of 2 runs", said)
        frame = self.frames()
        self.assertEqual(len(frame), 505)
        self.assertEqual(set(frame["name"]), {"first", 'with ü and "'})
        for run in runs.values():
            points = json.loads(self.box.must("yard", "metrics", run, "--json"))
            own = frame[frame["run"] == run]
            self.assertEqual(len(own), len(points))
            for point, (_, row) in zip(points, own.iterrows(), strict=True):
                self.assertEqual((row["metric"], row["step"]), (point["metric"], point["step"]))
                self.assertEqual(row["time"], point["time"])
                value = float(point["value"])
                self.assertTrue(row["value"] == value or (math.isnan(row["value"]) and math.isnan(value)))
                epoch = point.get("epoch")
                self.assertTrue(math.isnan(row["epoch"]) if epoch is None else row["epoch"] == epoch)
        schema = pyarrow.parquet.read_schema(self.parquet)
        self.assertEqual(
            [str(field.type) for field in schema], ["string", "string", "string", "int64", "double", "double", "double"]
        )
        self.assertEqual([field.nullable for field in schema], [False, False, False, True, True, False, False])

    def test_more_than_one_group_of_rows(self):
        count = 140_000
        self.take("long", ["step,one,two", *(f"{step},{step / 3!r},{-step}" for step in range(count))])
        self.export("last")
        self.assertEqual(pyarrow.parquet.ParquetFile(self.parquet).metadata.num_row_groups, 2)
        frame = self.frames()
        for metric, values in (("one", [step / 3 for step in range(count)]), ("two", [-step for step in range(count)])):
            self.assertEqual(frame[frame["metric"] == metric]["value"].tolist(), values)

    def test_nothing_to_write(self):
        self.csv.write_text("mine")
        done = self.box.run("yard", "export", "none", "--csv", self.csv)
        self.assertEqual((done.returncode, self.csv.read_text()), (2, "mine"))
        self.assertIn("no run 'none'", done.stderr)
        self.take("first", ["step,loss", "1,2"])
        done = self.box.run("yard", "export", "last", "--parquet", self.box.work / "missing/points.parquet")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("missing", done.stderr)


if __name__ == "__main__":
    unittest.main()
