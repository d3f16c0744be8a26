# SPDX-License-Identifier: GPL-3.0-or-later
"""One of four ranks that share out is killed or stopped at a collective, before it begins or while it runs, in a step and while a checkpoint is
collected: the others name it and end, and the resumed run is the one that nothing disturbed, to the bit."""

import dataclasses
import signal
import unittest

from lost_rank_runs import GONE_BOUND, LONG, STOPPED_BOUND, LostRankRuns, Moment

STAGES = (1, 2, 3)
RANKS, STEPS, SAVED = 4, 10, 4
# Ranks wait for 60 s once five steps have been timed.
FIRST_BOUNDED = 7
NUM_KILLS, NUM_STOPS = 10, 5  # of a stage, in the long run
SETTINGS = [
    f"training.max_steps={STEPS}",
    f"checkpoint.every_steps={SAVED}",
    "evaluation.every_steps=null",
    "batch.global=16",
    "batch.per_device=2",
]


class LostRanks(LostRankRuns):
    ranks = RANKS

    def settings(self, stage):
        return [*SETTINGS, f"parallel.zero_stage={stage}"]

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
        # Without GPUs sums that are scattered are sums of everything.
        wanted = ("all_reduce" if stage == 2 else "all_gather", "step"), ("all_reduce", "checkpoint")
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
            self.assertEqual({each.kind for each in moments}, {"all_reduce", "all_gather", "barrier"})
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
