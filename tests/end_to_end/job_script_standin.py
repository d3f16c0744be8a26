#!/usr/bin/python3
"""Stands for a program that a job script starts (python, torchrun, apptainer, ...): writes down what it was given, prints some
metrics as such a program would, and ends. What it writes lies in the folder `records` beside the folder that it is in.

Arguments that steer it: --fail N ends with that code and a traceback, --sleep N takes so long, --steps N prints so many.
"""
import json
import os
import pathlib
import sys
import time
import uuid


def number_behind(name, absent):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv[:-1] else absent


def main():
    program = pathlib.Path(sys.argv[0]).name
    if program.startswith("python") and len(sys.argv) > 1 and sys.argv[1] in ("-c", "-"):
        os.execv("/usr/bin/python3", sys.argv)
    environment = {name: value for name, value in os.environ.items() if name not in ("LC_CTYPE", "_")}
    record = {"program": program, "arguments": sys.argv[1:], "environment": environment, "folder": os.getcwd(), "umask": os.umask(0),
              "input": os.path.realpath("/proc/self/fd/0"), "cores": len(os.sched_getaffinity(0)), "terminal": os.isatty(1),
              "node": os.environ.get("SLURMD_NODENAME", ""), "task": os.environ.get("SLURM_PROCID", "")}
    os.umask(record["umask"])
    folder = pathlib.Path(sys.argv[0]).resolve().parent.parent / "records"
    name = f"{time.time_ns()}-{uuid.uuid4().hex}"
    (folder / f"{name}.part").write_text(json.dumps(record))
    (folder / f"{name}.part").rename(folder / f"{name}.json")
    time.sleep(number_behind("--sleep", 0))  # a training takes as long as the script asks
    if record["task"] in ("", "0"):
        for step in range(1, number_behind("--steps", 3) + 1):
            print(json.dumps({"step": step, "loss": 4.0 / step}), flush=True)
    if code := number_behind("--fail", 0):
        print("Traceback (most recent call last):\n  File \"train.py\", line 3, in <module>\nValueError: the stand-in was told to fail", file=sys.stderr, flush=True)
        sys.exit(code)


main()
