# SPDX-License-Identifier: GPL-3.0-or-later
"""Exactly once: submissions to a real cluster with a fault at a random point of each; every one of them starts one time.

Usage: exactly_once_test.py [NUMBER [SEED [FAULT...]]]. What is submitted is drawn at random (exactly_once_kinds.py), and so is what
happens meanwhile (exactly_once_faults.py): client, service or both killed, Ctrl-C; the service replaced by a newer one; the link cut
at random, before and after sbatch, or stalled; a disconnect during the login; sbatch delayed, answering late, failing before or
after it submitted, killed; the submission script or the helper on the login node killed; the controller killed and started again, or
hanging; a login shell that cannot fork after sbatch; a journal that cannot be read, by two errors or until the deadline; this
computer's disk full after sbatch (as root only); a site's plugin that renames the job, or refuses it with words that sound like a
broken connection. Faults of one submission do not disturb others, so several suffer at once, each its own; what strikes the service,
the link or the controller strikes some submissions together. A job that the controller forgot before it began is submitted again by
itself; one that it forgot later has ended without a word: Slurm then kills what it no longer knows.

The test does what a person does who obeys: an error means that nothing was started, so it submits again at once; where the
message says to look at `yard runs`, or there is none since the client was killed, it looks first; a study is never typed again
blindly, and goes on with --study; what has ended it resumes, and only what had started then may start once more. A check of the target that is
interrupted leaves no job.
"""

import collections
import concurrent.futures
import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time

from exactly_once_count import Count
from exactly_once_faults import OWN, SHARED, Faults
from exactly_once_kinds import Documents, Submission, draw_kind
from practice import PracticeCluster
from relay import Relay
from sandbox import BIN, Sandbox, wait_until

TOGETHER = 6  # struck by one fault
AT_ONCE = 10  # each with a fault of its own
PATIENCE = 60  # until an interrupted check's job is gone


class Test:
    def __init__(self, box, cluster, relay):
        self.box, self.cluster, self.relay = box, cluster, relay
        starts = cluster.layout.home / "starts"
        self.count = Count(box, cluster, starts)
        self.documents = Documents(box, cluster.target, starts)
        self.faults = Faults(box, cluster, relay)
        self.one_check = threading.Lock()
        self.done = []

    def runs(self):
        """What the person sees: {name: runs}, without the tasks of arrays."""
        found = collections.defaultdict(list)
        for run in self.count.runs():
            if not run["parent"]:
                found[run["name"]].append(run)
        return found

    # ------------------------------------------------------------ one submission

    def start(self, submission):
        log = self.box.work / f"{submission.name}.log"
        with open(log, "w") as out:
            submission.client = subprocess.Popen(
                [str(BIN / "yard"), *map(str, submission.words)],
                env=self.box.environment,
                cwd=self.box.work,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        return log

    def submit(self, submission, strikes=lambda: None):
        """To its end, as seen by the person; `strikes` waits for a fault that strikes others too."""
        began = time.monotonic()
        self.faults.prepare(submission)
        log = self.start(submission)
        self.faults.strike(submission)
        if submission.kind == "check":
            self.interrupt_check(submission)
        code = submission.client.wait(400)
        strikes()
        if submission.kind == "check":
            self.see_check_gone(submission)
        else:
            self.obey(submission, code, log.read_text())
        print(f"{submission}: {time.monotonic() - began:.1f} s", flush=True)

    def obey(self, submission, code, said):
        """Asks again where the messages say so."""
        # A controller that has just been started refuses every job until its nodes have come back to it.
        for _ in range(10):
            if code == 0:
                break
            words = self.words_again(submission, code, said)
            if not words:
                break
            self.count.ask_again(submission)
            print(f"{submission}: asked again after {code}: {said.strip().splitlines()[-1:]}", flush=True)
            time.sleep(2)
            done = self.box.run("yard", *words, timeout=400)
            code, said = done.returncode, done.stdout + done.stderr
        there = {tuple(run["study_values"]) for run in self.runs()[submission.name]}
        assert len(there) == submission.num_jobs, f"{submission}: {len(there)} runs are there: {said}"

    def words_again(self, submission, code, said):
        """What a person types next; nothing where there is nothing to do."""
        is_study = submission.kind == "study"
        looks = is_study or code in (-signal.SIGKILL, 130) or "yard runs" in said
        there = self.runs()[submission.name] if looks else []
        if not there:
            return submission.words
        if is_study and len({tuple(run["study_values"]) for run in there}) < submission.num_jobs:
            return [*submission.words, "--study", there[0]["study"]]
        return []

    # ------------------------------------------------------------ checks of the target

    def check_jobs(self):
        """Jobs of checks that are in the queue, but for those whose end the controller has forgotten; nothing while it is away."""
        done = self.cluster.slurm("squeue", "-h", "-o", "%j|%i|%T|%r")
        if done.returncode != 0:
            return None
        jobs = [line.split("|") for line in done.stdout.splitlines() if line.startswith("trainyard-check-")]
        return [job for job in jobs if not self.count.is_forgotten(job[1])]

    def interrupt_check(self, submission):
        if not submission.fault.startswith("client"):
            time.sleep(submission.chance.uniform(0, 9))  # Ctrl-C may come at any moment of the check
            submission.client.send_signal(signal.SIGINT)

    def see_check_gone(self, submission):
        deadline = time.monotonic() + PATIENCE
        while (left := self.check_jobs()) != [] and time.monotonic() < deadline:
            time.sleep(0.5)
        if left:
            print(f"{submission}: left until the next check: {left}", flush=True)
            self.count.again["check's job left until the next check"] += 1

    # ------------------------------------------------------------ several

    def flag(self, submission):
        """Its first run waits for this file. On the cluster: what names the sandbox's folder is taken for a process of the sandbox."""
        return self.faults.folder / f"{submission.name}.flag"

    def prepare(self, submission):
        before = ""
        if submission.kind == "dependent":
            first = Submission(f"first-{submission.name}", "run", submission.workload, "none", submission.chance)
            flag = self.flag(submission)
            file = self.documents.write(first.name, first.workload, {}, flag)
            first.words = ["submit", file, "--target", self.cluster.target]
            done = self.box.run("yard", *first.words, timeout=400)
            self.obey(first, done.returncode, done.stdout + done.stderr)
            before = self.runs()[first.name][0]["run"][:8]
            # The run before may be over at any moment of the submission, or not before it.
            if submission.chance.random() < 0.3:
                flag.touch()
        self.documents.complete(submission, before)
        if before:
            submission.expected.append((f"first-{submission.name}", "-"))

    def after(self, submission):
        if submission.kind == "dependent":
            self.flag(submission).touch()
        self.done.append(submission)

    def each_its_own(self, submissions):
        def whole(submission):
            self.prepare(submission)
            # Whose sbatch it is cannot be told from two checks' names.
            with self.one_check if submission.kind == "check" else contextlib.nullcontext():
                self.submit(submission)
            self.after(submission)

        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(whole, submissions))

    def all_together(self, submissions, fault):
        with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
            list(pool.map(self.prepare, submissions))
        if fault == "disconnect_while_logging_in":
            self.faults.log_out()
        is_struck = threading.Event()
        with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
            waiting = [pool.submit(self.submit, one, lambda: is_struck.wait(200)) for one in submissions]
            wait_until(lambda: all(one.client for one in submissions), 30, "the clients")
            try:
                self.faults.strike_all(fault, submissions)
            finally:
                is_struck.set()
            self.relay.delay(0)
            for one in waiting:
                one.result()
        for submission in submissions:
            self.after(submission)


