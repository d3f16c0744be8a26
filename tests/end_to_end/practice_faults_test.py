# SPDX-License-Identifier: GPL-3.0-or-later
"""What a cluster does to a job, and what the table says then: requeued, node lost, time over, cancelled, controller away.

Every disturbed run that goes on must give the same losses, bit for bit, as an undisturbed one; and an attempt that a later one has
superseded commits nothing more and ends itself.
"""

import contextlib
import itertools
import json
import os
import signal
import threading
import time
import unittest

from practice import PracticeCluster, process_name
from sandbox import Sandbox, attempts, end_of, events, metric, wait_until

STEPS = 300
SUPERSEDED_LIMIT_SECONDS = 60


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # One cluster, so that the engine is sent once.
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        cls.experiment = cls.sandbox.small_experiment(
            "faults",
            model__overrides="{n_layer: 2, n_embd: 64, n_head: 2, n_positions: 64, vocab_size: 512, resid_pdrop: 0.1}",
            training__max_steps=STEPS,
            checkpoint__every_steps=20,
            evaluation__every_steps="null",
            logging__every_steps=2,
            batch__per_device=2,
            environment__variables='{OMP_NUM_THREADS: "1"}',
        )
        cls.whole = None

    def submit(self, *settings):
        """Returns the run's folder and its job."""
        settings = ("resources.nodes=2", "resources.processes_per_node=1", *settings)
        said = self.sandbox.must(
            "yard",
            "submit",
            self.experiment,
            "--target",
            self.cluster.target,
            "--json",
            *[word for setting in settings for word in ("--set", setting)],
            timeout=300,
        )
        folder = self.cluster.base / json.loads(said)["folder"].rpartition("/")[2]
        return folder, job_of(folder)

    def run_now(self):
        return json.loads(self.sandbox.must("yard", "show", "last", "--json"))

    def wait_for(self, states, seconds, seen=None):
        """Waits until the table says one of the states; `seen` collects every word on the way."""

        def look():
            state = self.run_now()["state"]
            if seen is not None and (not seen or seen[-1] != state):
                seen.append(state)
            return state if state in states else None

        try:
            return wait_until(look, seconds, f"state {' or '.join(states)}")
        except AssertionError as problem:
            raise AssertionError(f"{problem}; it is {self.run_now()}") from problem

    def wait_for_checkpoint(self, folder, seconds=120):
        wait_until((folder / "checkpoints/latest").exists, seconds, "the first checkpoint")

    def undisturbed(self):
        if Faults.whole is None:
            folder, _ = self.submit()
            self.wait_for(("completed",), 300)
            Faults.whole = metric(folder)
            self.assertEqual(len(Faults.whole), STEPS // 2)
        return Faults.whole

    def check_whole(self, folder, num_attempts):
        """It completed in so many attempts, its curve is that of the undisturbed run, and no attempt wrote for another one."""
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
        self.assertEqual(len(attempts(folder)), num_attempts)
        self.assertEqual(metric(folder), self.undisturbed())
        printed = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        steps = [point["step"] for point in printed if point["metric"] == "train/loss"]
        self.assertEqual(steps, sorted(self.undisturbed()))
        self.assertEqual(late_commits(folder), [])

    def nodes_of(self, job):
        """The two nodes that it runs on, the one with its agent first."""
        nodes = self.cluster.must(
            "scontrol", "show", "hostnames", self.cluster.must("squeue", "-h", "-j", job, "-o", "%N")
        ).split()
        self.assertEqual(len(nodes), 2)
        return nodes

    def ranks(self, *nodes):
        return [pid for node in nodes for pid in self.cluster.processes_on(node) if is_rank(pid)]

    # ------------------------------------------------------------ what happens to a job

    def test_requeued(self):
        self.undisturbed()
        folder, job = self.submit()
        self.wait_for_checkpoint(folder)
        self.cluster.must("scontrol", "requeue", job)
        seen = []
        self.wait_for(("completed",), 300, seen)
        self.assertIn("waiting", seen, "the requeued job was never shown as waiting")
        self.assertLessEqual(set(seen), {"running", "waiting", "completed"})
        self.check_whole(folder, 2)

    def test_node_lost(self):
        self.undisturbed()
        folder, job = self.submit()
        self.wait_for_checkpoint(folder)
        node = self.nodes_of(job)[1]
        self.assertGreater(self.cluster.kill_node(node), 1)
        seen = []
        try:
            self.wait_for(("completed",), 400, seen)
        finally:
            self.cluster.start(node)
        self.assertIn("waiting", seen, "the requeued job was never shown as waiting")
        self.assertLessEqual(set(seen), {"running", "waiting", "completed"})
        self.check_whole(folder, 2)

    def test_node_lost_for_good(self):
        """Where the experiment does not want to go on by itself, it is a failure that names the node; a person resumes it."""
        self.undisturbed()
        folder, job = self.submit("restart.on_preemption=false")
        self.wait_for_checkpoint(folder)
        node = self.nodes_of(job)[1]
        self.cluster.kill_node(node)
        try:
            self.wait_for(("failed",), 200)
            self.assertIn("node", self.run_now()["reason"].lower())
            self.sandbox.must("yard", "resume", "last", timeout=120)
            self.wait_for(("completed",), 300)
        finally:
            self.cluster.start(node)
        self.assertEqual(sorted(path.name for path in (folder / "submissions").iterdir()), ["1", "2"])
        self.check_whole(folder, 2)

    def test_controller_away(self):
        self.undisturbed()
        folder, _ = self.submit()
        self.wait_for_checkpoint(folder)
        self.wait_for(("running",), 60)  # what is known of it while nobody can be asked
        self.cluster.stop("slurmctld")
        away = time.monotonic()
        seen = []
        try:
            wait_until(lambda: end_of_run(folder), 300, "the run's end, without a controller")
            while time.monotonic() < away + 60:
                seen.append(self.run_now()["state"])
                time.sleep(1)
        finally:
            self.cluster.start("slurmctld")
        self.assertLessEqual(set(seen), {"running", "completed"})
        self.wait_for(("completed",), 200, seen)
        self.assertLessEqual(set(seen), {"running", "completed"})
        self.check_whole(folder, 1)

    def test_cancelled(self):
        folder, _ = self.submit()
        self.wait_for_checkpoint(folder)
        self.sandbox.must("yard", "cancel", "last")
        self.wait_for(("cancelled",), 120)
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "cancelled")
        wait_until(lambda: self.cluster.queue() == [], 60, "nothing of it in the queue")

    def test_time_over(self):
        folder, _ = self.submit(
            "resources.time_limit=1", "restart.signal_before_end_seconds=20", "training.max_steps=1000000"
        )
        self.wait_for(("timed_out",), 240)
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "timed_out")
        self.assertEqual(len(attempts(folder)), 1)

    def test_time_over_and_on(self):
        self.undisturbed()
        folder, job = self.submit(
            "resources.time_limit=1", "restart.signal_before_end_seconds=20", "restart.on_time_limit=true"
        )
        self.wait_for_checkpoint(folder)
        stop_until_asked_to_stop(self.ranks(*self.nodes_of(job)), folder)
        seen = []
        self.wait_for(("completed",), 300, seen)
        self.assertIn("waiting", seen, "the requeued job was never shown as waiting")
        self.assertLessEqual(set(seen), {"running", "waiting", "completed"})
        self.assertEqual(end_of(attempts(folder)[0])["outcome"], "timed_out")
        self.assertEqual(job_of(folder), job)
        self.check_whole(folder, 2)

    # ------------------------------------------------------------ an attempt that goes on beside its successor

    def superseded(self, folder, job, is_frozen):
        """The nodes lose their cluster, which starts the job again on others; what is left of the first attempt wakes up, or never
        slept. Returns how long it lived beside the second one. While a frozen one wakes up, the second one is held, so that whatever
        is committed then is the first one's."""
        nodes = self.nodes_of(job)
        left = [pid for node in nodes for pid in self.cluster.cut_off(node)]
        self.assertTrue([pid for pid in left if is_rank(pid)])
        if is_frozen:
            send(left, signal.SIGSTOP)
        watch, successor = None, []
        try:
            wait_until(lambda: len(attempts(folder)) > 1, 200, f"a second attempt, of {self.cluster.queue()}")
            if is_frozen:
                wait_until(
                    lambda: [line for line in events(attempts(folder)[1]) if line["event"] == "checkpoint"],
                    200,
                    "a checkpoint of the second attempt",
                )
                successor = self.ranks(*self.nodes_of(job))
                send(successor, signal.SIGSTOP)
            watch = CommitWatch(folder)
            began = time.monotonic()
            send(left, signal.SIGCONT)
            wait_until(
                lambda: not [pid for pid in left if process_name(pid)],
                SUPERSEDED_LIMIT_SECONDS,
                f"the end of {[process_name(pid) for pid in left]}",
            )
            seconds = time.monotonic() - began
            self.assertEqual(watch.finish(), [], "what was committed is not what the later attempt announced")
            return seconds
        finally:
            if watch:
                watch.finish()
            send(left + successor, signal.SIGCONT)
            for node in nodes:
                self.cluster.start(node)

    def test_superseded_frozen(self):
        self.undisturbed()
        folder, job = self.submit()
        self.wait_for_checkpoint(folder)
        seconds = self.superseded(folder, job, is_frozen=True)
        print(f"the frozen attempt ended {seconds:.1f} s after it went on", flush=True)
        self.wait_for(("completed",), 300)
        self.check_whole(folder, 2)

    def test_superseded_running(self):
        folder, job = self.submit("training.max_steps=1000000")
        self.wait_for_checkpoint(folder)
        seconds = self.superseded(folder, job, is_frozen=False)
        print(f"the running attempt ended {seconds:.1f} s after the next one began", flush=True)
        resumed = lambda: [line for line in events(attempts(folder)[1]) if line["event"] == "metrics"]
        wait_until(lambda: len(resumed()) > 50, 120, "steps of the second attempt")
        self.assertEqual(len(attempts(folder)), 2)
        self.sandbox.must("yard", "cancel", "last")
        self.wait_for(("cancelled",), 120)
        first, second = (losses_of(attempt) for attempt in attempts(folder))
        self.assertEqual(
            {step: first[step] for step in second if step in first},
            {step: second[step] for step in second if step in first},
        )
        self.assertEqual(late_commits(folder), [])


