# SPDX-License-Identifier: GPL-3.0-or-later
"""The faults of exactly_once_test.py: those of one submission (named after it, so that several do not disturb each other), and those
that strike all submissions of the moment. What a fault's program has done to whom is a line of the file `hits`.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import time

from sandbox import wait_until

# The name of the submission: sbatch is given NAME-RUN.NUMBER. Each submission's file holds one fault a line, for one sbatch each.
SBATCH = r"""
case "$*" in *--hold*) ;; *) exec "$REAL" "$@" ;; esac
for word in "$@"; do case $word in --job-name=*) name=${word#--job-name=} name=${name%-*} ;; esac; done
file=$HOME/faults/$name.sbatch
fault=$(head -n 1 "$file" 2>/dev/null)
if [ -n "$fault" ]; then
  sed -i 1d "$file"
  echo "$name sbatch_$fault" >>"$HOME/faults/hits"
fi
case $fault in
  delayed) sleep 6 ;;
  late) answer=$("$REAL" "$@"); code=$?; sleep 6; echo "$answer"; exit $code ;;
  fails_before) echo 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)' >&2; exit 1 ;;
  fails_after) "$REAL" "$@" >/dev/null; echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation' >&2; exit 1 ;;
  refuses_after) "$REAL" "$@" >/dev/null; echo 'sbatch: error: Batch job submission failed: Requested node configuration is not available' >&2; exit 1 ;;
  killed_after) "$REAL" "$@" >/dev/null; kill -9 $$ ;;
  number_after) "$REAL" "$@"; code=$?; echo 'Hours left:'; cat "$HOME/faults/others_job"; exit $code ;;
  number_before) cat "$HOME/faults/others_job"; exec "$REAL" "$@" ;;
esac
exec "$REAL" "$@"
"""

# Where there is a snapshot, squeue shows only the jobs in it: it is taken again when it is as old as the file `snapshot_seconds` says.
SQUEUE = r"""
age=$(cat "$HOME/faults/snapshot_seconds" 2>/dev/null)
case "$*" in *--help*) age= ;; esac
[ -n "$age" ] || exec "$REAL" "$@"
kept=$HOME/faults/snapshot
if [ ! -e "$kept" ] || [ $(($(date +%s) - $(stat -c %Y "$kept"))) -ge "$age" ]; then
  "$REAL" -h -t all -o %F | sort -u >"$kept.$$" && mv "$kept.$$" "$kept"
  echo "all squeue_snapshot" >>"$HOME/faults/hits"
fi
"$REAL" "$@" | awk -v kept="$kept" 'BEGIN { while ((getline line <kept) > 0) known[line] = 1 }
  { number = $0; sub(/^[^0-9]*/, "", number); sub(/[^0-9].*/, "", number); if (number == "" || (number in known)) print }'
"""

# What login shells do while the file is there; and where file reads find their programs.
BASHRC = """[ -e "$HOME/faults/no_fork" ] && { echo "shells no_fork" >>"$HOME/faults/hits"; echo "bash: fork: retry: Resource temporarily unavailable" >&2; echo "bash: fork: Resource temporarily unavailable" >&2; exit 254; }
export PATH="%s/shims:$PATH"
"""

# The laptop's reads of the journal, not the script's own.
TAIL = r"""
case "$*" in *"-- "*/submissions/*/journal)
  name=${*##*-- } name=${name%/submissions/*} name=${name##*/} name=${name%-*}
  fault=$(cat "$HOME/faults/$name.journal" 2>/dev/null)
  if [ -n "$fault" ]; then echo "$name journal_$fault" >>"$HOME/faults/hits"; fi
  case $fault in
    stale) echo "tail: cannot open 'journal' for reading: Stale file handle" >&2; exit 1 ;;
    io) echo "tail: error reading 'journal': Input/output error" >&2; exit 1 ;;
    slow) sleep 130 ;;
  esac ;;
esac
exec "$REAL" "$@"
"""

# The site's plugin: a submission's file holds what it does to a job each.
PLUGIN = """local folder = "%s/"
local function take(name)
  local file = io.open(folder .. name .. ".plugin", "r")
  if file == nil then return "" end
  local fault, rest = file:read("*l") or "", file:read("*a")
  file:close()
  file = io.open(folder .. name .. ".plugin", "w")
  file:write(rest)
  file:close()
  if fault ~= "" and fault ~= "none" then
    local hits = io.open(folder .. "hits", "a")
    hits:write(name .. " plugin_" .. fault .. "\\n")
    hits:close()
  end
  return fault
end
function slurm_job_submit(job, partitions, user)
  local name = (job.name or ""):match("^(.*)-%%x+%%.%%d+$")
  local fault = name and take(name) or ""
  if fault == "refuse" then
    slurm.log_user("connection of your project timed out; please contact the helpdesk")
    return slurm.ERROR
  end
  if fault == "rename" then job.name = "lab" end
  if fault == "prefix" then job.name = "lab_" .. job.name end
  return slurm.SUCCESS
