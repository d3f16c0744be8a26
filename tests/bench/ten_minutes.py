# SPDX-License-Identifier: GPL-3.0-or-later
"""Ten minutes on a machine with a GPU, as one program: ./dev bench gpu --ten-minutes.

ten_minutes.py --prepare BUILD --folder FOLDER [--nccl FILE]    programs and tokens into FOLDER, on any machine
ten_minutes.py --folder FOLDER [--seconds N] [--nccl FILE] [--part NAME...]    measures; lines and logs into FOLDER/results/TIME
ten_minutes.py --rehearse BUILD --folder FOLDER [--seconds N] [--part NAME...]    the same with tiny models on the processor
ten_minutes.py --table FILE                                     the bars of the lines.jsonl of an earlier run

It exits with 1 if anything failed or was cut off, which a missed bar is not.
"""

import argparse
import pathlib
import shutil
import signal
import sys
import time

import gpu_machine
import gpu_parts
from timed_parts import Line, Results, bars_table, read_lines, run_parts


class Stopped(BaseException):
    """By a signal. Not an Exception, so that no part takes it for its own."""


def stop(number, _):
    raise Stopped(f"stopped by {signal.Signals(number).name}")


def measure(machine, folder, seconds, names=()):
    results = Results(folder)
    parts = gpu_parts.Parts(machine, folder)
    gpu = "; ".join(machine.gpus) or "no GPU"
    results.add(Line("machine", "a rehearsal on the processor" if machine.rehearse else gpu, "measured"))
    is_whole = False
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        chosen = [part for part in parts.all() if not names or part[0] in names]
        is_whole = run_parts(chosen, results, seconds)
    except Stopped as problem:
        results.add(Line("machine", "the run", "cut off", note=str(problem)))
    finally:
        parts.clean_up()
        text = bars_table(gpu_parts.BARS, results.lines, machine.rehearse)
        (folder / "bars.txt").write_text(text)
        print(text)
        print(f"lines, profiles and logs: {folder}")
    return is_whole


def new_folder(folder):
    path = folder / "results" / time.strftime("%Y-%m-%dT%H-%M-%S")
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{path.name.partition('_')[0]}_{number}")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepare", type=pathlib.Path, metavar="BUILD")
    parser.add_argument("--rehearse", type=pathlib.Path, metavar="BUILD")
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--nccl", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=590)
    parser.add_argument("--part", action="append", default=[])
    arguments = parser.parse_args()
    if arguments.table:
        return print(bars_table(gpu_parts.BARS, read_lines(arguments.table)))
    if not arguments.folder:
        parser.error("--folder is missing")
    folder = arguments.folder.resolve()
    if arguments.prepare:
        used = gpu_machine.prepare(arguments.prepare.resolve(), folder, arguments.nccl)
        print(f"{folder}: {used / 2**20:.1f} MiB")
        return sys.exit(0 if used <= gpu_machine.LIMIT else f"more than {gpu_machine.LIMIT / 2**20:g} MiB")
    if arguments.rehearse:
        shutil.rmtree(folder / "data", ignore_errors=True)
        build = arguments.rehearse.resolve()
        gpu_machine.prepare_tokens(list(map(gpu_machine.tiny, gpu_machine.CASES)), build, folder / "data")
        machine = gpu_machine.Machine(build, folder / "data", True, [])
    else:
        if not (folder / "ready.json").exists():
            return sys.exit(f"{folder} is not prepared: ./dev bench gpu --prepare")
        nccl = gpu_machine.find_nccl(arguments.nccl, folder)
        machine = gpu_machine.Machine(
            folder / "bin", folder / "data", False, gpu_machine.gpus(), nccl, gpu_machine.find_sanitizer()
        )
        if not machine.gpus:
            return sys.exit("this machine shows no GPU: ./dev bench gpu --rehearse goes without one")
    return sys.exit(0 if measure(machine, new_folder(folder), arguments.seconds, arguments.part) else 1)


if __name__ == "__main__":
    main()
