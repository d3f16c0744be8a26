# SPDX-License-Identifier: GPL-3.0-or-later
"""Exactly once: submissions to a real cluster with a fault at a random point of each; every one of them starts one time.

Usage: exactly_once_test.py [NUMBER [SEED [FAULT...]]]. The workload appends a line to a file when it starts, and the lines are
counted. The faults: client, service or both killed; the link cut at random, before and after sbatch, or stalled; a disconnect
during the login; sbatch delayed, answering late, failing before or after it submitted, killed; the submission script killed; the
controller killed and started again, or hanging; a login shell that cannot fork after sbatch; a journal that cannot be read, by two
errors or until the deadline; this computer's disk full after sbatch (as root only); a site's plugin that renames the job, or
refuses it with words that sound like a broken connection. A job that the controller forgot before its release is submitted again
by itself; one that it forgot later is shown as lost.

The test does what a person does who obeys: an error means that nothing was started, so it submits again at once; where the
message says to look at `yard runs`, or there is none since the client was killed, it looks first; what is shown as lost it resumes.

One file because all faults are drawn for one cluster and judged by one count.
"""

import collections
import contextlib
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time

from practice import PracticeCluster
from relay import Relay
from sandbox import BIN, Sandbox, wait_until

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

# What login shells do while the file is there; and where file reads find their programs.
BASHRC = """[ -e "$HOME/no_fork" ] && { echo "bash: fork: retry: Resource temporarily unavailable" >&2; echo "bash: fork: Resource temporarily unavailable" >&2; exit 254; }
export PATH="%s/shims:$PATH"
"""

# The laptop's reads of the journal, not the script's own.
TAIL = r"""
case "$*" in *"-- "*journal*) case $(cat "$HOME/journal_fault" 2>/dev/null) in
  stale) echo "tail: cannot open 'journal' for reading: Stale file handle" >&2; exit 1 ;;
  io) echo "tail: error reading 'journal': Input/output error" >&2; exit 1 ;;
  slow) sleep 130 ;;
esac ;; esac
exec "$REAL" "$@"
"""

# The site's plugin: a file names what it does to the job of one submission.
PLUGIN = """function slurm_job_submit(job, partitions, user)
  local file = io.open("%s", "r")
  if file == nil then return slurm.SUCCESS end
  local fault, whose = file:read("*l"), file:read("*l")
  file:close()
  if job.name:sub(1, #whose) ~= whose then return slurm.SUCCESS end
  os.remove("%s")
  if fault == "refuse" then
    slurm.log_user("connection of your project timed out; please contact the helpdesk")
    return slurm.ERROR
  end
  job.name = fault == "rename" and "lab" or "lab_" .. job.name
  return slurm.SUCCESS
end
function slurm_job_modify(a, b, c, d) return slurm.SUCCESS end
"""

FAULTS = [
    "shell_after_sbatch",
    "journal_stale_after_sbatch",
    "journal_io_after_sbatch",
    "journal_slow_after_sbatch",
    "disk_full_after_sbatch",
    "plugin_rename",
    "plugin_prefix",
    "plugin_rename_and_sbatch_fails_after",
    "plugin_refuse",
    "disconnect_while_logging_in",
    "client_killed",
    "service_killed",
    "both_killed",
    "link_cut",
    "link_cut_before_sbatch",
    "link_cut_after_sbatch",
    "link_stalled",
    "sbatch_delayed",
    "sbatch_late",
    "sbatch_fails_before",
    "sbatch_fails_after",
    "sbatch_refuses_after",
    "sbatch_killed_after",
    "script_killed_before_sbatch",
    "script_killed_after_sbatch",
    "controller_killed",
    "controller_killed_after_sbatch",
    "controller_hangs",
]


