# SPDX-License-Identifier: GPL-3.0-or-later
"""The submission script against made-up Slurm programs that fail in every way: one submission makes one start.

Each case runs the real script in a PATH where sbatch, squeue, scontrol and scancel are a small model of a controller, with
faults, and where sleep is short. The model writes a line for each start of a job, and these lines are counted.

One file because half of it is the model of a controller, which every case needs.
"""

import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PARTS = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "resources/submit"
# As it is sent: what it needs of Slurm comes first.
SCRIPT = pathlib.Path(tempfile.mkdtemp()) / "submit_once.sh"
SCRIPT.write_text((PARTS / "slurm.sh").read_text() + (PARTS / "submit_once.sh").read_text())
atexit.register(shutil.rmtree, SCRIPT.parent)
SHELLS = [shell for shell in ("dash", "bash") if shutil.which(shell)]

# The controller: jobs in a file, under a lock. `faults` names what the next calls of a program do, one word a call.
MODEL = """#!{python} -IS
import fcntl, json, os, sys, time
here = os.path.dirname(os.path.abspath(__file__)) + "/../state/"
lock = open(here + "lock", "w"); fcntl.flock(lock, fcntl.LOCK_EX)
me = os.path.basename(sys.argv[0]); words = sys.argv[1:]
state = json.load(open(here + "state.json"))
def save():
    with open(here + "new", "w") as f: json.dump(state, f)
    os.replace(here + "new", here + "state.json")
def end(code, out="", err=""):
    save(); sys.stdout.write(out); sys.stdout.flush(); sys.stderr.write(err); sys.stderr.flush(); os._exit(code)
def option(name):
    return [w.split("=", 1)[1] if "=" in w else words[i + 1] for i, w in enumerate(words) if w == name or w.startswith(name + "=")]
def submit(before=""):
    state["next"] += 1
    state["jobs"].append(dict(id=state["next"], name=before + option("--job-name")[0], state="PENDING", reason="JobHeldUser", command="/run/job.sh " + words[-1], output=state["run"] + "/submissions/1/output-%d.log" % state["next"]))
    return state["next"]
def start(job):
    job.update(state="RUNNING", reason="None")
    with open(here + "starts", "a") as f: f.write(job["name"] + "\\n")
if me == "squeue" and "--help" in words: end(0, "      --me   equivalent to -u myself\\n" if state["me"] else "  -u, --user=\\n")
with open(here + "calls", "a") as f: f.write(me + " " + " ".join(words) + "\\n")
faults = state["faults"].get(me + " show" if words[:1] in (["show"], ["-o"]) else me, [])
fault = faults.pop(0) if faults else "ok"
if state["silent"] > 0 and fault == "ok":
    state["silent"] -= 1; end(1, "", "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\\n")
if fault == "silent": end(1, "", me + ": error: Socket timed out on send/recv operation\\n")
if me == "sbatch":
    open(here + "environment", "w").write("\\n".join(k + "=" + v for k, v in os.environ.items()))
    refusal = "sbatch: error: Batch job submission failed: "
    if fault == "refused": end(1, "", "sbatch: error: bad partition\\n" + refusal + "Invalid partition name specified\\n")
    if fault == "plugin": end(1, "", "sbatch: error: your project timed out; to connect it again please contact the helpdesk\\n" + refusal + "Unspecified error\\n")
    if fault == "cut": end(1, "", refusal + "Unexpected missing socket error (slurm_msg_sendto: address:port=127.0.0.1:6817 msg_type=4003: Unexpected missing socket error)\\n")
    if fault == "busy": end(1, "", refusal + "Resource temporarily unavailable\\n")
    if fault == "renamed": end(0, "%d\\n" % submit("lab_"))
    if fault == "renamed_but_failed": submit("lab_"); end(1, "", refusal + "Socket timed out on send/recv operation\\n")
    if fault == "renamed_where_arguments_are_not_printed": submit("lab_"); state["jobs"][-1]["command"] = "/run/job.sh"; end(1, "", refusal + "Socket timed out on send/recv operation\\n")
    if fault == "contradiction": end(1, "", "sbatch: fatal: --mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive.\\n")
    if fault == "wrapper": end(7, "", "project lab has no hours left\\n")
    if fault == "no_configuration": end(1, "", "sbatch: error: fetch_config: DNS SRV lookup failed\\nsbatch: fatal: Could not establish a configuration source\\n")
    if fault in ("number_before", "number_after"):
        other = submit(); state["jobs"][-1].update(name="another", command="/home/other.sh", output="/home/out"); mine = submit()
        end(0, "%d\\nHours left:\\n7000\\n%d\\n" % ((other, mine) if fault == "number_before" else (mine, other)))
    if fault in ("taken_over", "given_up"):
        number = submit()
        with open(state["run"] + "/submissions/1/journal", "a") as f: f.write("claimed 1 another 1 boot 1 pid:[1]\\n" + ("lost 2\\n" if fault == "given_up" else ""))
        end(0, "%d\\n" % number)
    if fault == "bad_option": end(255, "", "sbatch: unrecognized option '--nonsense'\\n")
    if fault == "crash": end(139)
    if fault == "done_but_failed": submit(); end(1, "", refusal + "Socket timed out on send/recv operation\\n")
    if fault == "done_but_refused": submit(); end(1, "", refusal + "Requested node configuration is not available\\n")
    if fault == "done_without_id": submit(); end(0, "thank you\\n")
    if fault == "noisy": end(0, "Your project has 12 hours left\\n%d;cluster2\\n" % submit(), "sbatch: lua: hello\\n")
    if fault == "twice": submit(); submit(); end(1, "", refusal + "Zero Bytes were transmitted or received\\n")
    if fault == "late":
        if os.fork() == 0:
            os.setsid(); lock.close(); time.sleep(1.0)  # the job comes after its error was said
            lock = open(here + "lock", "w"); fcntl.flock(lock, fcntl.LOCK_EX)
            state = json.load(open(here + "state.json")); submit(); save(); os._exit(0)
        end(1, "", refusal + "Socket timed out on send/recv operation\\n")
    if fault == "forgotten":
        number = submit(); state["jobs"].pop(); end(0, "%d\\n" % number)
    if fault == "slow":
        number = submit(); save(); fcntl.flock(lock, fcntl.LOCK_UN); time.sleep(1.0); print(number); sys.exit(0)  # the answer comes long after the job
    end(0, "%d\\n" % submit())
if me == "squeue":
    active = ("PENDING", "RUNNING")
    found = [j for j in state["jobs"] if not state["stale"] and j["name"] in (option("-n") or [j["name"]]) and (j["state"] in active or "all" in option("-t"))]
    if option("-O"): end(0, "".join("%-24d%-24s%-64s%-1024s\\n" % (j["id"], j["state"], j["reason"], j["output"]) for j in found))
    end(0, "".join("%d %s %s%s\\n" % (j["id"], j["state"], j["reason"], "|" + j["command"] if "%o" in option("-o")[0] else "") for j in found))
if me == "scontrol" and words[:2] == ["show", "config"]: end(0, "Foo = 1\\nMessageTimeout          = 1 sec\\n")
if me == "scontrol" and words[:3] == ["-o", "show", "job"]:
    if fault == "silent": end(1, "", "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\\n")
    shown = [j for j in state["jobs"] if words[3:] in ([], [str(j["id"])])]
    if words[3:] and not shown: end(1, "", "slurm_load_jobs error: Invalid job id specified\\n")
    line = "JobId=%d JobName=%s UserId=me(%d) GroupId=me(0) MCS_label=N/A JobState=%s Reason=%s Dependency=(null) Command=%s WorkDir=/run StdErr=%s StdIn=/dev/null StdOut=%s \\n"
    end(0, "".join(line % (j["id"], j["name"], os.getuid(), j["state"], j["reason"], j["command"], j["output"], j["output"]) for j in shown) or "No jobs in the system\\n")
if me == "scontrol":
    job = next((j for j in state["jobs"] if j["id"] == int(words[1])), None)
    if fault == "forget": state["jobs"].remove(job); job = None
    if fault == "denied": end(1, "", "Access/permission denied for job %s\\n" % words[1])
    if fault == "done_and_over": start(job); state["jobs"].remove(job); open(state["run"] + "/submissions/1/output-1.log", "w"); end(1, "", "slurm_update error: Socket timed out on send/recv operation\\n")
    if job is None: end(1, "", "Invalid job id specified\\n")
    if job["state"] != "PENDING": end(1, "", "Job is no longer pending execution\\n")
    start(job)
    if fault == "done_but_failed": end(1, "", "slurm_update error: Socket timed out on send/recv operation\\n")
    if fault == "released_then_held": job.update(state="PENDING", reason="JobHeldUser"); open(here + "starts", "w")
    if fault == "released_then_forgotten": state["jobs"].remove(job); open(here + "starts", "w")
    end(0)
if me == "scancel":
    for j in state["jobs"]:
        if str(j["id"]) in words and (j["state"] == "PENDING" or "PENDING" not in words): j["state"] = "CANCELLED"
    end(0)
"""