class CommitWatch:
    """Looks at checkpoints/ and results/ many times a second. Afterwards, everything that appeared must have been announced by the
    second attempt as its own."""

    def __init__(self, folder):
        self.folder, self.seen, self.is_over = folder, set(), False
        self.before = self.look()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def look(self):
        found = set()
        for name in ("checkpoints", "results"):
            with contextlib.suppress(FileNotFoundError):
                found |= {(name, entry) for entry in os.listdir(self.folder / name) if ".tmp-" not in entry}
        with contextlib.suppress(FileNotFoundError):
            found.add(("latest", (self.folder / "checkpoints/latest").read_text().strip()))
        return found

    def run(self):
        while not self.is_over:
            self.seen |= self.look()
            time.sleep(0.005)

    def finish(self):
        """What nobody announced."""
        self.is_over = True
        self.thread.join()
        announced = set()
        for line in events(attempts(self.folder)[1]):
            if line["event"] == "start":
                announced.add(f"step-{line['resume_step']:08}")
            if line["event"] == "checkpoint" and line["bytes"] > 0:  # 0: it was there already
                announced.add(os.path.basename(line["path"]))
        return sorted(
            (kind, name)
            for kind, name in self.seen - self.before
            if name not in announced and name not in ("latest", "best")
        )


def job_of(folder, submission=1):
    return next(
        line.split()[1]
        for line in (folder / f"submissions/{submission}/journal").read_text().splitlines()
        if line.startswith("job ")
    )


