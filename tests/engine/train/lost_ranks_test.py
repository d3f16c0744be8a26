# SPDX-License-Identifier: GPL-3.0-or-later
"""One of four ranks that share out is killed or stopped at a collective, before it begins or while it runs, in a step and while a checkpoint is
collected: the others name it and end, and the resumed run is the one that nothing disturbed, to the bit."""

import dataclasses
import os
import pathlib
import random
import re
import signal
import time
import unittest

from engine_runs import Runs

LONG = bool(os.environ.get("TRAINYARD_LONG"))
STAGES = (1, 2, 3)
RANKS, STEPS, SAVED = 4, 10, 4
# Ranks wait for 60 s once five steps have been timed.
FIRST_BOUNDED = 7
STOPPED_BOUND, GONE_BOUND = 60, 10
NUM_KILLS, NUM_STOPS = 10, 5  # of a stage, in the long run
SETTINGS = [
    f"training.max_steps={STEPS}",
    f"checkpoint.every_steps={SAVED}",
    "evaluation.every_steps=null",
    "batch.global=16",
    "batch.per_device=2",
]


@dataclasses.dataclass
class Moment:
    number: int  # of the collective, from the start
    kind: str
    place: str  # "step 7", "checkpoint 4"
    running: bool = False
    rank: int = 0

    def __str__(self):
        return f"{self.place}, {self.kind} {'running' if self.running else 'about to begin'}, rank {self.rank}"


