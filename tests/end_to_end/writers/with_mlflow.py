# SPDX-License-Identifier: GPL-3.0-or-later
import pathlib

import mlflow

from training import RANK, steps

mlflow.set_tracking_uri(f"file:{pathlib.Path('mlruns').absolute()}")
known = pathlib.Path(f"mlflow-{RANK}.txt")
with mlflow.start_run(run_id=known.read_text() if known.exists() else None, run_name=f"rank{RANK}") as run:
    known.write_text(run.info.run_id)
    for step, values in steps():
        mlflow.log_metrics(values, step=step)
