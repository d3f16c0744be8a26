# SPDX-License-Identifier: GPL-3.0-or-later
"""The cluster's daemons as processes: started in the foreground, known by pid and start time, ended by nobody else's pid."""

import contextlib
import os
import pathlib
import signal
import subprocess
import time

from layout import ClusterError


def environment(layout):
    """A daemon's whole environment: nothing of the caller's, so that no other Slurm's settings leak in."""
    return {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": str(layout.home),
        "USER": layout.user,
        "LOGNAME": layout.user,
        "LANG": "C.UTF-8",
        "SLURM_CONF": str(layout.slurm_conf),
        "TRAINYARD_PRACTICE": str(layout.root),
    }


def start_ticks(pid):
    """The kernel's start time of a process; None when it is gone or a zombie."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def boot_id():
    return pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()


class Daemon:
    def __init__(self, layout, name, command, extra_environment=None):
        self.layout = layout
        self.name = name
        self.command = [str(word) for word in command]
        self.extra_environment = extra_environment or {}
        self.pid_file = layout.root / "pid" / name
        self.output_file = (
            layout.root / "log" / f"{name}.out"
        )  # what it says on its streams; Slurm's own logs lie beside it

    def pid(self):
        """Its process, if it is the one that we started; None otherwise."""
        try:
            pid, ticks, boot = self.pid_file.read_text().split()
        except (OSError, ValueError):
            return None
        if boot != boot_id() or start_ticks(int(pid)) != int(ticks):
            return None
        return int(pid)

    def start(self):
        """Starts it when it is not running. True: it was started now."""
        if self.pid() is not None:
            return False
        with open(self.output_file, "ab") as log:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=self.layout.root,
                env={**environment(self.layout), **self.extra_environment},
            )
        # One that ended at once has no start time any more: 0 is no other process's.
        self.pid_file.write_text(f"{process.pid} {start_ticks(process.pid) or 0} {boot_id()}\n")
        return True

    def wait_until(self, is_ready, seconds):
        """Waits for readiness; a daemon that ended, or time that is over, is an error that quotes its log."""
        deadline = time.monotonic() + seconds
        while not is_ready():
            self.reap()
            if self.pid() is None:
                raise ClusterError(f"{self.name} ended at once: {self.last_words()} (all it said: {self.output_file})")
            if time.monotonic() > deadline:
                raise ClusterError(
                    f"{self.name} did not answer within {seconds} s: {self.last_words()} (all it said: {self.output_file})"
                )
            time.sleep(0.1)

    def last_words(self):
        try:
            lines = [line.strip() for line in self.output_file.read_text(errors="replace").splitlines() if line.strip()]
        except OSError:
            lines = []
        return lines[-1] if lines else "it said nothing"

    def reap(self):
        """A child that ended is forgotten, so that it is no zombie."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            os.waitpid(int(self.pid_file.read_text().split()[0]), os.WNOHANG)

    def stop(self, seconds=10):
        """Ends it, gently first; it is gone at return. True: there was something to end."""
        pid = self.pid()
        if pid is None:
            self.pid_file.unlink(missing_ok=True)
            return False
        for kind, patience in ((signal.SIGCONT, 0), (signal.SIGTERM, seconds), (signal.SIGKILL, 10)):
            if self.pid() is None:
                break
            try:
                os.kill(pid, kind)
            except ProcessLookupError:
                break
            deadline = time.monotonic() + patience
            while self.pid() is not None and time.monotonic() < deadline:
                self.reap()
                time.sleep(0.05)
        self.pid_file.unlink(missing_ok=True)
        return True


def own_processes(layout):
    """Processes that the cluster's daemons, logins and jobs left: {pid: name}.

    They hold a log of the cluster open (slurmstepd, which rewrites its own environment), or carry its mark in theirs."""
    mark = f"TRAINYARD_PRACTICE={layout.root}".encode()
    logs = str(layout.root / "log") + "/"
    found = {}
    for entry in os.listdir("/proc"):
        process = pathlib.Path("/proc", entry)
        try:
            if not entry.isdigit() or int(entry) == os.getpid() or process.stat().st_uid != os.getuid():
                continue
            ours = mark in (process / "environ").read_bytes().split(b"\0")
            if not ours:
                ours = any(os.readlink(process / "fd" / fd).startswith(logs) for fd in os.listdir(process / "fd"))
            if ours and start_ticks(int(entry)) is not None:
                found[int(entry)] = (process / "comm").read_text().strip()
        except OSError:
            continue
    return found


def end_own_processes(layout, seconds=5):
    """Ends what is left after the daemons, gently first. Returns how many there were."""
    count = len(own_processes(layout))
    for kind in (signal.SIGTERM, signal.SIGKILL):
        left = own_processes(layout)
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, kind)
        deadline = time.monotonic() + seconds
        while own_processes(layout) and time.monotonic() < deadline:
            time.sleep(0.1)
    return count