end
function slurm_job_modify(a, b, c, d) return slurm.SUCCESS end
"""

GREETING = {"protocol": 1, "version": "0", "build": 0, "asks": False}

OWN = [
    "journal_stale_after_sbatch",
    "journal_io_after_sbatch",
    "journal_slow_after_sbatch",
    "plugin_rename",
    "plugin_prefix",
    "plugin_rename_and_sbatch_fails_after",
    "plugin_refuse",
    "client_killed",
    "client_interrupted",
    "sbatch_delayed",
    "sbatch_late",
    "sbatch_fails_before",
    "sbatch_fails_after",
    "sbatch_refuses_after",
    "sbatch_killed_after",
    "sbatch_number_after",
    "sbatch_number_before",
    "script_killed_before_sbatch",
    "script_killed_after_sbatch",
]

SHARED = [
    "shell_after_sbatch",
    "disk_full_after_sbatch",
    "disconnect_while_logging_in",
    "helper_killed",
    "service_killed",
    "service_replaced",
    "both_killed",
    "link_cut",
    "link_cut_before_sbatch",
    "link_cut_after_sbatch",
    "squeue_snapshot",
    "link_stalled",
    "controller_killed",
    "controller_killed_after_sbatch",
    "controller_hangs",
]


class Faults:
    def __init__(self, box, cluster, relay):
        self.box, self.cluster, self.relay = box, cluster, relay
        self.home = cluster.layout.home
        self.folder = self.home / "faults"
        self.folder.mkdir()
        cluster.shim("sbatch", SBATCH)
        cluster.shim("tail", TAIL)
        cluster.shim("squeue", SQUEUE)
        (self.home / ".bashrc").write_text(BASHRC % self.home)
        self.take_plugin()
        # Held for ever, so that it is seen whether it is ever released; the number that a site's wrapper prints.
        self.others_job = cluster.must(
            "sbatch", "--parsable", "--hold", "-J", "another", "-o", "/dev/null", "--wrap", "true"
        )
        (self.folder / "others_job").write_text(self.others_job + "\n")

    def take_plugin(self):
        """The controller reads at its start which plugins it has."""
        folder = self.cluster.root / "slurm"
        (folder / "job_submit.lua").write_text(PLUGIN % self.folder)
        with open(folder / "extra.conf", "a") as conf:
            conf.write("JobSubmitPlugins=lua\n")
        self.cluster.kill("slurmctld")
        self.cluster.start("slurmctld")
        wait_until(
            lambda: "idle" in (nodes := self.cluster.must("sinfo", "-h", "-o", "%T")) and "unk" not in nodes,
            60,
            "the nodes",
        )

    def hits(self):
        """How often a program of a fault was met, by submission and fault."""
        file = self.folder / "hits"
        return [line for line in file.read_text().splitlines() if not line.endswith("none")] if file.exists() else []

    # ------------------------------------------------------------ moments

    def journals(self, submission):
        return list(self.cluster.base.glob(f"{submission.folder_name}-*/submissions/*/journal"))

    def wait_for(self, submission, word, is_over):
        """Until the submission that chance has chosen of these has come so far: its journal has the word, or without a word, its
        run folder is there."""
        number = submission.chance.randrange(submission.num_jobs) + 1
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not is_over():
            if word:
                found = [journal for journal in self.journals(submission) if word in journal.read_text()]
            else:
                found = list(self.cluster.base.glob(f"{submission.folder_name}-*"))
            if len(found) >= number:
                return
            time.sleep(0.01)

    def wait_for_moment(self, fault, submission, is_over):
        chance = submission.chance
        if fault.endswith("before_sbatch"):
            self.wait_for(submission, "" if fault.startswith("link") else "claimed", is_over)
        elif fault.endswith("after_sbatch"):
            self.wait_for(submission, "sbatch ", is_over)
            time.sleep(chance.uniform(0, 0.1))  # the fault may come at any moment after sbatch began
        else:
            time.sleep(chance.uniform(0, 3 * submission.num_jobs))  # the fault may come at any moment of the submission

    # ------------------------------------------------------------ of one submission

    def prepare(self, submission):
        """What is there before the submission begins: one line of the file for each of its jobs, one of them the fault."""
        fault, lines = submission.fault, ["none"] * submission.num_jobs
        at = submission.chance.randrange(submission.num_jobs)
        if fault.startswith("plugin_"):
            lines[at] = fault.split("_")[1]
            (self.folder / f"{submission.job_name}.plugin").write_text("\n".join(lines) + "\n")
        fault = fault.removeprefix("plugin_rename_and_")
        if fault.startswith("sbatch_"):
            lines[at] = fault.removeprefix("sbatch_")
            (self.folder / f"{submission.job_name}.sbatch").write_text("\n".join(lines) + "\n")

    def strike(self, submission):
        """One of OWN, at its moment."""
        fault, client = submission.fault, submission.client
        if not fault.startswith(("client", "script", "journal")):
            return
        self.wait_for_moment(fault, submission, lambda: client.poll() is not None)
        if fault == "client_killed":
            client.kill()
        elif fault == "client_interrupted":
            client.send_signal(signal.SIGINT)
        elif fault.startswith("script"):
            self.kill_script(submission)
        else:
            self.break_journal(submission, fault.split("_")[1])

    def kill_script(self, submission):
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
                if any(word.endswith(b"submit_once.sh") for word in words) and any(
                    f"/{submission.folder_name}-".encode() in word for word in words
                ):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                pass

    def break_journal(self, submission, kind):
        """The helper on the login node reads files itself; without it, a shell does, and its tail is ours."""
        with self.file_there(f"{submission.folder_name}.journal", kind):
            self.kill_helper()
            time.sleep(125 if kind == "slow" else submission.chance.uniform(1, 6))  # the fault lasts so long

    # ------------------------------------------------------------ of all that are under way

    def strike_all(self, fault, submissions):
        """One of SHARED, at a moment of the first of them."""
        lead = submissions[0]
        chance, client = lead.chance, lead.client
        (self.folder / "snapshot").unlink(missing_ok=True)
        if fault == "disconnect_while_logging_in":
            return self.disconnect(chance)
        self.wait_for_moment(fault, lead, lambda: client.poll() is not None)
        kind = fault.split("_")[0]
        if kind == "shell":
            time.sleep(chance.uniform(0, 2))  # logins may begin to fail at any moment after sbatch
            with self.file_there("no_fork", "x"):
                self.kill_helper()
                time.sleep(chance.uniform(1, 6))  # the fault lasts so long
        elif kind == "disk":
            self.fill_disk(chance)
        elif kind == "helper":
            self.kill_helper()
        elif kind == "squeue":
            with self.file_there("snapshot_seconds", str(chance.choice([10, 30, 60, 120]))):
                time.sleep(chance.uniform(5, 90))  # the site's cache is in use so long
        elif fault == "service_replaced":
            self.tell_service([("hello", GREETING | {"version": "1000"})])
        elif kind == "link":
            self.break_link(fault, chance)
        elif kind == "controller":
            self.break_controller(fault, chance)
        else:
            for submission in submissions if fault == "both_killed" else []:
                submission.client.kill()
            self.kill("yard", " serve")

    def kill(self, *words):
        for pid in self.box.processes(*words):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_helper(self):
        for entry in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                line = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
                if b"yard-agent\0follow" in line and str(self.cluster.root).encode() in line:
                    os.kill(int(entry.name), signal.SIGKILL)

    def break_link(self, fault, chance):
        if fault != "link_stalled":
            self.relay.cut()
            return
        self.relay.stall()
        # Chance chooses how long the link is silent: shorter or longer than what is taken for broken.
        time.sleep(chance.uniform(2, 25))
        self.relay.go()

    def break_controller(self, fault, chance):
        if fault == "controller_hangs":
            self.cluster.pause("slurmctld")
            time.sleep(chance.uniform(5, 20))  # chance chooses how long the controller hangs
            self.cluster.on_progress("slurmctld")
            return
        self.cluster.kill("slurmctld")
        time.sleep(chance.uniform(0, 3))  # chance chooses how long the controller is away
        self.cluster.start("slurmctld")

    def log_out(self):
        """The login is the next service's first, and takes a while."""
        self.box.stop_everything()
        (self.box.root / "data/trainyard/service.json").unlink(missing_ok=True)
        self.relay.delay(50)

    def disconnect(self, chance):
        """What the desktop's button does, as soon as a login has begun."""
        file = self.box.root / "data/trainyard/service.json"
        wait_until(file.exists, 30, "the service")
        time.sleep(chance.uniform(0, 1))  # the disconnect may come at any moment of the login
        with contextlib.suppress(OSError):
            self.tell_service([("hello", GREETING), ("targets.disconnect", {"name": self.cluster.target})])

    def tell_service(self, calls):
        """As a client does; one of a newer version ends the service."""
        file = self.box.root / "data/trainyard/service.json"
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(json.loads(file.read_text())["socket"])
            for number, (method, words) in enumerate(calls, 1):
                call = {"jsonrpc": "2.0", "id": number, "method": method, "params": words}
                line.sendall(json.dumps(call).encode() + b"\n")
            line.recv(4096)
            time.sleep(0.5)  # what was read may be the answer to the first call alone: the last one gets time too

    def fill_disk(self, chance):
        """This computer's, for some seconds; as root it is one of its own."""
        ballast = self.box.root / "data/ballast"
        with open(ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        time.sleep(chance.uniform(4, 9))  # chance chooses how long the disk is full
        ballast.unlink()

    @contextlib.contextmanager
    def file_there(self, name, text):
        (self.folder / name).write_text(text)
        yield
        (self.folder / name).unlink()
