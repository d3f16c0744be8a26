# SPDX-License-Identifier: GPL-3.0-or-later
"""A practice cluster for one test: started in a folder of its own, its faults under control, always stopped and removed, also
when the test is killed.

    with Sandbox() as box, PracticeCluster() as cluster:
        cluster.add_target(box)
        box.must("yard", "submit", ..., "--target", cluster.target)
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from guard import Guard

SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])
sys.path.insert(0, str(SOURCE / "packaging/cluster"))

import contextlib

import bastion
import cluster as programs
import daemons
import layout as layouts
import other_slurm
import targets

SKIPPED = 77  # tests/end_to_end/CMakeLists.txt tells ctest


def need_packages(site="friendly"):
    """Ends the test as skipped, and says why, where the programs of a cluster are not installed."""
    if other_slurm.release():
        return  # they lie in a tree of their own
    try:
        programs.check_programs(site)
    except layouts.ClusterError as problem:
        print(f"SKIPPED: {problem} (./dev test installs them)")
        sys.exit(SKIPPED)


def process_name(pid):
    """Empty when it is gone."""
    try:
        return pathlib.Path("/proc", str(pid), "comm").read_text().strip()
    except OSError:
        return ""


def run_command(root, verb, *options, python=(sys.executable,), timeout=150):
    """./dev cluster. `python`: the words that start it. Returns what it said."""
    done = subprocess.run(
        [*python, "-B", str(SOURCE / "packaging/cluster/cluster.py"), verb, "--root", str(root), *options],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, f"cluster {verb} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def remove(root, folder=None):
    """Stops a cluster, whatever state a test left it in, and removes it with the folder that it is in."""
    layout = layouts.load(root)
    for daemon in programs.all_daemons(layout) if layout else ():
        if daemon.pid():
            os.kill(daemon.pid(), signal.SIGCONT)
    if root.exists():
        run_command(root, "stop", "--purge")
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


class PracticeCluster:
    def __init__(self, root=None, site="friendly", extra_conf=""):
        """`extra_conf`: lines at the end of slurm.conf."""
        need_packages(site)
        self.folder = None if root else pathlib.Path(tempfile.mkdtemp(prefix="ty-", dir="/tmp"))
        self.root = pathlib.Path(root) if root else self.folder / "c"
        self.site = site
        self.extra_conf = extra_conf
        self.tree = None
        self.way_in = []  # words before a command that runs where the cluster's programs are

    def __enter__(self):
        self.guard = Guard([sys.executable, "-B", __file__, self.root, *([self.folder] if self.folder else [])])
        try:
            if other_slurm.release():
                self.root.parent.mkdir(parents=True, exist_ok=True)
                self.tree = other_slurm.Tree(
                    other_slurm.release(), self.root, ("/tmp", self.root.parent, SOURCE / "packaging")
                )
                self.way_in = self.tree.way_in
            self.command("start", "--no-target", "--site", self.site)
            self.layout = layouts.load(self.root)
            if self.extra_conf:
                with open(self.root / "slurm" / "extra.conf", "a") as file:
                    file.write(self.extra_conf.rstrip("\n") + "\n")
                self.must("scontrol", "reconfigure")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if os.environ.get("TRAINYARD_KEEP_SANDBOX"):
            print(f"kept, and running: {self.root}", file=sys.stderr)
        else:
            if (
                self.tree and self.tree.is_there() and self.root.exists()
            ):  # jobs are put back by this Slurm's own programs
                self.command("stop")
            remove(self.root, self.folder)
            if self.tree:
                self.tree.end()
        self.guard.dismiss()

    def command(self, verb, *options):
        python = [*self.way_in, "/usr/bin/python3"] if self.tree else [sys.executable]
        return run_command(self.root, verb, *options, python=python)

    # ------------------------------------------------------------ the way in

    @property
    def target(self):
        return self.layout.target

    @property
    def base(self):
        return self.layout.base

    @property
    def address(self):
        return ("127.0.0.1", self.layout.ports["ssh"])

    def ssh(self, command, *options, timeout=60, config=None, host=None, code=None, **keywords):
        """Runs a command on the login node, or another host of the configuration, through OpenSSH. A bastion that asks gets its
        next code, or `code`."""
        if "input" not in keywords:
            keywords.setdefault("stdin", subprocess.DEVNULL)
        environment = dict(os.environ)
        if self.layout.is_bastion:
            program = bastion.code_program(self.layout)
            if code:
                program = self.root / "bin" / "this-code"
                layouts.write_file(program, f"#!/bin/sh\necho {code.strip()}\n", 0o755)
            environment |= {"SSH_ASKPASS": str(program), "SSH_ASKPASS_REQUIRE": "force"}
        words = ["-F", config or self.layout.ssh_config, *options, host or self.layout.alias]
        return subprocess.run(
            ["ssh", *map(str, words), *([] if command is None else [command])],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
            env=environment,
            **keywords,
        )

    def renew_certificate(self, validity="15m"):
        """As a person of the bastion's site does. Returns what it said."""
        return subprocess.run(
            [bastion.certificate_program(self.layout), validity], capture_output=True, text=True, check=True
        ).stdout

    def ssh_config_through(self, port):
        """An ssh configuration whose way to the login node is another port of this machine: a relay's."""
        folder, own = self.root / "ssh", f"{self.layout.ports['ssh']}"
        known, config = folder / f"known_hosts-{port}", folder / f"config-{port}"
        known.write_text((folder / "known_hosts").read_text().replace(f"]:{own} ", f"]:{port} "))
        config.write_text(
            (folder / "config")
            .read_text()
            .replace(f"Port {own}", f"Port {port}")
            .replace(str(folder / "known_hosts"), str(known))
        )
        return config

    def add_target(self, sandbox, port=None):
        """Makes it a target of the sandbox; with `port`, through the relay that listens there."""
        config = self.ssh_config_through(port) if port else self.layout.ssh_config
        targets.add(
            self.layout,
            file=pathlib.Path(sandbox.environment["XDG_CONFIG_HOME"]) / "trainyard" / "targets.json",
            ssh_config=config,
        )

    # ------------------------------------------------------------ Slurm

    def slurm(self, *command, timeout=60):
        """Runs one of Slurm's programs as an administrator of this cluster would."""
        return programs.slurm(self.layout, *self.way_in, *map(str, command), timeout=timeout)

    def must(self, *command, **keywords):
        done = self.slurm(*command, **keywords)
        assert done.returncode == 0, (
            f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
        )
        return done.stdout.strip()

    def queue(self, columns="%i|%j|%T|%r"):
        """All jobs in the queue, one list of columns each."""
        return [line.split("|") for line in self.must("squeue", "-h", "-o", columns).splitlines()]

    def accounted(self, job, columns="State,ExitCode"):
        """One list of columns per record of a job in the accounting, requeued ones too."""
        return [
            line.split("|")
            for line in self.must("sacct", "-D", "-X", "-n", "-P", "-j", job, "-o", columns).splitlines()
        ]

    def wait_for_state(self, job, states, seconds=60):
        """Waits until the controller shows one of the states for a job; returns it. A job that it forgot is an error."""
        deadline = time.monotonic() + seconds
        state = ""
        while time.monotonic() < deadline:
            state = self.must("squeue", "-h", "-t", "all", "-j", job, "-o", "%T")
            if state in states:
                return state
            time.sleep(0.2)
        raise AssertionError(f"job {job} is {state or 'forgotten'}, not {' or '.join(states)}, after {seconds} s")

    # ------------------------------------------------------------ faults

    def shim(self, name, text):
        """A shell script that logins and jobs from now on find in place of a program; the real one is "$REAL". Friendly site only."""
        folder, start_file = self.layout.home / "shims", self.layout.home / ".profile"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/bash\nREAL={shutil.which(name, path='/usr/bin:/bin')}\n{text}\n")
        (folder / name).chmod(0o755)
        line = f'export PATH="{folder}:$PATH"\n'
        if line not in start_file.read_text():
            start_file.write_text(start_file.read_text() + line)

    def unshim(self, name):
        (self.layout.home / "shims" / name).unlink()

    def daemon(self, name):
        """One of munged, mariadbd, slurmdbd, slurmctld, gpu1 to gpu4, sshd."""
        found = next(daemon for daemon in programs.all_daemons(self.layout) if daemon.name == name)
        found.command[:0] = self.way_in
        return found

    def kill(self, name):
        """Ends a daemon without warning."""
        daemon = self.daemon(name)
        os.kill(daemon.pid(), signal.SIGKILL)
        daemon.stop()

    def stop(self, name):
        self.daemon(name).stop()

    def start(self, name):
        self.daemon(name).start()

    def forget_jobs(self):
        """The controller dies and comes back without anything that it knew of jobs."""
        self.kill("slurmctld")
        daemon = self.daemon("slurmctld")
        daemon.command.append("-c")
        daemon.start()

    def pause(self, name):
        """A daemon that hangs: its port is open, nothing answers."""
        os.kill(self.daemon(name).pid(), signal.SIGSTOP)

    def on_progress(self, name):
        os.kill(self.daemon(name).pid(), signal.SIGCONT)

    def kill_node(self, node):
        """A node that loses power: slurmd, its step managers and the job's processes there vanish at once, also those that
        were being started meanwhile. Returns how many there were; none of them is left."""
        daemon = self.daemon(node)
        killed = set()
        deadline = time.monotonic() + 30
        # A signal takes a moment to end a process, and what was forked between the look and the signal is seen by the next look.
        while pids := [pid for pid in (daemon.pid(), *self.processes_on(node)) if pid]:
            if time.monotonic() > deadline:
                raise AssertionError(f"processes of {node} do not end: {pids}")
            killed.update(pids)
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            daemon.reap()
        daemon.stop()
        return len(killed)

    def cut_off(self, node):
        """A node that its cluster has lost, but which goes on: slurmd and its step managers vanish, the job's processes stay.
        Returns those."""
        daemon = self.daemon(node)
        managers = [pid for pid in self.processes_on(node) if process_name(pid).startswith("slurmstepd")]
        for pid in [daemon.pid(), *managers]:
            os.kill(pid, signal.SIGKILL)
        daemon.stop()
        return [
            pid for pid in self.processes_on(node) if pid not in managers
        ]  # one of those may still be on its way out

    def processes_on(self, node):
        """Step managers of a node and the processes of jobs on it. A forgotten descendant without the environment is not found."""
        found = []
        for pid, name in daemons.own_processes(self.layout).items():
            process = pathlib.Path("/proc", str(pid))
            try:
                if name.startswith("slurmstepd"):
                    is_there = str(self.layout.log(node)) in {
                        os.readlink(process / "fd" / fd) for fd in os.listdir(process / "fd")
                    }
                else:
                    is_there = f"SLURMD_NODENAME={node}".encode() in (process / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if is_there:
                found.append(pid)
        return found


if __name__ == "__main__":  # the guard of a test that was killed: ROOT [FOLDER]
    remove(*map(pathlib.Path, sys.argv[1:3]))
