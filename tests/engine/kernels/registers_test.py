# SPDX-License-Identifier: GPL-3.0-or-later
"""What the compiler made of each kernel: registers and shared memory as in a table, and no spills.

Usage: registers_test.py PTXAS TABLE [--write]. PTXAS is what `ptxas -v` said when the library was built. The table's first line names
the release of nvcc whose numbers it has; with another one only spills and the bound of registers are looked at.
"""

import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"Compiling entry function '(\w+)' for 'sm_(\d+)'")
SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers(?:.*?(\d+) bytes smem)?")
RELEASE = re.compile(r"^# nvcc release (\S+)")


def readable(names):
    """The kernels of these symbols: CrossEntropy<Bf16>."""
    done = subprocess.run(["c++filt", *names], capture_output=True, text=True, check=True)
    short = (line.replace("trainyard::kernels::", "") for line in done.stdout.splitlines())
    return [re.sub(r"^void on_gpu<(.*?) ?>\(.*$", r"\1", line) for line in short]


def read_ptxas(text):
    """{(kernel, architecture): (registers, shared memory, spilled bytes)}"""
    found, entry, spilled = {}, None, 0
    for line in text.splitlines():
        if match := ENTRY.search(line):
            entry, spilled = (match[1], int(match[2])), 0
        elif match := SPILLS.search(line):
            spilled = int(match[2]) + int(match[3])
        elif (match := USED.search(line)) and entry:
            found[entry] = int(match[1]), int(match[2] or 0), spilled
            entry = None
    symbols = sorted({symbol for symbol, _ in found})
    names = dict(zip(symbols, readable(symbols), strict=True)) if symbols else {}
    return {(names[symbol], architecture): values for (symbol, architecture), values in found.items()}


def read_table(text):
    return {
        (name, int(architecture)): (int(registers), int(shared))
        for line in text.splitlines()
        if line and not line.startswith("#")
        for architecture, name, registers, shared in [re.split(r" {2,}", line)]
    }


def write_table(found, release):
    lines = [f"# nvcc release {release}", "# architecture  kernel  registers  bytes of static shared memory"]
    for (name, architecture), (registers, shared, _) in sorted(found.items()):
        lines.append(f"{architecture}  {name}  {registers}  {shared}")
    return "\n".join(lines) + "\n"


def findings_of(found, table, is_same_release):
    for (name, architecture), (registers, shared, spilled) in sorted(found.items()):
        where = f"{name} for sm_{architecture}"
        if spilled:
            yield f"{where} spills {spilled} bytes"
        # A table of another release tells about how many there should be.
        known = table.get((name, architecture))
        if known is None:
            yield f"{where} is not in the table"
        elif is_same_release and known != (registers, shared):
            yield f"{where} takes {registers} registers and {shared} bytes; the table says {known[0]} and {known[1]}"
        elif registers > 2 * known[0]:
            yield f"{where} takes {registers} registers; the table says {known[0]}"
    for name, architecture in sorted(table.keys() - found.keys()):
        yield f"{name} for sm_{architecture} is in the table and was not compiled"


SAMPLE = """ptxas info    : Compiling entry function '_Z1fv' for 'sm_90'
    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 256 bytes smem
"""


def main():
    sample = read_ptxas(SAMPLE)
    assert sample == {("f()", 90): (32, 256, 8)}, sample
    assert len(list(findings_of(sample, {("f()", 90): (32, 256)}, True))) == 1
    assert len(list(findings_of(sample, {}, True))) == 2
    said, table = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if sys.argv[1] == "missing":
        print("SKIPPED: the kernels are not built here, since there is no nvcc")
        return 0
    found = read_ptxas(said.read_text())
    release = said.with_suffix(".release").read_text().strip()
    if "--write" in sys.argv:
        table.write_text(write_table(found, release))
    text = table.read_text()
    findings = list(findings_of(found, read_table(text), RELEASE.match(text)[1] == release))
    print("\n".join(findings) or f"{len(found)} kernels of nvcc {release} take what the table says, and spill nothing")
    return 1 if findings or not found else 0


if __name__ == "__main__":
    sys.exit(main())