# Counts the programs that the script starts, and kills the script before the one that is asked for: its own, which it knows by the
# environment, since one of a pipe may come to it only when the script is dead and has been started again.
STEP = """#!/bin/sh
echo >>{state}/steps
steps=0; while read -r _; do steps=$((steps + 1)); done <{state}/steps
read -r kill_at <{state}/kill_at
if [ "$steps" = "$kill_at" ]; then read -r process <"$PID_FILE"; kill -9 "$process"; exit 1; fi
exec {program} "$@"
"""


class World:
    def __init__(self, shell, faults=None, silent=0, me=True, stale=False):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="ty-once-"))
        self.run = self.root / "it's a $(run)"
        self.state = self.root / "state"
        for folder in (self.run, self.state, self.root / "bin"):
            folder.mkdir()
        model = self.root / "bin/sbatch"
        model.write_text(MODEL.replace("{python}", sys.executable))
        model.chmod(0o755)
        for name in ("squeue", "scontrol", "scancel"):
            (self.root / "bin" / name).symlink_to("sbatch")
        self.write_program(
            "sleep",
            f'#!/bin/sh\npart=$((1000 + $1 % 50 * 20))\nexec {shutil.which("sleep")} "$(($1 / 50)).${{part#1}}"\n',
        )
        (self.state / "state.json").write_text(
            json.dumps(
                dict(jobs=[], next=100, faults=faults or {}, silent=silent, me=me, stale=stale, run=str(self.run))
            )
        )
        for name, text in (("starts", ""), ("steps", ""), ("kill_at", "0")):
            (self.state / name).write_text(text)
        self.shell = shell
        self.started = 0
        self.environment = {
            "PATH": f"{self.root}/bin:{os.environ['PATH']}",
            "HOME": str(self.root),
            "SLURM_JOB_ID": "7",
            "SLURM_MEM_PER_CPU": "5",
            "SLURM_CONF": "/etc/slurm.conf",
            "SBATCH_WAIT": "1",
            "SBATCH_EXPORT": "NONE",
            "SQUEUE_STATES": "running",
        }

    def write_program(self, name, text):
        path = self.root / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def count_steps(self):
        for name in "mkdir date uname sed tail dd cat cut grep find timeout touch sort id squeue scontrol".split():
            program = shutil.which(name)
            if name in ("squeue", "scontrol"):
                program = self.root / "model" / name
                program.parent.mkdir(exist_ok=True)
                shutil.copy(self.root / "bin/sbatch", program)
                (self.root / "bin" / name).unlink()
            self.write_program(name, STEP.format(state=self.state, program=program))

    def start(self, *words):
        self.started += 1
        pid_file = self.state / f"pid-{self.started}"
        return subprocess.Popen(
            [
                self.shell,
                "-c",
                'echo $$ >"$PID_FILE"; exec "$0" "$@"',
                self.shell,
                str(SCRIPT),
                str(self.run),
                "1",
                "toy-0a1b2c3d.1",
                *(words or ("--chdir=/tmp", "job.sh")),
            ],
            env={**self.environment, "PID_FILE": str(pid_file)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def submit(self, expected=0):
        process = self.start()
        out, err = process.communicate(timeout=60)
        assert process.returncode == expected, (process.returncode, out, err, self.journal())
        return err

    def journal(self):
        path = self.run / "submissions/1/journal"
        return path.read_text().splitlines() if path.exists() else []

    def words(self):
        return [line.split()[0] for line in self.journal()]

    def starts(self):
        return len((self.state / "starts").read_text().splitlines())

    def jobs(self):
        return json.loads((self.state / "state.json").read_text())["jobs"]

    def pending(self):
        return [job for job in self.jobs() if job["state"] == "PENDING"]

    def calls(self, program):
        return [line for line in (self.state / "calls").read_text().splitlines() if line.startswith(program + " ")]

    def asked(self):
        return (self.state / "calls").exists() and any(
            line.startswith("squeue ") for line in (self.state / "calls").read_text().splitlines()
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)


def in_every_shell(test):
    def run(self):
        for shell in SHELLS:
            with self.subTest(shell=shell):
                test(self, shell)

    return run


class SubmitOnceTest(unittest.TestCase):
    @in_every_shell
    def test_plain(self, shell):
        with World(shell) as world:
            world.submit()
            self.assertEqual(world.words(), ["claimed", "sbatch", "said", "job", "releasing", "released"])
            self.assertEqual(world.journal()[3], "job 101")
            self.assertEqual(world.starts(), 1)
            self.assertEqual(
                world.calls("sbatch"),
                ["sbatch --parsable --hold --job-name=toy-0a1b2c3d.1 --chdir=/tmp job.sh toy-0a1b2c3d.1"],
            )
            environment = dict(
                line.split("=", 1) for line in (world.state / "environment").read_text().splitlines() if "=" in line
            )
            self.assertEqual(environment.get("SLURM_CONF"), "/etc/slurm.conf")
            self.assertEqual(environment.get("SBATCH_EXPORT"), "NONE")
            for name in ("SLURM_JOB_ID", "SLURM_MEM_PER_CPU", "SBATCH_WAIT", "SQUEUE_STATES"):
                self.assertNotIn(name, environment)
            world.submit()  # again: nothing is left to do
            self.assertEqual(world.starts(), 1)
            self.assertEqual(len(world.calls("sbatch")), 1)

    # What each fault comes to: last word of the journal, number of starts.
    FAULTS = [
        (dict(sbatch=["refused"]), "refused", 0),
        (dict(sbatch=["bad_option"]), "refused", 0),
        (dict(sbatch=["contradiction"]), "refused", 0),
        (dict(sbatch=["wrapper"]), "refused", 0),
        (dict(sbatch=["no_configuration"]), "lost", 0),
        (dict(sbatch=["plugin"]), "refused", 0),
        (dict(sbatch=["busy"]), "lost", 0),
        (dict(sbatch=["cut"]), "lost", 0),
        (dict(sbatch=["renamed"]), "released", 1),
        (dict(sbatch=["renamed_but_failed"]), "released", 1),
        (dict(sbatch=["renamed_where_arguments_are_not_printed"]), "released", 1),
        (dict(sbatch=["renamed"], scontrol=["silent", "silent"]), "released", 1),
        (dict(sbatch=["silent"]), "lost", 0),
        (dict(sbatch=["crash"]), "lost", 0),
        (dict(sbatch=["done_but_failed"]), "released", 1),
        (dict(sbatch=["done_but_refused"]), "released", 1),
        (dict(sbatch=["done_without_id"]), "released", 1),
        (dict(sbatch=["noisy"]), "released", 1),
        (dict(sbatch=["late"]), "released", 1),
        (dict(sbatch=["slow"]), "released", 1),
        (dict(sbatch=["twice"]), "released", 1),
        (dict(sbatch=["forgotten"]), "lost", 0),
        (dict(sbatch=["done_but_failed"], squeue=["silent"] * 4), "released", 1),
        (dict(scontrol=["silent", "silent"]), "released", 1),
        (dict(scontrol=["done_but_failed"]), "released", 1),
        (dict(scontrol=["done_and_over"]), "released", 1),
        (dict(scontrol=["forget"]), "lost", 0),
        (dict(scontrol=["forget"], squeue=["silent"] * 3), "lost", 0),
        (dict(scontrol=["denied"] * 20), "refused", 0),
        (dict(scontrol=["released_then_held"]), "released", 1),
        (dict(scontrol=["released_then_forgotten"]), "lost", 0),
    ]

    @in_every_shell
    def test_faults(self, shell):
        for faults, last, starts in self.FAULTS:
            with self.subTest(faults=faults), World(shell, faults) as world:
                world.submit()
                self.assertEqual(world.words()[-1], last, world.journal())
                self.assertEqual(world.starts(), starts)
                self.assertEqual(world.pending(), [])
                self.assertEqual(len(world.calls("sbatch")), 1)
                if faults.get("sbatch") == ["refused"]:
                    self.assertIn("Invalid partition name specified", (world.run / "submissions/1/err").read_text())
                world.submit()
                self.assertEqual(world.starts(), starts)

    # Many sites answer squeue from a snapshot, which knows nothing of a new job: what the controller says counts.
    @in_every_shell
    def test_squeue_from_a_snapshot(self, shell):
        for faults, last, starts in [
            ({}, "released", 1),
            (dict(sbatch=["refused"]), "refused", 0),
            (dict(sbatch=["silent"]), "lost", 0),
            (dict(sbatch=["renamed_but_failed"]), "released", 1),
            (dict(sbatch=["done_but_refused"]), "released", 1),
            (dict(sbatch=["twice"]), "released", 1),
            (dict(scontrol=["silent"]), "released", 1),
            (dict(scontrol=["released_then_held"]), "released", 1),
            (dict(scontrol=["released_then_forgotten"]), "lost", 0),
        ]:
            with self.subTest(faults=faults), World(shell, faults, stale=True) as world:
                world.submit()
                self.assertEqual((world.words()[-1], world.starts()), (last, starts), world.journal())
                self.assertEqual([job["id"] for job in world.pending()], [])
        with World(
            shell, {"sbatch": ["done_but_failed"], "scontrol show": ["ok"] + ["silent"] * 3}, stale=True
        ) as world:
            world.submit()
            self.assertEqual((world.words()[-1], world.starts()), ("released", 1))

    @in_every_shell
    def test_numbers_beside_the_id(self, shell):
        for fault in ("number_before", "number_after"):
            with self.subTest(fault=fault), World(shell, dict(sbatch=[fault])) as world:
                world.submit()
                self.assertEqual((world.words()[-1], world.starts()), ("released", 1))
                self.assertEqual([job["name"] for job in world.pending()], ["another"])
                self.assertEqual((world.state / "starts").read_text(), "toy-0a1b2c3d.1\n")

    # A process that was stopped for long finds that another went on with the submission, or gave it up.
    @in_every_shell
    def test_another_has_taken_over_meanwhile(self, shell):
        for fault, pending in (("taken_over", 1), ("given_up", 0)):
            with self.subTest(fault=fault), World(shell, dict(sbatch=[fault])) as world:
                world.submit(expected=3)
                self.assertNotIn("releasing", world.words())
                self.assertEqual((world.starts(), len(world.pending())), (0, pending))

    # Containers as login nodes share a boot id; their process numbers mean nothing to each other.
    @in_every_shell
    def test_a_holder_in_another_container_is_not_taken_for_dead(self, shell):
        boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        for host, namespace in (("another", os.readlink("/proc/self/ns/pid")), (os.uname().nodename, "pid:[1]")):
            with self.subTest(host=host), World(shell) as world:
                folder = world.run / "submissions/1"
                folder.mkdir(parents=True)
                journal = folder / "journal"
                journal.write_text(f"claimed {int(time.time())} {host} 999999999 {boot} 1 {namespace}\nsbatch 1\n")
                world.submit(expected=3)
                self.assertEqual((world.words(), world.jobs()), (["claimed", "sbatch"], []))

    @in_every_shell
    def test_what_the_login_sets_for_slurm_stays(self, shell):
        with World(shell) as world:
            del world.environment["SLURM_JOB_ID"]
            world.environment |= {"SLURM_MPI_TYPE": "none", "SLURM_HINT": "nomultithread", "SLURM_CLUSTERS": "other"}
            world.submit()
            environment = (world.state / "environment").read_text().splitlines()
            self.assertIn("SLURM_MPI_TYPE=none", environment)
            self.assertIn("SLURM_HINT=nomultithread", environment)
            self.assertNotIn("SLURM_CLUSTERS=other", environment)

    @in_every_shell
    def test_a_job_that_its_owner_holds_is_not_released(self, shell):
        with World(shell) as world:
            process = world.start("--keep-held", "job.sh")
            self.assertEqual(process.wait(60), 0, process.communicate())
            process.communicate()
            self.assertEqual(world.words(), ["claimed", "sbatch", "said", "job", "kept"])
            self.assertEqual((world.starts(), len(world.pending())), (0, 1))
            self.assertNotIn("--keep-held", world.calls("sbatch")[0])

    @in_every_shell
    def test_controller_comes_back(self, shell):
        with World(shell, dict(sbatch=["done_but_failed"]), silent=6) as world:
            world.submit()
            self.assertEqual((world.words()[-1], world.starts()), ("released", 1))

    @in_every_shell
    def test_old_squeue(self, shell):
        with World(shell, dict(sbatch=["done_but_failed"]), me=False) as world:
            world.submit()
            self.assertEqual((world.words()[-1], world.starts()), ("released", 1))
            self.assertTrue(all("--me" not in call for call in world.calls("squeue")))

    @in_every_shell
    def test_cancelled(self, shell):
        with World(shell) as world:
            (world.run / "cancel").touch()
            world.submit()
            self.assertEqual((world.words()[-1], world.starts(), world.jobs()), ("cancelled", 0, []))
        with World(shell, dict(sbatch=["slow"])) as world:
            process = world.start()
            while "sbatch" not in world.words():
                time.sleep(0.01)
            (world.run / "cancel").touch()
            process.communicate(timeout=60)
            self.assertEqual((world.words()[-1], world.starts(), world.pending()), ("cancelled", 0, []))

    @in_every_shell
    def test_withdrawn(self, shell):
        with World(shell) as world:
            (world.run / "withdrawn-1").touch()
            world.submit(expected=1)
            self.assertEqual((world.journal(), world.starts(), world.jobs()), ([], 0, []))
        # The mark comes between the claim and sbatch: whoever made it finds the line `sbatch`, and then `refused`.
        with World(shell) as world:
            world.write_program(
                "uname", '#!/bin/sh\n: >"$(cat "$HOME/state/mark")"\nexec ' + shutil.which("uname") + ' "$@"\n'
            )
            (world.state / "mark").write_text(str(world.run / "withdrawn-1"))
            world.submit()
            self.assertEqual((world.words(), world.starts(), world.jobs()), (["claimed", "sbatch", "refused"], 0, []))

    @in_every_shell
    def test_a_removed_run_folder_stays_away(self, shell):
        with World(shell) as world:
            world.run.rmdir()
            world.submit(expected=1)
            self.assertFalse(world.run.exists())
            self.assertEqual(world.jobs(), [])
        # Removed while the controller is silent, at whichever point: the script ends, and starts nothing.
        for faults in (dict(sbatch=["crash"]), dict(scontrol=["forget"])):
            with World(shell, faults, silent=10**6) as world:
                process = world.start()
                while not world.asked():
                    time.sleep(0.01)
                world.run.rename(world.root / "removed")
                process.communicate(timeout=30)
                self.assertEqual((process.returncode, world.run.exists(), world.starts()), (1, False, 0))

    @in_every_shell
    def test_two_at_once(self, shell):
        with World(shell, dict(sbatch=["slow"])) as world:
            processes = [world.start() for _ in range(4)]
            codes = sorted(process.wait(60) for process in processes)
            for process in processes:
                process.communicate()
            self.assertEqual(codes, [0, 3, 3, 3])
            self.assertEqual((world.words()[-1], world.starts()), ("released", 1))

    # Killed before each program it starts, and started again: still one start, and no job left in the queue. Where it was killed
    # between saying that it runs sbatch and running it, it can only say that there is no job, and a further submission is made.
    def test_killed_at_every_step(self):
        with World(SHELLS[0]) as world:
            world.count_steps()
            world.submit()
            steps = len((world.state / "steps").read_text())
        self.assertGreater(steps, 20)
        killed = lost = 0
        for step in range(1, steps + 1):
            with self.subTest(step=step), World(SHELLS[step % len(SHELLS)]) as world:
                world.count_steps()
                (world.state / "kill_at").write_text(str(step))
                process = world.start()
                process.communicate(timeout=60)
                killed += process.returncode == -9
                self.recover(world)
                asked = (world.state / "calls").exists() and len(world.calls("sbatch"))
                lost += asked == 0
                self.assertEqual(
                    (world.words()[-1], world.starts(), world.pending()),
                    ("released" if asked else "lost", asked, []),
                    world.journal(),
                )
        self.assertGreater(killed, steps * 3 // 4)  # programs of one pipe are counted as one now and then
        self.assertLess(lost, 4)

    def recover(self, world):
        (world.state / "kill_at").write_text("0")
        for _ in range(4):
            process = world.start()
            process.communicate(timeout=60)
            if process.returncode == 0:
                return
            # Whoever has the claim without a name is given two minutes.
            self.assertEqual(process.returncode, 3)
            long_ago = time.time() - 180
            for path in (world.run / "submissions").rglob("*"):
                if path.is_dir():
                    os.utime(path, (long_ago, long_ago))
        self.fail(f"the submission does not go on: {world.journal()}")

    @in_every_shell
    def test_refuses_bad_arguments(self, shell):
        with World(shell) as world:
            for words in (
                [],
                [str(world.run)],
                [str(world.run), "1;x", "t", "w"],
                [str(world.run), "1", "a,b", "w"],
                [str(world.run), "1", "a b", "w"],
            ):
                done = subprocess.run(
                    [shell, str(SCRIPT), *words], capture_output=True, text=True, env=world.environment
                )
                self.assertEqual(done.returncode, 2)
                self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_says_when_it_cannot_write(self):
        with World(SHELLS[0]) as world:
            (world.run / "submissions").write_text("in the way")
            self.assertIn("submissions", world.submit(expected=1))
            self.assertEqual(world.jobs(), [])


if __name__ == "__main__":
    unittest.main()
