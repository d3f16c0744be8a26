# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a measurement that must end in time: each has its seconds, and what it found is in a file line by line, so that a run
that is cut off leaves what it had."""

import contextlib
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import time

STATES = ("measured", "passed", "FAILED", "skipped", "cut off")


@dataclasses.dataclass
class Line:
    part: str
    what: str
    state: str
    subject: str = ""  # of several programs that do the same, this one
    values: dict = dataclasses.field(default_factory=dict)  # by quantity and unit: "tokens/s"
    note: str = ""

    def text(self):
        numbers = ", ".join(
            f"{value:.4g} {name}" if isinstance(value, (int, float)) else f"{name} {value}"
            for name, value in self.values.items()
        )
        what = f"{self.what}, {self.subject}" if self.subject else self.what
        return f"{self.part:<12}{self.state:<10}{what:<57} {numbers}{'; ' if numbers and self.note else ''}{self.note}"


class Skipped(Exception):
    """Cannot be done on this machine; the reason is its text."""


class TimeIsUp(Exception):
    """The seconds of a part, or of all, are used up."""


class Results:
    """The lines of a run: lines.jsonl for programs, lines.txt for reading."""

    def __init__(self, folder, say=print):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lines = []
        self.say = say

    def add(self, line):
        assert line.state in STATES, line.state
        self.lines.append(line)
        self._append("lines.jsonl", json.dumps(dataclasses.asdict(line)))
        self._append("lines.txt", line.text())
        self.say(line.text())

    def _append(self, name, text):
        with open(self.folder / name, "a") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())


def read_lines(path):
    """What a run wrote; the last line of one that was cut off may be torn."""
    lines = []
    for text in pathlib.Path(path).read_text().splitlines(keepends=True):
        if text.endswith("\n"):
            lines.append(Line(**json.loads(text)))
    return lines


class Limit:
    """So many seconds from now, and never later than `within`."""

    def __init__(self, seconds, within=None, clock=time.monotonic):
        self.clock = clock
        self.end = clock() + seconds if within is None else min(clock() + seconds, within.end)

    def left(self):
        return max(0.0, self.end - self.clock())


def children_of_all():
    children = {}
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError):  # it has just ended
            # The name is in parentheses and may hold anything.
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(status.parent.name))
    return children


def end_with_descendants(process):
    """Ranks have sessions of their own, so the group of the first process is not all of them."""
    children, found = children_of_all(), [process.pid]
    for pid in found:
        found += children.get(pid, [])
    for pid in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


@dataclasses.dataclass
class Ended:
    code: int
    started: float  # Unix seconds
    peak_memory: float  # MiB
    output: str


def run(command, log, limit, environment=None):
    """Runs a command within the limit; its output goes to the file `log`. Raises TimeIsUp."""
    if limit.left() < 1:
        raise TimeIsUp
    log = pathlib.Path(log)
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "wb") as file:
        started = time.time()
        process = subprocess.Popen(
            list(map(str, command)), env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
        try:
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if limit.left() <= 0:
                    raise TimeIsUp
                time.sleep(0.02)
        except BaseException:
            end_with_descendants(process)
            raise
    process.returncode = os.waitstatus_to_exitcode(status)
    return Ended(process.returncode, started, usage.ru_maxrss / 1024, log.read_text(errors="replace"))


class Part:
    """One part while it runs: what its lines have in common, and its limit."""

    def __init__(self, results, name, limit):
        self.results, self.name, self.limit = results, name, limit

    def add(self, what, state, subject="", note="", **values):
        self.results.add(Line(self.name, what, state, subject, values, note))

    @contextlib.contextmanager
    def attempt(self, what, subject=""):
        """What goes wrong inside becomes a line, and the part goes on."""
        try:
            if self.limit.left() <= 0:
                self.add(what, "cut off", subject, "no time was left")
                raise _Over
            yield
        except _Over:
            raise
        except TimeIsUp:
            self.add(what, "cut off", subject, "its time was up")
        except Skipped as reason:
            self.add(what, "skipped", subject, str(reason))
        except Exception as problem:
            last = str(problem).strip().splitlines()
            self.add(what, "FAILED", subject, last[-1][:300] if last else type(problem).__name__)


class _Over(Exception):
    """Nothing more of this part can begin."""


def run_parts(parts, results, seconds, clock=time.monotonic):
    """parts: (name, seconds, function of Part). Returns whether nothing failed or was cut off."""
    whole = Limit(seconds, clock=clock)
    for name, own_seconds, function in parts:
        part = Part(results, name, Limit(own_seconds, whole, clock))
        with contextlib.suppress(_Over), part.attempt(name):
            function(part)
    return all(line.state not in ("FAILED", "cut off") for line in results.lines)


@dataclasses.dataclass
class Bar:
    what: str
    quantity: str
    other: str  # whose value ours is divided by
    bar: float
    is_at_least: bool = True
    ours: str = "engine"


def judge(bar, lines):
    """A row of the last table: [what, ours, theirs, ratio, bar, result]."""

    def found(subject):
        own = [line for line in lines if line.what == bar.what and line.subject == subject]
        for line in reversed(own):
            if bar.quantity in line.values:
                return line.values[bar.quantity], ""
        if not own:
            return None, f"{subject} was not reached"
        return None, f"{subject}: {own[-1].note or own[-1].state}"

    (ours, no_ours), (theirs, no_theirs) = found(bar.ours), found(bar.other)
    wanted = f"{'>=' if bar.is_at_least else '<='} {bar.bar:g}"
    name = f"{bar.what}: {bar.quantity}, {bar.ours} / {bar.other}"
    if no_ours or no_theirs or not theirs:
        return [name, ours, theirs, None, wanted, f"not measured ({no_ours or no_theirs or 'nothing to divide by'})"]
    ratio = ours / theirs
    is_met = ratio >= bar.bar if bar.is_at_least else ratio <= bar.bar
    return [name, ours, theirs, ratio, wanted, "met" if is_met else "MISSED"]


def bars_table(bars, lines, rehearsed=False):
    def number(value, form):
        return "-" if value is None else format(value, form)

    text = f"\n{'what':<74}{'ours':>10}{'theirs':>10}{'ratio':>8}{'bar':>8}\n"
    for bar in bars:
        name, ours, theirs, ratio, wanted, result = judge(bar, lines)
        if rehearsed and ratio is not None:
            result = "rehearsed"
        text += f"{name:<74}{number(ours, '10.4g'):>10}{number(theirs, '10.4g'):>10}{number(ratio, '.2f'):>8}{wanted:>8}  {result}\n"
    return text