class Test:
    def __init__(self, box, cluster, relay, chance):
        self.box, self.cluster, self.relay, self.chance = box, cluster, relay, chance
        self.starts = cluster.layout.home / "starts"
        self.again = collections.Counter()
        self.made = 0
        code = box.work / "code"
        code.mkdir()
        (code / "count.sh").write_text(f'#!/bin/sh\necho "$(basename "$TRAINYARD_RUN_DIR")" >>"{self.starts}"\n')
        (code / "count.sh").chmod(0o755)
        cluster.shim("sbatch", SBATCH)
        cluster.shim("tail", TAIL)
        self.home = cluster.layout.home
        (self.home / ".bashrc").write_text(BASHRC % self.home)
        self.take_plugin()

    def take_plugin(self):
        """The controller reads at its start which plugins it has."""
        file, folder = self.home / "plugin_fault", self.cluster.root / "slurm"
        (folder / "job_submit.lua").write_text(PLUGIN % (file, file))
        with open(folder / "extra.conf", "a") as conf:
            conf.write("JobSubmitPlugins=lua\n")
        self.restart_controller()
        wait_until(
            lambda: "idle" in (nodes := self.cluster.must("sinfo", "-h", "-o", "%T")) and "unk" not in nodes,
            60,
            "the nodes",
        )

    def experiment(self, name):
        """Every other one is a job script as it is."""
        file = self.box.work / f"{name}.yaml"
        self.made += 1
        if self.made % 2 == 0:
            (code := self.box.work / "scripts").mkdir(exist_ok=True)
            (code / "count.sh").write_text(
                "#!/bin/bash\n#SBATCH -c 1\n#SBATCH --time=10\n"
                f'echo "$(basename "$(dirname "$SLURM_SUBMIT_DIR")")" >>"{self.starts}"\n'
            )
            file.write_text(
                f"format: 1\nname: {name}\nworkload: script\nscript: {{file: scripts/count.sh}}\ncode: {{source: scripts}}\n"
            )
            return file
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\ncommand: {{launcher: none, program: count.sh, metrics: none}}\n"
            'code: {source: code}\nresources: {cpus_per_process: 1, time_limit: "10"}\n'
        )
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
            if (journal and word and word in journal.read_text()) or (
                not word and list(self.cluster.base.glob(f"{name}-*"))
            ):
                return
            time.sleep(0.01)

    def kill(self, *words):
        for pid in self.box.processes(*words):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_script(self, name):
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
                if any(word.endswith(b"submit_once.sh") for word in words) and any(
                    f"/{name}-".encode() in word for word in words
                ):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                pass

    def restart_controller(self):
        self.cluster.kill("slurmctld")
        time.sleep(self.chance.uniform(0, 3))  # chance chooses how long the controller is away
        self.cluster.start("slurmctld")

    def disconnect(self):
        """What the desktop's button does, as soon as a login has begun."""
        file = self.box.root / "data/trainyard/service.json"
        wait_until(file.exists, 30, "the service")
        time.sleep(self.chance.uniform(0, 1))  # the disconnect may come at any moment of the login
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(json.loads(file.read_text())["socket"])
            for number, (method, words) in enumerate(
                [
                    ("hello", {"protocol": 1, "version": "0", "build": 0, "asks": False}),
                    ("targets.disconnect", {"name": self.cluster.target}),
                ],
                1,
            ):
                line.sendall(
                    json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": words}).encode() + b"\n"
                )
            line.recv(4096)
            time.sleep(0.5)  # what was read may be the answer to hello alone: the disconnect gets time too

    def fill_disk(self):
        """This computer's, for some seconds; as root it is one of its own."""
        ballast = self.box.root / "data/ballast"
        with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        time.sleep(self.chance.uniform(4, 9))  # chance chooses how long the disk is full
        ballast.unlink()

    @contextlib.contextmanager
    def file_there(self, name, text, seconds):
        (self.home / name).write_text(text)
        time.sleep(seconds)  # the caller chooses how long the fault lasts
        yield
        (self.home / name).unlink()

    def break_something(self, fault, name, client):
        if fault.startswith("plugin_"):
            (self.home / "plugin_fault").write_text(f"{fault.split('_')[1]}\n{name}\n")
        fault = fault.removeprefix("plugin_rename_and_")
        sbatch = fault.removeprefix("sbatch_")
        if sbatch != fault:
            (self.cluster.layout.home / "fault").write_text(sbatch)
            return
        if fault.endswith("before_sbatch"):
            self.wait_for(name, "" if fault.startswith("link") else "claimed")
        elif fault.endswith("after_sbatch"):
            self.wait_for(name, "sbatch ")
            time.sleep(self.chance.uniform(0, 0.1))  # the fault may come at any moment after sbatch began
        elif not fault.startswith(("plugin", "disconnect")):
            time.sleep(self.chance.uniform(0, 3))  # the fault may come at any moment of the submission
        if fault == "shell_after_sbatch":
            time.sleep(self.chance.uniform(0, 2))  # logins may begin to fail at any moment after sbatch
            with self.file_there("no_fork", "", self.chance.uniform(1, 6)):
                pass
        if fault.startswith("journal"):
            kind = fault.split("_")[1]
            with self.file_there("journal_fault", kind, 125 if kind == "slow" else self.chance.uniform(1, 6)):
                pass
        if fault == "disk_full_after_sbatch":
            self.fill_disk()
        if fault == "disconnect_while_logging_in":
            self.disconnect()
        if fault in ("client_killed", "both_killed"):
            client.kill()
        if fault in ("service_killed", "both_killed"):
            self.kill("yard", " serve")
        if fault.startswith("link_cut"):
            self.relay.cut()
        if fault == "link_stalled":
            self.relay.stall()
            # Chance chooses how long the link is silent: shorter or longer than what is taken for broken.
            time.sleep(self.chance.uniform(2, 25))
            self.relay.go()
        if fault.startswith("script_killed"):
            self.kill_script(name)
        if fault.startswith("controller_killed"):
            self.restart_controller()
        if fault == "controller_hangs":
            self.cluster.pause("slurmctld")
            time.sleep(self.chance.uniform(5, 20))  # chance chooses how long the controller hangs
            self.cluster.on_progress("slurmctld")

    # ------------------------------------------------------------ one submission

    def submit(self, name, fault):
        experiment = self.experiment(name)
        if fault == "disconnect_while_logging_in":  # the login is the next service's first
            self.box.stop_everything()
            (self.box.root / "data/trainyard/service.json").unlink(missing_ok=True)
            self.relay.delay(50)
        log = self.box.work / f"{name}.log"
        with open(log, "w") as out:
            client = subprocess.Popen(
                [str(BIN / "yard"), "submit", str(experiment), "--target", self.cluster.target],
                env=self.box.environment,
                cwd=self.box.work,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        self.break_something(fault, name, client)
        code = client.wait(400)
        self.relay.delay(0)
        said = log.read_text()
        # A controller that has just been started refuses every job until its nodes have come back to it.
        for _ in range(10):
            if code == 0:
                break
            looks = code == -signal.SIGKILL or "yard runs" in said
            if looks and name in self.runs():
                break
            self.again[f"asked again: {fault}"] += 1
            print(f"{name} {fault}: asked again after {code}: {said.strip().splitlines()[-1:]}", flush=True)
            time.sleep(2)
            done = self.box.run("yard", "submit", experiment, "--target", self.cluster.target, timeout=400)
            code, said = done.returncode, done.stdout + done.stderr
        assert name in self.runs(), f"{name} is not taken: {said}"

    def over(self, names):
        """Whether every run is completed; those that were lost or refused on the way are resumed."""
        runs = self.runs()
        for name in names:
            # A controller that was killed may know nothing of a job that it had started: its first step is refused.
            run, code = runs[name], runs[name].get("code") or ""
            if run["state"] == "failed" and ("lost" in code or code == "step.ended"):
                self.again[f"resumed after {code}"] += 1
                self.box.must("yard", "resume", run["run"])
        return all(runs[name]["state"] == "completed" for name in names)

    def settle(self, names):
        """Until every run is over; what was lost later is submitted again, as a person does."""
        deadline = time.monotonic() + 900
        while time.monotonic() < deadline:
            if self.over(names):
                return
            time.sleep(2)
        raise AssertionError(
            "not over: "
            + ", ".join(
                f"{name} {run['state']} {run.get('reason')}"
                for name, run in self.runs().items()
                if run["state"] != "completed"
            )
        )

    def left(self):
        return self.cluster.queue("%j|%i|%T|%r|%M")

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
            journals = [
                text
                for path in self.cluster.base.glob("once-*/submissions/*/journal")
                for text in [path.read_text()]
                if any(f"job {job[1]}\n" in text for job in self.left())
            ]
            raise AssertionError(f"{problem}: {self.left()} {journals}") from problem
        lines = collections.Counter(line.rsplit("-", 1)[0] for line in self.starts.read_text().splitlines())
        wrong = {name: lines[name] for name in names if lines[name] != 1}
        assert not wrong and sum(lines.values()) == len(names), (
            f"started another number of times than once: {wrong or lines}"
        )


@contextlib.contextmanager
def own_disk(box):
    """A small disk for this computer's data, where that is allowed. Tells whether it is."""
    data = box.root / "data"
    data.mkdir(exist_ok=True)
    mounted = (
        os.geteuid() == 0
        and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(data)], stderr=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )
    try:
        yield mounted
    finally:
        if mounted:
            box.stop_everything()
            subprocess.run(["umount", "-l", str(data)], check=False)


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    chance = random.Random(seed)
    kinds = sys.argv[3:] or FAULTS
    print(f"{number} submissions, seed {seed}", flush=True)
    with Sandbox() as box, own_disk(box) as has_disk, PracticeCluster() as cluster, Relay(cluster.address) as relay:
        if not has_disk:
            print("left out, needs root: disk_full_after_sbatch", flush=True)
            kinds = [kind for kind in kinds if kind != "disk_full_after_sbatch"]
        faults = (kinds * (number // len(kinds) + 1))[:number]
        chance.shuffle(faults)
        cluster.add_target(box, relay.address[1])
        test = Test(box, cluster, relay, chance)
        names = []
        for index, fault in enumerate(faults):
            names.append(f"once-{index:03}")
            began = time.monotonic()
            test.submit(names[-1], fault)
            print(f"{names[-1]} {fault}: {time.monotonic() - began:.1f} s", flush=True)
        test.settle(names)
        test.check(names)
        print(
            f"{number} submissions, {number} starts, nothing left in the queue; besides: {dict(test.again)}; faults: {dict(collections.Counter(faults))}"
        )


if __name__ == "__main__":
    main()
