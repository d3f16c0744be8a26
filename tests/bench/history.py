# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard import-runs` of 1,000 runs of 200 points, of each kind that keeps many runs in a file (tables as in tests/fixtures/history), and of a
folder a run; and again, when nothing is new."""

import contextlib
import json
import os
import sqlite3
import subprocess
import time

RUNS, POINTS = 1000, 200

TRACKIO = """
CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, timestamp TEXT NOT NULL, run_name TEXT NOT NULL,
                      step INTEGER NOT NULL, metrics TEXT NOT NULL);
CREATE INDEX idx_metrics_run_step ON metrics(run_id, step);
CREATE TABLE configs (id INTEGER PRIMARY KEY, run_id TEXT NOT NULL UNIQUE, run_name TEXT NOT NULL, config TEXT NOT NULL);
"""
MLFLOW = """
CREATE TABLE experiments (experiment_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE runs (run_uuid TEXT PRIMARY KEY, name TEXT, status TEXT, start_time BIGINT, end_time BIGINT, lifecycle_stage TEXT,
                   experiment_id INTEGER);
CREATE TABLE metrics (key TEXT NOT NULL, value FLOAT, timestamp BIGINT, run_uuid TEXT, step BIGINT, is_nan BOOLEAN,
                      PRIMARY KEY (key, timestamp, step, run_uuid, value, is_nan));
CREATE INDEX index_metrics_run_uuid ON metrics(run_uuid);
CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT, PRIMARY KEY (key, run_uuid));
CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT, PRIMARY KEY (key, run_uuid));
INSERT INTO experiments VALUES (1, 'sweeps');
"""
OPTUNA = """
CREATE TABLE version_info (version_info_id INTEGER PRIMARY KEY, library_version TEXT);
CREATE TABLE studies (study_id INTEGER PRIMARY KEY, study_name TEXT);
CREATE TABLE trials (trial_id INTEGER PRIMARY KEY, number INTEGER, study_id INTEGER, state TEXT, datetime_start DATETIME,
                     datetime_complete DATETIME);
CREATE TABLE trial_params (param_id INTEGER PRIMARY KEY, trial_id INTEGER, param_name TEXT, param_value FLOAT, distribution_json TEXT,
                           UNIQUE (trial_id, param_name));
CREATE TABLE trial_values (trial_value_id INTEGER PRIMARY KEY, trial_id INTEGER, objective INTEGER, value FLOAT, value_type TEXT,
                           UNIQUE (trial_id, objective));
CREATE TABLE trial_intermediate_values (trial_intermediate_value_id INTEGER PRIMARY KEY, trial_id INTEGER, step INTEGER,
                                        intermediate_value FLOAT, intermediate_value_type TEXT, UNIQUE (trial_id, step));
