# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard import-runs` of databases of many runs, trackio's and MLflow's, and of SwanLab's folders, as they were recorded
(tests/fixtures/history): while they are written, again, damaged, and made to do harm."""

import contextlib
import json
import math
import os
import pathlib
import shutil
import sqlite3
import time
import unittest

from imported_history import ImportedHistory

FIXTURES = pathlib.Path(__file__).parent.parent / "fixtures/history"


def connect(path):
    return contextlib.closing(sqlite3.connect(path))


class Stores(ImportedHistory):
    def recorded(self, name, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with connect(path) as database:
            database.executescript((FIXTURES / name).read_text())

    def test_trackio(self):
        file = self.root / "trackio/sweeps.db"
        self.recorded("trackio_0.43.sql", file)
        before = self.state_of_files()
        cache = self.box.root / "cache/trainyard"
        of_a_living_process = cache / f"history-{os.getpid()}-abcdef"
        for folder in (of_a_living_process, cache / "history-99999999-abcdef"):
            folder.mkdir(parents=True)
        self.assertEqual(self.counts(), (2, 0, 0))
        self.assertEqual(self.state_of_files(), before)
        self.assertEqual(list(cache.glob("history-*")), [of_a_living_process])
        runs = self.by_name()
        self.assertEqual(sorted(runs), ["cold-moon", "warm-sun"])
        curves = self.curves(runs["warm-sun"]["run"])
        self.assertEqual(sorted(curves), ["acc", "deep.a", "loss"])  # and nothing of the computer, no table
        self.assertEqual(curves["loss"], [(step, 3 / (step + 1)) for step in range(20)])
        self.assertEqual([step for step, value in curves["acc"] if math.isnan(value)], [4])
        self.assertEqual(self.curves(runs["cold-moon"]["run"])["loss"][2], (2, math.inf))
        self.assertAlmostEqual(runs["warm-sun"]["started"], 1795947816.98, delta=1)
        for words in ("lr = 0.001", "model.width = 64", "data = news", "trackio.group = first"):
            self.assertEqual(self.names(words), ["warm-sun"], words)
        self.assertEqual(self.names("trackio.project = sweeps"), ["cold-moon", "warm-sun"])
        # One of them goes on, in a transaction that is in the log beside the file only.
        with connect(file) as writer:
            writer.execute("PRAGMA journal_mode = WAL")
            writer.execute("PRAGMA wal_autocheckpoint = 0")
            writer.execute(
                "INSERT INTO metrics(run_id, timestamp, run_name, step, metrics) SELECT run_id, timestamp, run_name, 5, "
                "'{\"loss\": 0.125}' FROM metrics WHERE run_name = 'cold-moon' LIMIT 1"
            )
            writer.commit()
            before = self.state_of_files()
            self.assertEqual(self.counts(), (0, 1, 1))
            self.assertEqual(self.state_of_files(), before)
        self.assertEqual(self.curves(runs["cold-moon"]["run"])["loss"][-1], (5, 0.125))
        self.assertEqual(self.counts(), (0, 0, 2))

    def test_older_trackio(self):
        with connect(self.root / "older.db") as database:
            database.executescript(
                "CREATE TABLE metrics (id INTEGER PRIMARY KEY, timestamp TEXT, run_name TEXT, step INTEGER, metrics TEXT);"
                "CREATE TABLE configs (id INTEGER PRIMARY KEY, run_name TEXT, config TEXT, created_at TEXT);"
                "INSERT INTO configs VALUES (1, 'brave-fox', '{\"lr\": 0.5}', '2025-11-29T10:00:00');"
            )
            for step in range(4):
                row = ("2025-11-29T10:00:01", "brave-fox", step, json.dumps({"loss": 1 / (step + 1)}))
                database.execute("INSERT INTO metrics(timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?)", row)
            database.commit()
        self.assertEqual(self.counts(), (1, 0, 0))
        self.assertEqual(self.names("lr = 0.5"), ["brave-fox"])
        run = self.by_name()["brave-fox"]
        self.assertEqual(self.curves(run["run"]), {"loss": [(step, 1 / (step + 1)) for step in range(4)]})

    def test_mlflow(self):
        file = self.root / "mlflow.db"
        self.recorded("mlflow_3.17.sql", file)
        self.assertEqual(self.counts(), (2, 0, 0))
        runs = self.by_name()
        nested = "agreeable-mink-968"
        self.assertEqual(sorted(runs), [nested, "bold-fox-1"])
        curves = self.curves(runs["bold-fox-1"]["run"])
        self.assertEqual(curves["loss"], [(step, 2.5 - step / 10) for step in range(20)])
        self.assertTrue(math.isnan(curves["val/accuracy"][0][1]))
        self.assertEqual(curves["up"], [(3, math.inf)])
        run = runs["bold-fox-1"]
        self.assertEqual((run["state"], run["started"], run["ended"]), ("completed", 1795946480.427, 1795946481.15))
        for words in ("lr = 0.001", "model = gpt2", "tags.team = nlp", 'note:"first try"'):
            self.assertEqual(self.names(words), ["bold-fox-1"], words)
        self.assertEqual(self.names("mlflow.experiment = sweeps"), [nested, "bold-fox-1"])
        self.assertEqual(self.names("mlflow.parent = 40d89376ebc64b9a9d48aad25415e0c4"), [nested])
        with connect(file) as database:
            database.execute("UPDATE runs SET lifecycle_stage = 'deleted' WHERE name = ?", [nested])
            database.execute(
                "INSERT INTO metrics SELECT 'late', 0.5, timestamp, run_uuid, 7, 0 FROM metrics WHERE key = 'up'"
            )
            database.commit()
        self.assertEqual(self.counts(), (0, 1, 0))
        self.assertEqual(self.curves(run["run"])["late"], [(7, 0.5)])

    def test_swanlab(self):
        shutil.copytree(FIXTURES / "swanlab", self.root / "swanlog")
        self.assertEqual(self.counts(), (1, 0, 0))
        run = self.by_name()["warm-sun"]
        self.assertEqual((run["state"], run["tags"]), ("completed", ["sft", "small"]))
        curves = self.curves(run["run"])
        self.assertEqual(curves["loss"], [(step, 3 / (step + 1)) for step in range(20)])
        self.assertEqual([step for step, value in curves["acc"] if math.isnan(value)], [4])
        for words in ("lr = 0.001", "model.width = 64", "swanlab.project = sweeps", 'note:"with warmup"'):
            self.assertEqual(self.names(words), ["warm-sun"], words)
        self.assertEqual(self.counts(), (0, 0, 1))

    def test_a_transaction_that_was_never_finished(self):
        file = self.root / "mlflow.db"
        self.recorded("mlflow_3.17.sql", file)
        # Hot: the pages of the database are no longer those that count.
        (self.root / "mlflow.db-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504))
        answer = self.take()
        self.assertEqual((answer["added"], len(answer["damaged"])), (0, 1))
        self.assertTrue(answer["damaged"][0].startswith(f"{file}: "), answer["damaged"])
        (self.root / "mlflow.db-journal").write_bytes(bytes(512))  # what PERSIST leaves
        self.assertEqual(self.counts(), (2, 0, 0))

    def test_databases_that_are_damaged_or_hostile(self):
        self.recorded("trackio_0.43.sql", self.root / "good.db")
        whole = (self.root / "good.db").read_bytes()
        (self.root / "cut.db").write_bytes(whole[: len(whole) // 2])
        (self.root / "noise.db").write_bytes(whole[:100] + bytes(range(256)) * 40)
        (self.root / "text.db").write_text("SQLite format 3 is not what this is")
        columns = "id, run_id, run_name, timestamp, step, metrics"
        forever = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i, i, i, i, i FROM n"
        with connect(self.root / "view.db") as database:
            database.execute(f"CREATE VIEW metrics({columns}) AS {forever}")
        with connect(self.root / "computed.db") as database:
            database.execute(
                "CREATE TABLE metrics (id INTEGER PRIMARY KEY, run_id TEXT, run_name TEXT, timestamp TEXT, step INTEGER, "
                "metrics AS (hex(zeroblob(400000000))))"
            )
            database.execute("INSERT INTO metrics(run_id, run_name) VALUES ('a', 'a')")
            database.commit()
        with connect(self.root / "types.db") as database:
            database.execute(f"CREATE TABLE metrics ({columns})")
            rows = [
                (1, "a", "a" * 5000, b"\xff\x00", "seven", '{"loss": 1}'),
                (2, "a", None, 3.5, 2**62, '{"loss": {"deep": [1, 2]}, "x": "words", "y": 1e999}'),
                (3, "a", "a", "2025-13-45T99:00:00", None, "{" * 100_000),
                (4, None, None, None, None, b'{"loss": 2, "\xff": 3}'),
                (5, "b'; DROP TABLE metrics; --", "../../b", "", -1, b'{"loss": 2}'),
                (6, "c", "c", "", 1, json.dumps({"long": "x" * 5_000_000, "loss": 1})),
            ]
            database.executemany("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?)", rows)
            database.commit()
        before = self.state_of_files()
        begun = time.monotonic()
        answer = self.take()
        self.assertLess(time.monotonic() - begun, 20)
        self.assertEqual(self.state_of_files(), before)
        damaged = {pathlib.Path(path.split(": ")[0]).name for path in answer["damaged"]}
        self.assertLessEqual(damaged, {"cut.db", "noise.db"})
        runs = self.box.runs()
        self.assertEqual({run["name"] for run in runs if run["name"] in ("warm-sun", "b")}, {"warm-sun", "b"})
        self.assertFalse(any("/" in run["name"] for run in runs))
        self.assertEqual(self.curves(self.by_name()["b"]["run"])["loss"], [(-1, 2.0)])

    def test_many_runs_of_a_database(self):
        self.recorded("mlflow_3.17.sql", self.root / "mlflow.db")
        with connect(self.root / "mlflow.db") as database:
            for index in range(60):
                run = f"{index:032x}"
                database.execute(
                    "INSERT INTO runs SELECT ?, ?, source_type, source_name, entry_point_name, user_id, status, start_time, "
                    "end_time, source_version, lifecycle_stage, artifact_uri, experiment_id, deleted_time FROM runs LIMIT 1",
                    [run, f"run-{index}"],
                )
                database.executemany(
                    "INSERT INTO metrics VALUES ('loss', ?, ?, ?, ?, 0)",
                    [(step / 7, 1_700_000_000_000 + step, run, step) for step in range(100)],
                )
            database.commit()
        self.assertEqual(self.counts(), (62, 0, 0))
        self.assertEqual(self.counts(), (0, 0, 62))


if __name__ == "__main__":
    unittest.main()
