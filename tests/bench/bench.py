# SPDX-License-Identifier: GPL-3.0-or-later
"""Speed and memory beside other programs: medians of alternating pairs, a table with ratio and bar, and a JSON file.

Usage: bench.py --bin FOLDER --output FILE [--pairs N] [training | encoding | stream | curves | tracked | desktop | day | flood | transfer | queue | table | plots | studies | history | models | data | gpu]...
models and data, which take long, and gpu, which needs one, only by name.
Nothing here is a test: a loaded machine changes the numbers. It exits 1 only when something could not be measured.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile

import curves
import data
import day
import desktop
import encoding
import flood
import history
import models
import plots
import run_table
import slurm_queue
import stream
import studies
import tracked
import training
import training_gpu
import transfer

SUBJECTS = {
    "training": training,
    "encoding": encoding,
    "stream": stream,
    "curves": curves,
    "tracked": tracked,
    "desktop": desktop,
    "day": day,
    "flood": flood,
    "transfer": transfer,
    "queue": slurm_queue,
    "table": run_table,
    "plots": plots,
    "studies": studies,
    "history": history,
}
LONG = {"models": models, "data": data, "gpu": training_gpu}


def summarise(rows):
    """One row a quantity: medians, ratio, and whether the bar is met. Rows without `theirs` are compared with the bar itself."""
    for row in rows:
        row["ours_median"] = statistics.median(row["ours"])
        if row.get("theirs"):
            row["theirs_median"] = statistics.median(row["theirs"])
            row["ratio"] = statistics.median(a / b for a, b in zip(row["ours"], row["theirs"]))
        measured = row.get("ratio", row["ours_median"])
        row["met"] = measured >= row["bar"] if row["better"] == "more" else measured <= row["bar"]
    return rows


def print_table(rows):
    print(f"\n{'what':<44}{'ours':>12}{'theirs':>12}{'ratio':>9}{'bar':>12}")
    for row in rows:
        theirs = f"{row['theirs_median']:12.4g}" if "theirs_median" in row else " " * 12
        ratio = f"{row['ratio']:9.2f}" if "ratio" in row else " " * 9
        sign = ">=" if row["better"] == "more" else "<="
        print(
            f"{row['name'] + ', ' + row['unit']:<44}{row['ours_median']:12.4g}{theirs}{ratio}{sign + format(row['bar'], 'g'):>12}"
            f"  {'met' if row['met'] else 'MISSED'}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("names", nargs="*", choices=[[], *SUBJECTS, *LONG], default=[])
    arguments = parser.parse_args()
    rows, failed = [], False
    for name in arguments.names or SUBJECTS:
        with tempfile.TemporaryDirectory(prefix="ty-bench-") as folder:
            try:
                rows += (SUBJECTS | LONG)[name].measure(arguments.bin.resolve(), pathlib.Path(folder), arguments.pairs)
            except Exception as problem:  # the other subjects are still worth their figures
                print(f"bench {name}: could not be measured: {problem}", file=sys.stderr)
                failed = True
    print_table(summarise(rows))
    arguments.output.write_text(
        json.dumps({"processors": os.cpu_count(), "load": os.getloadavg(), "rows": rows}, indent=1) + "\n"
    )
    print(f"\nall values: {arguments.output}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