class LostRanks(unittest.TestCase):
    def setUp(self):
        self.runs = self.enterContext(Runs("resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.1"))
        self.draws = random.Random(int(os.environ.get("TRAINYARD_SEED", "4")))

    def settings(self, stage):
        return [*SETTINGS, f"parallel.zero_stage={stage}"]

    def start(self, name, stage, **variables):
        """With what counts collectives."""
        before = dict(self.runs.environment)
        self.runs.environment.update(LD_PRELOAD=os.environ["TRAINYARD_SIGNAL_AT_COLLECTIVE"], **variables)
        started = self.runs.start(name, RANKS, self.settings(stage))
        self.runs.environment.clear()
        self.runs.environment.update(before)
        return started

    def count(self, stage):
        """The curve of a run, and its collectives after the first step, which are those of every run."""
        name, log = f"whole {stage}", self.runs.folder / f"whole {stage}.collectives"
        started = self.start(name, stage, SIGNAL_LOG=str(log))
        self.assertEqual([process.wait(timeout=240) for process in started], [0] * RANKS)
        ends = {event["step"]: event["time"] for event in self.runs.events(name) if event["event"] == "metrics"}
        lines = [line.split() for line in log.read_text().splitlines()]
        steps = {
            step: [
                Moment(number, kind, f"step {step}")
                for number, (kind, when) in enumerate(lines, 1)
                if ends[step - 1] < float(when) <= ends[step]
            ]
            for step in range(2, STEPS + 1)
        }
        usual = len(steps[2])
        for step, moments in steps.items():
            # A checkpoint is collected after the step before, and published by all once every rank has written, which is not always at the same step.
            before = moments[: len(moments) - usual]
            for moment in before:
                moment.place = f"checkpoint {step - 1}"
            if (step - 1) % SAVED == 0:
                self.assertTrue(before, f"step {step}: {len(moments)} and {usual}")
        return self.runs.metrics(name), [moment for moments in steps.values() for moment in moments]

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
        found = re.search(rf"ranks? ([\d, ]+) of {RANKS} ended or stopped responding", self.log(name, rank))
        return [int(each) for each in found[1].split(",")] if found else []

    def wait_for_others(self, cases):
        """Of each (name, moment, processes): when the first other rank said that one is lost, and when all others had ended."""
        noticed, ended = {}, {}
        limit = time.monotonic() + STOPPED_BOUND + 60
        while len(ended) < len(cases) and time.monotonic() < limit:
            for name, moment, processes in cases:
                others = [rank for rank in range(RANKS) if rank != moment.rank]
                if any("stopped responding" in self.log(name, rank) for rank in others):
                    noticed.setdefault(name, time.monotonic())
                if all(processes[rank].poll() is not None for rank in others):
                    ended.setdefault(name, time.monotonic())
            time.sleep(0.05)
        self.assertEqual([name for name, _, _ in cases if name not in ended], [], "others go on")
        self.assertEqual([name for name, _, _ in cases if name not in noticed], [], "nobody said why")
        return [(noticed[name], ended[name]) for name, _, _ in cases]

    def check_resumed(self, name, stage, moment, processes, whole):
        processes[moment.rank].kill()
        codes = [process.wait(timeout=60) for process in processes]
        others = [rank for rank in range(RANKS) if rank != moment.rank]
        for rank in others:
            self.assertEqual(codes[rank], 5, self.log(name, rank)[-2000:])
        for rank in others:
            self.assertEqual(self.named(name, rank), [moment.rank], self.log(name, rank)[-2000:])
        self.assertEqual(self.runs.train(name, RANKS, self.settings(stage)), whole)

    def kills(self, stage, moments):
        """Of each kind of collective one, and in a checkpoint; then of all."""
        if LONG:
            chosen = self.draws.sample(moments, NUM_KILLS)
            return [
                dataclasses.replace(each, running=index % 2 == 0, rank=index % RANKS)
                for index, each in enumerate(chosen)
            ]
        wanted = ("reduce_scatter" if stage == 2 else "all_gather", "step"), ("all_reduce", "checkpoint")
        return [
            dataclasses.replace(
                next(
                    each for each in moments[len(moments) // 2 :] if each.kind == kind and each.place.startswith(place)
                ),
                running=place == "step",
                rank=(stage + index * 2) % RANKS,
            )
            for index, (kind, place) in enumerate(wanted)
        ]

    def test_killed(self):
        for stage in STAGES:
            whole, moments = self.count(stage)
            self.assertEqual({each.kind for each in moments}, {"all_reduce", "all_gather", "reduce_scatter", "barrier"})
            for moment in self.kills(stage, moments):
                with self.subTest(f"stage {stage}: {moment}"):
                    name = f"killed {stage} {moment.number}"
                    processes = self.lose(name, stage, moment, signal.SIGKILL)
                    lost = self.wait_until_lost(processes[moment.rank])
                    ((_, ended),) = self.wait_for_others([(name, moment, processes)])
                    named = [self.named(name, rank) for rank in range(RANKS)]
                    print(
                        f"stage {stage}: {moment}: killed; all ended {ended - lost:.1f} s later, who named {named}",
                        flush=True,
                    )
                    self.assertEqual(processes[moment.rank].poll(), -signal.SIGKILL)
                    self.assertLess(ended - lost, GONE_BOUND)
                    self.check_resumed(name, stage, moment, processes, whole)

    @unittest.skipUnless(LONG, "a silent rank is waited for")
    def test_stopped(self):
        for stage in STAGES:
            whole, moments = self.count(stage)
            bounded = [
                each for each in moments if each.place.startswith("step") and int(each.place[5:]) >= FIRST_BOUNDED
            ]
            kinds = sorted({each.kind for each in bounded})
            chosen = [self.draws.choice([each for each in bounded if each.kind == kind]) for kind in kinds]
            chosen += self.draws.sample([each for each in bounded if each not in chosen], NUM_STOPS - len(chosen))
            cases, lost = [], []
            for index, each in enumerate(chosen):  # all at once: they only wait
                moment = dataclasses.replace(each, running=index % 2 == 1, rank=index % RANKS)
                name = f"stopped {stage} {moment.number}"
                cases.append((name, moment, self.lose(name, stage, moment, signal.SIGSTOP)))
                lost.append(self.wait_until_lost(cases[-1][2][moment.rank]))
            for (name, moment, processes), begin, (noticed, ended) in zip(cases, lost, self.wait_for_others(cases)):
                with self.subTest(f"stage {stage}: {moment}"):
                    named = [self.named(name, rank) for rank in range(RANKS)]
                    said = f"noticed {noticed - begin:.1f} s later, all ended {ended - noticed:.1f} s after that, who named {named}"
                    print(f"stage {stage}: {moment}: stopped; {said}", flush=True)
                    self.assertLess(noticed - begin, STOPPED_BOUND + GONE_BOUND)
                    self.assertLess(ended - noticed, GONE_BOUND)
                    self.check_resumed(name, stage, moment, processes, whole)


if __name__ == "__main__":
    unittest.main(verbosity=2)
