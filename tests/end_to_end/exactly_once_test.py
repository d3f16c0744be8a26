"""Exactly once: submissions to a real cluster with a fault at a random point of each; every one of them starts one time.

Usage: exactly_once_test.py [NUMBER [SEED]]. The workload appends a line to a file when it starts, and the lines are counted. The
faults: client, service or both killed; the link cut at random, before and after sbatch, or stalled; sbatch delayed, answering late, failing
before or after it submitted, killed; the submission script killed; the controller killed and started again, or hanging. A job
that the controller forgot before its release is submitted again by itself; one that it forgot later is shown as lost, and this
test does then what a person does: it submits it again.
"""
import collections
import json
import os
import pathlib
import random
import signal
import sys
import time

from practice import PracticeCluster
from relay import Relay
from sandbox import Sandbox, wait_until

SBATCH = r"""
case "$*" in *--hold*) ;; *) exec "$REAL" "$@" ;; esac
fault=$(cat "$HOME/fault" 2>/dev/null)
rm -f "$HOME/fault"
case $fault in
  delayed) sleep 6 ;;
  late) "$REAL" "$@" >"$HOME/answer"; code=$?; sleep 6; cat "$HOME/answer"; exit $code ;;
  fails_before) echo 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)' >&2; exit 1 ;;
  fails_after) "$REAL" "$@" >/dev/null; echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation' >&2; exit 1 ;;
  refuses_after) "$REAL" "$@" >/dev/null; echo 'sbatch: error: Batch job submission failed: Requested node configuration is not available' >&2; exit 1 ;;
  killed_after) "$REAL" "$@" >/dev/null; kill -9 $$ ;;
esac
exec "$REAL" "$@"
"""

FAULTS = ["client_killed", "service_killed", "both_killed", "link_cut", "link_cut_before_sbatch", "link_cut_after_sbatch", "link_stalled",
          "sbatch_delayed", "sbatch_late", "sbatch_fails_before", "sbatch_fails_after", "sbatch_refuses_after", "sbatch_killed_after",
          "script_killed_before_sbatch", "script_killed_after_sbatch", "controller_killed", "controller_killed_after_sbatch", "controller_hangs"]