def losses_of(attempt):
    return {
        line["step"]: line["values"]["train/loss"]
        for line in events(attempt)
        if line["event"] == "metrics" and "train/loss" in line["values"]
    }


def late_commits(folder):
    """Checkpoints that an attempt announced after the next one had begun."""
    numbered = attempts(folder)
    found = []
    for attempt, later in itertools.pairwise(numbered):
        begun = (later / "agent.json").stat().st_mtime
        found += [line for line in events(attempt) if line["event"] == "checkpoint" and line["time"] > begun]
    return found


def is_rank(pid):
    """A process of the engine, which its own loader may have started."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            words = file.read().split(b"\0")
    except OSError:
        return False
    return b"train" in words and not words[0].endswith(b"yard-agent")


def send(pids, kind):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, kind)


def stop_until_asked_to_stop(pids, folder):
    """Holds the ranks until the agent has been told of the time limit, so that the run is slower than its limit on any machine."""
    assert pids, "no rank is running"
    send(pids, signal.SIGSTOP)
    try:
        wait_until(
            lambda: [line for line in events(attempts(folder)[0]) if line.get("code") == "stop.requested"],
            150,
            "the signal before the time limit",
        )
    finally:
        send(pids, signal.SIGCONT)


def end_of_run(folder):
    try:
        return end_of(attempts(folder)[-1])
    except (AssertionError, IndexError):
        return None


if __name__ == "__main__":
    unittest.main()
