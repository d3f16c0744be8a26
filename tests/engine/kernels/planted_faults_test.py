# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults that are planted in kernels are found, so that their absence means something.

Usage: planted_faults_test.py FIBERS THREADS (the programs of this folder). Each barrier of each kernel is taken away in turn, which
ThreadSanitizer must find; each fault of planted.h must be found by a wrong value or by a sanitizer.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

WRONG_VALUE, RACE = 1, 66
# A case for each of the kernels: as small as its barriers and ends of rows allow.
BARRIER_CASES = [
    "cross_entropy_2x33+1",
    "residual_norm_rms_3x33+1",
    "residual_norm_layer_3x33+1",
    "activations_3x33+1",
    "adamw_8bit_small_parts",
    "selective_scan_1x34x3x5",
]
FAULTS = [
    # program, fault, case, how it is found
    ("fibers", "index_too_far", "cross_entropy_2x33+1", "heap-buffer-overflow"),
    ("fibers", "no_tail_guard", "cross_entropy_2x33+1", "heap-buffer-overflow"),
    ("fibers", "no_tail", "cross_entropy_3x1003+3", "wrong value"),
    ("fibers", "index_too_far", "residual_norm_layer_3x33+1", "heap-buffer-overflow"),
    ("fibers", "index_too_far", "activations_3x33+1", "heap-buffer-overflow"),
    ("fibers", "index_too_far", "dropout_3x33+1", "heap-buffer-overflow"),
    ("fibers", "index_too_far", "rotary_3x(3+1)x10+0", "heap-buffer-overflow"),
    ("fibers", "index_too_far", "adamw_small_parts", "heap-buffer-overflow"),
    ("fibers", "index_too_far", "adamw_8bit_small_parts", "out of bounds"),
    ("fibers", "short_reduction", "cross_entropy_6x1000+0", "wrong value"),
    ("fibers", "short_reduction", "residual_norm_rms_3x33+1", "wrong value"),
    ("fibers", "short_reduction", "adamw_8bit_small_parts", "wrong value"),
    ("threads", "shared_scratch", "residual_norm_layer_3x33+1", "data race"),
    ("threads", "shared_scratch", "residual_norm_rms_5x31+0", "data race"),
]


class Programs:
    def __init__(self, fibers, threads):
        self.paths = {"fibers": fibers, "threads": threads}

    def run(self, program, *words):
        # The first race is enough.
        environment = os.environ | {"TSAN_OPTIONS": "halt_on_error=1"}
        return subprocess.run(
            [self.paths[program], *words], capture_output=True, text=True, timeout=240, env=environment
        )

    def barriers(self, case):
        """The barriers of the case's kernels, as file:line."""
        return re.findall(r"^barrier (\S+)$", self.run("fibers", "--barriers", case).stdout, re.MULTILINE)


def check_sound(programs, case):
    done = programs.run("threads", case)
    return "" if done.returncode == 0 else f"{case} without a fault: {done.stdout}{done.stderr}"


def check_barrier(programs, case, barrier):
    done = programs.run("threads", "--skip-barrier", barrier, case)
    if done.returncode == RACE and "ThreadSanitizer: data race" in done.stderr:
        return ""
    return f"{case} without the barrier {barrier}: exit code {done.returncode}, and no data race"


def check_fault(programs, program, fault, case, how):
    done = programs.run(program, "--fault", fault, case)
    found = done.returncode == WRONG_VALUE and "wrong" in done.stdout if how == "wrong value" else how in done.stderr
    return "" if found and done.returncode != 0 else f"{fault} in {case}: exit code {done.returncode}, and no {how}"


def main():
    programs = Programs(*sys.argv[1:3])
    barriers = [(case, barrier) for case in BARRIER_CASES for barrier in programs.barriers(case)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = [pool.submit(check_sound, programs, case) for case in BARRIER_CASES]
        work += [pool.submit(check_barrier, programs, *each) for each in barriers]
        work += [pool.submit(check_fault, programs, *each) for each in FAULTS]
        findings = [finding for finding in (each.result() for each in work) if finding]
    for case in BARRIER_CASES:
        if not any(case == other for other, _ in barriers):
            findings.append(f"{case} has no barrier")
    print("\n".join(findings) or f"{len(barriers)} barriers that were taken away and {len(FAULTS)} faults were found")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