class Test:
    def __init__(self, box, cluster, relay, chance):
        self.box, self.cluster, self.relay, self.chance = box, cluster, relay, chance
        self.starts = cluster.layout.home / "starts"
        self.again = collections.Counter()
        code = box.work / "code"
        code.mkdir()
        (code / "count.sh").write_text(f'#!/bin/sh\necho "$(basename "$TRAINYARD_RUN_DIR")" >>"{self.starts}"\n')
        (code / "count.sh").chmod(0o755)
        cluster.shim("sbatch", SBATCH)

    def experiment(self, name):
        file = self.box.work / f"{name}.yaml"
        file.write_text(f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: count.sh, metrics: none}}\n"
                        "code: {source: code}\nresources: {cpus_per_process: 1, time_limit: \"10\"}\n")
        return file

    def runs(self):
        """What the person sees: {name: run}."""
        found = {}
        for run in json.loads(self.box.must("yard", "runs", "--json")):
            assert run["name"] not in found, f"{run['name']} is there twice"
            found[run["name"]] = run
        return found

    # ------------------------------------------------------------ faults

    def journal(self, name):
        return next(iter(self.cluster.base.glob(f"{name}-*/submissions/*/journal")), None)

    def wait_for(self, name, word):
        """Until the submission's journal has a word; without a word, until its run folder is there."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            journal = self.journal(name)
            if (journal and word and word in journal.read_text()) or (not word and list(self.cluster.base.glob(f"{name}-*"))):
                return
            time.sleep(0.01)

    def kill(self, *words):
        for pid in self.box.processes(*words):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def kill_script(self, name):
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
                if any(word.endswith(b"submit_once.sh") for word in words) and any(f"/{name}-".encode() in word for word in words):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                pass

    def restart_controller(self):
        self.cluster.kill("slurmctld")
        time.sleep(self.chance.uniform(0, 3))
        self.cluster.start("slurmctld")

    def break_something(self, fault, name, client):
        sbatch = fault.removeprefix("sbatch_")
        if sbatch != fault:
            (self.cluster.layout.home / "fault").write_text(sbatch)
            return
        if fault.endswith("before_sbatch"):
            self.wait_for(name, "" if fault.startswith("link") else "claimed")
        elif fault.endswith("after_sbatch"):
            self.wait_for(name, "sbatch ")
            time.sleep(self.chance.uniform(0, 0.1))
        else:
            time.sleep(self.chance.uniform(0, 3))
        if fault in ("client_killed", "both_killed"):
            client.kill()
        if fault in ("service_killed", "both_killed"):
            self.kill("yard", " serve")
        if fault.startswith("link_cut"):
            self.relay.cut()
        if fault == "link_stalled":
            self.relay.stall()
            time.sleep(self.chance.uniform(2, 25))
            self.relay.go()
        if fault.startswith("script_killed"):
            self.kill_script(name)
        if fault.startswith("controller_killed"):
            self.restart_controller()
        if fault == "controller_hangs":
            self.cluster.pause("slurmctld")
            time.sleep(self.chance.uniform(5, 20))
            self.cluster.go_on("slurmctld")

    # ------------------------------------------------------------ one submission

    def submit(self, name, fault):
        experiment = self.experiment(name)
        client = self.box.start("yard", "submit", experiment, "--target", self.cluster.target)
        self.break_something(fault, name, client)
        client.wait(400)
        # Who was interrupted looks whether the run is there, and asks again if not. A controller that has just been started refuses
        # every job until its nodes have come back to it.
        for _ in range(10):
            if name in self.runs():
                return
            self.again[f"not taken: {fault}"] += 1
            time.sleep(2)
            done = self.box.run("yard", "submit", experiment, "--target", self.cluster.target, timeout=400)
        assert name in self.runs(), f"{name} is not taken: {done.stdout}{done.stderr}"

    def settle(self, names):
        """Until every run is over; what was lost later is submitted again, as a person does."""
        deadline = time.monotonic() + 900
        while time.monotonic() < deadline:
            runs = self.runs()
            for name in names:
                run = runs[name]
                if run["state"] == "failed" and "lost" in (run.get("code") or ""):
                    self.again["lost later"] += 1
                    self.box.must("yard", "resume", run["run"])
            if all(runs[name]["state"] == "completed" for name in names):
                return
            time.sleep(2)
        raise AssertionError("not over: " + ", ".join(f"{name} {run['state']} {run.get('reason')}" for name, run in self.runs().items() if run["state"] != "completed"))

    def left(self):
        return [job for job in self.cluster.queue("%j|%i|%T|%r|%M") if job[0].startswith("once-")]

    def check(self, names):
        # A controller that was killed before it wrote down the end of a job shows it as running until its node registers again; it
        # may start it once more then, which must do nothing.
        time.sleep(10)
        if self.left():
            self.again["job whose end the controller forgot"] += len(self.left())
            self.cluster.must("scontrol", "reconfigure")
        try:
            wait_until(lambda: not self.left(), 180, "no job left in the queue")
        except AssertionError as problem:
            journals = {job[0]: [path.read_text() for path in self.cluster.base.glob(f"{job[0].rpartition('.')[0]}/submissions/*/journal")] for job in self.left()}
            raise AssertionError(f"{problem}: {self.left()} {journals}") from problem
        lines = collections.Counter(line.rsplit("-", 1)[0] for line in self.starts.read_text().splitlines())
        wrong = {name: lines[name] for name in names if lines[name] != 1}
        assert not wrong and sum(lines.values()) == len(names), f"started another number of times than once: {wrong or lines}"


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    chance = random.Random(seed)
    faults = (FAULTS * (number // len(FAULTS) + 1))[:number]
    chance.shuffle(faults)
    print(f"{number} submissions, seed {seed}", flush=True)
    with Sandbox() as box, PracticeCluster() as cluster, Relay(cluster.address) as relay:
        cluster.add_target(box, relay.address[1])
        test = Test(box, cluster, relay, chance)
        names = []
        for index, fault in enumerate(faults):
            names.append(f"once-{index:02}")
            began = time.monotonic()
            test.submit(names[-1], fault)
            print(f"{names[-1]} {fault}: {time.monotonic() - began:.1f} s", flush=True)
        test.settle(names)
        test.check(names)
        print(f"{number} submissions, {number} starts, nothing left in the queue; besides: {dict(test.again)}; faults: {dict(collections.Counter(faults))}")


if __name__ == "__main__":
    main()
