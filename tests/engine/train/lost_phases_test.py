# SPDX-License-Identifier: GPL-3.0-or-later
"""One of several ranks is killed or stopped at any moment of a run, from the rendezvous to the end: the others name it and end."""

import dataclasses
import re
import signal
import time
import unittest

from lost_rank_runs import GONE_BOUND, LONG, STOPPED_BOUND, LostRankRuns, Moment

STEPS, CONNECT_BOUND = 8, 10
# Stage 0 has no collectives but sums between the first values and the end, stage 3 all kinds.
STAGES = (0, 3)
NUM_KILLS, NUM_STOPS, NUM_EARLY = 24, 20, 3  # of a stage, in the long run
AT_ONCE = 10
SETTINGS = [
    f"training.max_steps={STEPS}",
    "checkpoint.every_steps=3",
    "evaluation.every_steps=4",
    "evaluation.on_start=true",
    f"parallel.connect_timeout_seconds={CONNECT_BOUND}",
    "batch.global=12",
    "batch.per_device=4",
]


class LostPhases(LostRankRuns):
    ranks = 3

    def settings(self, stage):
        return [*SETTINGS, f"parallel.zero_stage={stage}"]

    def moments(self, stage):
        """All collectives of a run that nothing disturbs, by what the run does then."""
        name, log = f"whole {stage}", self.runs.folder / f"whole {stage}.collectives"
        started = self.start(name, stage, SIGNAL_LOG=str(log))
        self.assertEqual([process.wait(timeout=240) for process in started], [0] * self.ranks)
        ends = {
            event["step"]: event["time"]
            for event in self.runs.events(name)
            if event["event"] == "metrics" and "train/loss" in event["values"]
        }
        begin = next(event["time"] for event in self.runs.events(name) if event["event"] == "start")
        lines = [line.split() for line in log.read_text().splitlines()]

        def place(when):
            if when < begin:
                return "start"
            later = [step for step, end in ends.items() if when <= end]
            return f"step {min(later)}" if later else "end"

        found = [Moment(number, kind, place(float(when))) for number, (kind, when) in enumerate(lines, 1)]
        self.assertEqual({each.place.split()[0] for each in found}, {"start", "step", "end"})
        return found

    def choose(self, moments, count):
        """As many of each phase and kind, in a random order."""
        by_phase = {}
        for each in self.draws.sample(moments, len(moments)):
            by_phase.setdefault((each.place.split()[0], each.kind), []).append(each)
        chosen = []
        while len(chosen) < count:
            for phase in list(by_phase):
                if by_phase[phase] and len(chosen) < count:
                    chosen.append(by_phase[phase].pop())
        return [
            dataclasses.replace(each, running=self.draws.random() < 0.5, rank=index % self.ranks)
            for index, each in enumerate(chosen)
        ]

    def check(self, stage, word, cases, lost, bound):
        for (name, moment, processes), begin, (noticed, ended) in zip(cases, lost, self.wait_for_others(cases)):
            with self.subTest(f"stage {stage}, {word}: {moment}"):
                processes[moment.rank].kill()
                codes = [process.wait(timeout=60) for process in processes]
                others = [rank for rank in range(self.ranks) if rank != moment.rank]
                named = [self.named(name, rank) for rank in others]
                said = f"noticed {noticed - begin:.1f} s later, all ended {ended - noticed:.1f} s after that"
                print(f"stage {stage}, {word}: {moment}: {said}, who named {named}", flush=True)
                logs = "\n".join(self.log(name, rank)[-1000:] for rank in others)
                if moment.place == "end" and 0 in [codes[rank] for rank in others]:
                    self.assertTrue((self.runs.folder / name / "results/model/model.safetensors").exists())
                    continue  # in the last collective, which one has and another may not
                self.assertEqual([codes[rank] for rank in others], [5] * len(others), logs)
                self.assertEqual(named, [[moment.rank]] * len(others), logs)
                self.assertLess(noticed - begin, bound, logs)
                self.assertLess(ended - noticed, GONE_BOUND, logs)
                if moment.place != "start":  # before, they may not know the attempt's number
                    self.check_records(name, others)

    def check_records(self, name, others):
        """What each of the others had started last, which is the same for all but the last few."""
        records = []
        for rank in others:
            file = self.runs.folder / name / f"attempts/0001/collectives/rank-{rank}.tsv"
            head, *lines = file.read_text().splitlines()
            self.assertEqual(head, "number\ttime\toperation\tpurpose\telements")
            records.append({int(line.split("\t")[0]): line.split("\t")[2:] for line in lines})
            self.assertEqual(list(records[-1]), list(range(min(records[-1]), max(records[-1]) + 1)))
        shared = records[0].keys() & records[1].keys()
        self.assertTrue(shared)
        self.assertEqual(*({number: record[number] for number in shared} for record in records))

    def test_killed(self):
        for stage in STAGES:
            for moment in self.choose(self.moments(stage), NUM_KILLS if LONG else 5 if stage else 2):
                name = f"killed {stage} {moment.number}"
                processes = self.lose(name, stage, moment, signal.SIGKILL)
                lost = self.wait_until_lost(processes[moment.rank])
                self.check(stage, "killed", [(name, moment, processes)], [lost], GONE_BOUND)

    @unittest.skipUnless(LONG, "a silent rank is waited for")
    def test_stopped(self):
        for stage in STAGES:
            chosen = self.choose(self.moments(stage), NUM_STOPS)
            for first in range(0, NUM_STOPS, AT_ONCE):  # they only wait
                cases, lost = [], []
                for moment in chosen[first : first + AT_ONCE]:
                    name = f"stopped {stage} {moment.number}"
                    cases.append((name, moment, self.lose(name, stage, moment, signal.SIGSTOP)))
                    lost.append(self.wait_until_lost(cases[-1][2][moment.rank]))
                self.check(stage, "stopped", cases, lost, 2 * STOPPED_BOUND + GONE_BOUND)

    def test_lost_before_ranks_are_connected(self):
        """At any moment of the first seconds. A rank that never comes is named when the bound of connecting is over."""
        delays = [0.0, 0.3] if not LONG else [0.4 * index for index in range(NUM_EARLY * 2)]
        for index, delay in enumerate(delays):
            for number in (signal.SIGKILL, signal.SIGSTOP):
                if number == signal.SIGSTOP and delay > 0 and not LONG:
                    continue  # it may have connected, and is then waited for
                rank, name = 2 - index % 2, f"early {delay} {int(number)}"
                with self.subTest(f"{number.name} after {delay} s, rank {rank}"):
                    processes = self.runs.start(name, self.ranks, [*self.settings(0), "training.max_steps=100000"])
                    time.sleep(delay)
                    begin = time.monotonic()
                    processes[rank].send_signal(number)
                    others = [processes[each] for each in range(self.ranks) if each != rank]
                    codes = [process.wait(timeout=CONNECT_BOUND + 2 * STOPPED_BOUND) for process in others]
                    took = time.monotonic() - begin
                    processes[rank].kill()
                    processes[rank].wait(timeout=60)
                    logs = "\n".join(self.log(name, each)[-1000:] for each in range(self.ranks) if each != rank)
                    print(f"{number.name} of rank {rank} after {delay} s: all ended {took:.1f} s later", flush=True)
                    self.assertEqual(codes, [5, 5], logs)
                    for each in range(self.ranks):
                        if each != rank:
                            self.assertRegex(self.log(name, each), re.compile(rf"\brank {rank} of {self.ranks}\b"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