@contextlib.contextmanager
def own_disk(box):
    """A small disk for this computer's data, where that is allowed. Tells whether it is."""
    data = box.root / "data"
    data.mkdir(exist_ok=True)
    mounted = (
        os.geteuid() == 0
        and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(data)], stderr=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )
    try:
        yield mounted
    finally:
        if mounted:
            box.stop_everything()
            subprocess.run(["umount", "-l", str(data)], check=False)


def draw(number, seed, faults):
    """The submissions in rounds: some that one fault strikes together, or many with one each."""
    chance = random.Random(seed)
    slow = [fault for fault in faults if "slow" in fault] * (number // 100 + 1)  # each takes minutes
    faults = [fault for fault in faults if "slow" not in fault]
    drawn = (slow + faults * (number // max(len(faults), 1) + 1))[:number]
    chance.shuffle(drawn)
    by_fault = collections.defaultdict(list)
    for index, fault in enumerate(drawn):
        own = random.Random(f"{seed}-{index}")
        # What takes minutes is done at the same time.
        by_fault[fault if fault in SHARED or "slow" in fault else "own"].append(
            Submission(f"once-{index:04}", *draw_kind(own, fault), fault, own)
        )
    rounds = []
    for fault, submissions in by_fault.items():
        size = TOGETHER if fault in SHARED else 4 * AT_ONCE if fault == "own" else AT_ONCE
        rounds += [(fault, submissions[i : i + size]) for i in range(0, len(submissions), size)]
    chance.shuffle(rounds)
    return rounds


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    faults = sys.argv[3:] or OWN + SHARED
    print(f"{number} submissions, seed {seed}", flush=True)
    with Sandbox() as box, own_disk(box) as has_disk, PracticeCluster() as cluster, Relay(cluster.address) as relay:
        if not has_disk:
            print("left out, needs root: disk_full_after_sbatch", flush=True)
            faults = [kind for kind in faults if kind != "disk_full_after_sbatch"]
        cluster.add_target(box, relay.address[1])
        test = Test(box, cluster, relay)
        for fault, submissions in draw(number, seed, faults):
            if fault in SHARED:
                test.all_together(submissions, fault)
            else:
                test.each_its_own(submissions)
        test.count.settle()
        test.count.see_nothing_left()
        test.count.see_others_job_untouched()
        test.count.judge(test.done)
        hits = collections.Counter(line.split()[1] for line in test.faults.hits())
        print(f"met by programs: {dict(hits)}; besides: {dict(test.count.again)}")
        print(f"{number} submissions, each started once, nothing left in the queue")


if __name__ == "__main__":
    main()
