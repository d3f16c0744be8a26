# SPDX-License-Identifier: GPL-3.0-or-later
"""Databases of trackers that are followed while SQLite writes them: every row arrives once and whole, and the writer never finds its
database locked. Usage: databases_test.py DATABASE_POINTS."""

import contextlib
import json
import math
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)
FIXTURES = pathlib.Path(__file__).parents[2] / "fixtures/history"
TRACKIO = """CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, timestamp TEXT NOT NULL,
    run_name TEXT NOT NULL, step INTEGER NOT NULL, metrics TEXT NOT NULL)"""
TIME = "2026-11-29T10:00:00+00:00"


def stop_hard(code):
    """What a process does, and then is killed."""
    child = os.fork()
    if child == 0:
        try:
            code()
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)


class Databases(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.file = pathlib.Path(folder) / "runs.db"

    def connect(self, *settings):
        # Without waiting: whoever locks the database for a moment makes a statement fail.
        database = sqlite3.connect(self.file, timeout=0, isolation_level=None)
        for setting in settings:
            database.execute(f"PRAGMA {setting}")
        return contextlib.closing(database)

    def follow(self, since=0):
        return subprocess.Popen(
            [PROGRAM, self.file, str(since)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rest_of(self, reader):
        reader.stdin.close()
        with reader.stdout as output:
            lines = output.read().splitlines()
        self.assertEqual(reader.wait(60), 0)
        return [json.loads(line) for line in lines[:-1]], lines[-1]

    def next_steps(self, reader, count):
        return [json.loads(reader.stdout.readline())["step"] for _ in range(count)]

    def points(self, since=0):
        return self.rest_of(self.follow(since))

    def add(self, database, number, run="first", **values):
        row = (f"id-{run}", TIME, run, number, json.dumps({"loss": number, **values}).encode())
        database.execute("INSERT INTO metrics(run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)", row)

    def test_the_recorded_ones(self):
        for name, runs in (
            ("trackio_0.43.sql", ["cold-moon", "warm-sun"]),
            ("mlflow_3.17.sql", ["agreeable-mink-968", "bold-fox-1"]),
        ):
            self.file.unlink(missing_ok=True)
            with self.connect() as database:
                database.executescript((FIXTURES / name).read_text())
            points, outcome = self.points()
            self.assertEqual((outcome, sorted({point["run"] for point in points})), ("all", runs))
            curve = {
                point["step"]: point["values"]["loss"]
                for point in points
                if point["run"] == runs[1] and "loss" in point["values"]
            }
            first = (
                [3 / (step + 1) for step in range(20)] if "trackio" in name else [2.5 - step / 10 for step in range(20)]
            )
            self.assertEqual(curve, dict(enumerate(first)))
            self.assertTrue(any(math.isnan(float(value)) for point in points for value in point["values"].values()))
            self.assertTrue(any(math.isinf(float(value)) for point in points for value in point["values"].values()))
            # Of what came before, nothing is passed on, and little is read.
            self.assertEqual(self.points(since=2e9), ([], "all"))

    def test_rows_of_all_sizes(self):
        for page in (512, 1024, 65536):
            self.file.unlink(missing_ok=True)
            with self.connect(f"page_size = {page}") as database:
                database.execute(TRACKIO)
                database.execute("BEGIN")
                rows = random.Random(page)
                lengths = [rows.choice((0, 30, 400, 5000, 70000)) for _ in range(300)]
                for number, length in enumerate(lengths):
                    self.add(database, number, note="x" * length)
                database.execute("COMMIT")
            points, outcome = self.points()
            self.assertEqual(outcome, "all")
            self.assertEqual([point["values"] for point in points], [{"loss": number} for number in range(300)])

    def check_writing(self, count, *settings):
        with self.connect(*settings) as database:
            database.execute(TRACKIO)
            reader = self.follow()
            rows = random.Random(7)
            for number in range(count):
                self.add(database, number, note="x" * rows.choice((0, 200, 9000)))
                if number % 100 == 50:  # what is taken back is never seen
                    database.execute("BEGIN")
                    for lost in range(200):
                        self.add(database, -lost - 1, note="x" * 3000)
                    database.execute("ROLLBACK")
            points, outcome = self.rest_of(reader)
        self.assertEqual(outcome, "all")
        self.assertEqual([point["step"] for point in points], list(range(count)))
        self.assertEqual([point["values"]["loss"] for point in points], list(range(count)))

    def test_a_log_that_is_often_begun_anew(self):
        # Pages of the log go to the database while it is read.
        self.check_writing(
            1500, "journal_mode = WAL", "wal_autocheckpoint = 20", "cache_size = 10", "synchronous = OFF"
        )

    def test_a_journal(self):
        for mode in ("DELETE", "TRUNCATE", "PERSIST"):
            self.file.unlink(missing_ok=True)
            self.check_writing(120, f"journal_mode = {mode}", "synchronous = NORMAL", "cache_size = 10")

    def test_it_is_opened_and_closed_as_trackio_does(self):
        with self.connect() as database:
            database.execute(TRACKIO)
        reader = self.follow()
        for number in range(200):
            with self.connect("journal_mode = WAL", "synchronous = NORMAL") as database:
                self.add(database, number)
            time.sleep(0.002)  # it is opened anew each time, in a moment between two looks or in one
        points, outcome = self.rest_of(reader)
        self.assertEqual((outcome, [point["step"] for point in points]), ("all", list(range(200))))
        self.assertEqual([path.name for path in self.file.parent.iterdir()], ["runs.db"])

    def test_a_writer_that_is_killed(self):
        for mode in ("WAL", "DELETE"):
            self.file.unlink(missing_ok=True)
            with self.connect(f"journal_mode = {mode}") as database:
                database.execute(TRACKIO)
                database.execute("BEGIN")
                for number in range(50):
                    self.add(database, number)
                database.execute("COMMIT")

            def half_a_transaction():
                database = sqlite3.connect(self.file, isolation_level=None)
                database.execute("PRAGMA cache_size = 5")
                database.execute("BEGIN")
                for number in range(50, 400):
                    self.add(database, number, note="x" * 2000)

            reader = self.follow()
            steps = self.next_steps(reader, 50)
            stop_hard(half_a_transaction)
            points, outcome = self.rest_of(reader)
            self.assertEqual((steps, points), (list(range(50)), []), mode)
            self.assertEqual(outcome, "all" if mode == "WAL" else "unclear")
            with self.connect() as database:  # which takes the half one back
                self.add(database, 50)
            self.assertEqual([point["step"] for point in self.points()[0]], list(range(51)))

    def test_rows_that_are_removed_and_a_file_that_is_replaced(self):
        with self.connect() as database:
            database.execute(TRACKIO.replace(" AUTOINCREMENT", ""))
            for number in range(5):
                self.add(database, number)
            reader = self.follow()
            steps = self.next_steps(reader, 5)
            database.execute("DELETE FROM metrics WHERE step > 1")
            time.sleep(0.3)  # a look at what is left, of which nothing tells
            self.add(database, 9)
            later = [point["step"] for point in self.rest_of(reader)[0]]
        self.assertEqual((steps, later[-1]), ([0, 1, 2, 3, 4], 9))

    def test_other_databases_and_damaged_ones(self):
        for statement in (
            "CREATE TABLE other (a)",
            "CREATE TABLE metrics (key, value, step)",
            "CREATE VIEW metrics AS SELECT 1 AS timestamp, 2 AS run_name, 3 AS step, 4 AS metrics",
            TRACKIO.replace("step INTEGER NOT NULL", "step INTEGER AS (id + 1)"),
            "CREATE TABLE metrics (timestamp, run_name, step, metrics, id TEXT PRIMARY KEY) WITHOUT ROWID",
        ):
            self.file.unlink(missing_ok=True)
            with self.connect() as database:
                database.execute(statement)
            self.assertEqual(self.points()[0], [], statement)
        self.file.unlink()
        with self.connect() as database:
            database.execute(TRACKIO)
            database.execute("BEGIN")
            for number in range(300):
                self.add(database, number, note="x" * 300)
            database.execute("COMMIT")
        whole = self.file.read_bytes()
        for size in (0, 1, 99, 100, 512, 4096, 5000, 8192, len(whole) // 2, len(whole) - 1):
            self.file.write_bytes(whole[:size])
            points, _ = self.points()
            self.assertEqual([point["step"] for point in points], list(range(len(points))), size)
        random_bytes = random.Random(3)
        for _ in range(40):
            damaged = bytearray(whole)
            for _ in range(20):
                damaged[random_bytes.randrange(100, len(damaged))] = random_bytes.randrange(256)
            self.file.write_bytes(damaged)
            self.points()

    def test_it_costs_little_when_nothing_changes(self):
        with self.connect("journal_mode = WAL") as database:
            database.execute(TRACKIO)
            database.execute("BEGIN")
            for number in range(20_000):
                self.add(database, number)
            database.execute("COMMIT")
            reader = self.follow()
            self.assertEqual(self.next_steps(reader, 20_000), list(range(20_000)))
            before = cpu_seconds(reader.pid)
            time.sleep(1)  # in which it looks, and finds nothing
            used = cpu_seconds(reader.pid) - before
            self.assertEqual(self.rest_of(reader), ([], "all"))
        # Some 400 looks in that second.
        self.assertLess(used, 0.2)


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    unittest.main()