INSERT INTO version_info VALUES (1, '5.0.0');
INSERT INTO studies VALUES (1, 'tune');
"""
DISTRIBUTION = '{"name": "FloatDistribution", "attributes": {"step": null, "low": 0.0, "high": 1000.0, "log": false}}'


def curve():
    return [(step, 3 / (step + 1)) for step in range(POINTS)]


def database(path, schema, rows):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema)
        for statement, values in rows():
            connection.executemany(statement, values)
        connection.commit()


def trackio(folder):
    def rows():
        for run in range(RUNS):
            points = [
                (f"{run:032x}", "2026-11-29T10:00:00+00:00", f"run-{run}", step, json.dumps({"loss": value}))
                for step, value in curve()
            ]
            yield "INSERT INTO metrics(run_id, timestamp, run_name, step, metrics) VALUES (?, ?, ?, ?, ?)", points
            yield "INSERT INTO configs VALUES (?, ?, ?, '{\"lr\": 0.1}')", [(run, f"{run:032x}", f"run-{run}")]

    database(folder / "sweeps.db", TRACKIO, rows)


def mlflow(folder):
    def rows():
        for run in range(RUNS):
            identity = f"{run:032x}"
            yield (
                "INSERT INTO runs VALUES (?, ?, 'FINISHED', 1700000000000, 1700000001000, 'active', 1)",
                [(identity, f"run-{run}")],
            )
            points = [("loss", value, 1_700_000_000_000 + step, identity, step, 0) for step, value in curve()]
            yield "INSERT INTO metrics VALUES (?, ?, ?, ?, ?, ?)", points
            yield "INSERT INTO params VALUES ('lr', '0.1', ?)", [(identity,)]

    database(folder / "mlflow.db", MLFLOW, rows)


def optuna_database(folder):
    def rows():
        for run in range(1, RUNS + 1):
            yield (
                "INSERT INTO trials VALUES (?, ?, 1, 'COMPLETE', '2026-11-29 10:00:00.5', '2026-11-29 10:00:01.5')",
                [(run, run - 1)],
            )
            yield (
                "INSERT INTO trial_params(trial_id, param_name, param_value, distribution_json) VALUES (?, 'lr', ?, ?)",
                [(run, run / 7, DISTRIBUTION)],
            )
            yield (
                "INSERT INTO trial_values(trial_id, objective, value, value_type) VALUES (?, 0, 1.5, 'FINITE')",
                [(run,)],
            )
            yield (
                "INSERT INTO trial_intermediate_values(trial_id, step, intermediate_value, intermediate_value_type) "
                "VALUES (?, ?, ?, 'FINITE')",
                [(run, step, value) for step, value in curve()],
            )

    database(folder / "studies.db", OPTUNA, rows)


def optuna_journal(folder):
    with open(folder / "journal.log", "w") as file:

        def write(number, **fields):
            file.write(json.dumps({"op_code": number, "worker_id": "w", **fields}, separators=(",", ":")) + "\n")

        write(0, study_name="tune", directions=[1])
        for trial in range(RUNS):
            write(4, study_id=0, datetime_start="2026-11-29T10:00:00.5+00:00")
            write(5, trial_id=trial, param_name="lr", param_value_internal=trial / 7, distribution=DISTRIBUTION)
            for step, value in curve():
                write(7, trial_id=trial, step=step, intermediate_value=value)
            write(6, trial_id=trial, state=1, values=[1.5], datetime_complete="2026-11-29T10:00:01.5+00:00")


def lightning(folder):
    for run in range(RUNS):
        version = folder / f"lightning_logs/version_{run}"
        version.mkdir(parents=True)
        lines = (f"0,{step},{value!r}" for step, value in curve())
        (version / "metrics.csv").write_text("epoch,step,loss\n" + "\n".join(lines) + "\n")


KINDS = {
    "trackio": trackio,
    "MLflow, database": mlflow,
    "Optuna, database": optuna_database,
    "Optuna, journal": optuna_journal,
    "Lightning": lightning,
}


def seconds(programs, folder, old):
    environment = os.environ | {
        name: str(folder / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR")
    }
    (folder / "XDG_RUNTIME_DIR").mkdir(mode=0o700, parents=True, exist_ok=True)
    begun = time.monotonic()
    answer = subprocess.run(
        [programs / "yard", "import-runs", old, "--json"], env=environment, capture_output=True, text=True, check=True
    )
    taken = time.monotonic() - begun
    counts = json.loads(answer.stdout)
    assert counts["added"] + counts["known"] == RUNS, counts
    return taken


def measure(programs, folder, _pairs):
    rows = []
    for number, (kind, write) in enumerate(KINDS.items()):
        place = folder / str(number)
        old = place / "old"
        old.mkdir(parents=True)
        write(old)
        for what, bar in (("imported", 30), ("again", 5)):
            rows.append(
                {
                    "name": f"1,000 runs: {kind}, {what}",
                    "unit": "s",
                    "ours": [seconds(programs, place, old)],
                    "bar": bar,
                    "better": "less",
                }
            )
    return rows
