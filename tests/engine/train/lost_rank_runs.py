# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of which one rank is lost at an exact collective, before it begins or while it runs, and what the others say of it."""

import dataclasses
import os
import pathlib
import random
import re
import time
import unittest

from engine_runs import Runs

LONG = bool(os.environ.get("TRAINYARD_LONG"))
# Ranks wait for 60 s, for a collective of which they know how long it takes, and for a sign of life while they do not.
STOPPED_BOUND, GONE_BOUND = 60, 10


@dataclasses.dataclass
class Moment:
    number: int  # of the collective, from the start
    kind: str
    place: str  # "step 7", "checkpoint 4"
    running: bool = False
    rank: int = 0

    def __str__(self):
        return f"{self.place}, {self.kind} {'running' if self.running else 'about to begin'}, rank {self.rank}"


class LostRankRuns(unittest.TestCase):
    ranks = 4

    def setUp(self):
        self.runs = self.enterContext(Runs("resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.1"))
        self.draws = random.Random(int(os.environ.get("TRAINYARD_SEED", "4")))

    def settings(self, stage):
        raise NotImplementedError

    def start(self, name, stage, **variables):
        """With what counts collectives."""
        before = dict(self.runs.environment)
        self.runs.environment.update(LD_PRELOAD=os.environ["TRAINYARD_SIGNAL_AT_COLLECTIVE"], **variables)
        started = self.runs.start(name, self.ranks, self.settings(stage))
        self.runs.environment.clear()
        self.runs.environment.update(before)
        return started

    def lose(self, name, stage, moment, number):
        return self.start(
            name,
            stage,
            SIGNAL_AT=str(moment.number),
            SIGNAL_RANK=str(moment.rank),
            SIGNAL_NUMBER=str(int(number)),
            SIGNAL_WHILE="running" if moment.running else "before",
        )

    def wait_until_lost(self, process):
        """Killed, or stopped, and when. A process that was only started may be slow on a busy machine."""
        limit = time.monotonic() + 240
        while time.monotonic() < limit:
            if process.poll() is not None:
                return time.monotonic()
            if pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T":
                return time.monotonic()
            time.sleep(0.02)
        self.fail("no signal was sent")

    def log(self, name, rank):
        return (self.runs.folder / f"{name}.{rank}.log").read_text()

    def named(self, name, rank):
        """Those that this rank takes for lost."""
        found = re.search(rf"ranks? ([\d, ]+) of {self.ranks} ended or stopped responding", self.log(name, rank))
        return [int(each) for each in found[1].split(",")] if found else []

    def wait_for_others(self, cases):
        """Of each (name, moment, processes): when the first other rank said that one is lost, and when all others had ended."""
        noticed, ended = {}, {}
        limit = time.monotonic() + STOPPED_BOUND + 60
        while len(ended) < len(cases) and time.monotonic() < limit:
            for name, moment, processes in cases:
                others = [rank for rank in range(self.ranks) if rank != moment.rank]
                codes = [processes[rank].poll() for rank in others]
                has_completed = moment.place == "end" and None not in codes and 0 in codes
                if has_completed or any("stopped responding" in self.log(name, rank) for rank in others):
                    noticed.setdefault(name, time.monotonic())
                if all(processes[rank].poll() is not None for rank in others):
                    ended.setdefault(name, time.monotonic())
            time.sleep(0.05)
        self.assertEqual([name for name, _, _ in cases if name not in ended], [], "others go on")
        self.assertEqual([name for name, _, _ in cases if name not in noticed], [], "nobody said why")
        return [(noticed[name], ended[name]) for name, _, _ in cases]
