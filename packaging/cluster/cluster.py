#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole Slurm cluster on this machine, to practise and to test with: real munge, MariaDB, slurmdbd, slurmctld, four slurmd
with eight pretended GPUs each, and sshd as the login node. No root, private ports on the loopback address, private state.

Called by ./dev cluster; see resources/help/cluster.md.

One file because it is one program: what starts the cluster, stops it and says how it is.
"""

import argparse
import contextlib
import ctypes
import fcntl
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import accounting
import bastion
import layout as layouts
import login
import network
import slurm_files
import targets
from daemons import Daemon, end_own_processes, environment
from layout import NODES, ClusterError

PROGRAMS = {
    "munged": "munge",
    "slurmctld": "slurm-wlm",
    "slurmd": "slurm-wlm",
    "sshd": "openssh-server",
    "ssh-keygen": "openssh-client",
}
STRICT_PROGRAMS = {"tcsh": "tcsh"}
BASTION_PROGRAMS = {"unshare": "util-linux", "nsenter": "util-linux"}
ACCOUNTING_PROGRAMS = {"mariadbd": "mariadb-server", "mariadb-install-db": "mariadb-server", "slurmdbd": "slurmdbd"}


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


# ---------------------------------------------------------------- parts


def munged(layout):
    folder = layout.root / "munge"
    key = folder / "key"
    if not key.exists():
        descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(descriptor, os.urandom(1024))
        os.close(descriptor)
    # --force: the folders above ours belong to the person and need not be open to everybody.
    return Daemon(
        layout,
        "munged",
        network.inside(
            layout,
            "munged",
            "--foreground",
            "--force",
            "--num-threads=4",
            f"--socket={layout.munge_socket}",
            f"--key-file={key}",
            f"--pid-file={folder}/pid",
            f"--log-file={folder}/log",
            f"--seed-file={folder}/seed",
        ),
    )


def slurmctld(layout):
    command = network.inside(layout, "slurmctld", "-D")
    return Daemon(layout, "slurmctld", command, slurm_files.daemon_environment(layout))


def slurmd(layout, node):
    command = network.inside(layout, "slurmd", "-D", "-N", node)
    return Daemon(layout, node, command, slurm_files.daemon_environment(layout))


def sshd(layout):
    return Daemon(layout, "sshd", login.sshd_command(layout))


def all_daemons(layout):
    """In the order of starting."""
    database = [accounting.database(layout), accounting.slurmdbd(layout)] if layout.has_accounting else []
    return [
        *([network.holder(layout)] if network.is_own(layout) else []),
        munged(layout),
        *database,
        slurmctld(layout),
        *(slurmd(layout, node) for node in NODES),
        sshd(layout),
        *([bastion.daemon(layout, login.sshd_program())] if layout.is_bastion else []),
    ]


def slurm(layout, *command, timeout=60):
    """Runs one of Slurm's programs against this cluster."""
    return subprocess.run(
        network.inside(layout, *command),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        env=environment(layout),
        timeout=timeout,
        check=False,
    )


def slurm_version():
    text = subprocess.run(
        ["slurmctld", "-V"], capture_output=True, text=True, check=False, env={"PATH": "/usr/sbin:/usr/bin"}
    ).stdout
    found = re.search(r"(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def is_open(layout, port):
    if network.is_own(layout):
        return port in network.listening(network.holder(layout).pid())
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def node_states(layout):
    """{node: state} as the controller sees it; empty when it does not answer."""
    partition = next(iter(layout.partitions))
    done = slurm(layout, "sinfo", "-h", "-N", "-p", partition, "-o", "%N %T")
    return (
        dict(line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)
        if done.returncode == 0
        else {}
    )


# ---------------------------------------------------------------- start


def check_programs(site):
    path = "/usr/sbin:/usr/bin:/sbin:/bin"
    of_site = {
        "friendly": ACCOUNTING_PROGRAMS,
        "strict": STRICT_PROGRAMS,
        "bastion": {**ACCOUNTING_PROGRAMS, **BASTION_PROGRAMS},
    }
    wanted = {**PROGRAMS, **of_site[site]}
    missing = {package for program, package in wanted.items() if shutil.which(program, path=path) is None}
    libraries = {slurm_files.HOSTS_LIBRARY: "libnss-wrapper"}
    if site == "bastion":
        libraries |= {bastion.WRAPPER_LIBRARY: "libpam-wrapper", "liboath.so.0": "libpam-oath"}
    for library, package in libraries.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.add(package)
    if missing:
        raise ClusterError(f"the practice cluster needs the packages {' '.join(sorted(missing))}")


def renew_taken_ports(layout):
    """A port that somebody else took while the cluster was down is replaced."""
    owners = {"ssh": "sshd", "database": "mariadbd", "accounting": "slurmdbd", "controller": "slurmctld"}
    running = {daemon.name for daemon in all_daemons(layout) if daemon.pid() is not None}
    taken = [
        name
        for name, port in layout.ports.items()
        if owners.get(name, name) not in running and not layouts.is_port_free(port)
    ]
    if not taken:
        return
    if running:
        raise ClusterError(
            f"another program took the port of {', '.join(taken)}; run `./dev cluster stop`, then start again"
        )
    layout.ports.update(layouts.free_ports(taken))
    layout.save()


def start(layout, started):
    """Starts what is not running; `started` gets every daemon at its start, for the caller to end when this fails."""

    def begin(daemon):
        if daemon.pid() is None:
            started.append(daemon)
            daemon.start()
        return daemon

    say(f"practice cluster ({layout.site}) in {layout.root}")
    layout.make_folders()
    renew_taken_ports(layout)
    layout.save()
    slurm_files.write(layout, slurm_version())
    login.write(layout)
    if network.is_own(layout):
        begin_network(layout, begin)
    say("munge and the login node")
    munge = begin(munged(layout))
    door = begin(sshd(layout))
    munge.wait_until(lambda: slurm(layout, "munge", "-S", str(layout.munge_socket), "-n").returncode == 0, 20)
    if layout.has_accounting:
        start_accounting(layout, begin)
    say("controller and four nodes")
    controller = begin(slurmctld(layout))
    controller.wait_until(lambda: node_states(layout), 30)
    nodes = [begin(slurmd(layout, node)) for node in NODES]
    for node in nodes:
        node.wait_until(lambda node=node: is_node_there(layout, node.name), 60)
    door.wait_until(lambda: is_open(layout, layout.ports["ssh"]), 20)
    if layout.is_bastion:
        gate = begin(bastion.daemon(layout, login.sshd_program()))
        gate.wait_until(lambda: layout.ports["bastion"] in network.listening(), 20)


def begin_network(layout, begin):
    holder = network.holder(layout)
    if holder.pid() is None and any(daemon.pid() for daemon in all_daemons(layout)):
        raise ClusterError("the network of the practice cluster is gone; run `./dev cluster stop`, then start again")
    begin(holder).wait_until(lambda: network.is_up(layout), 20)


def start_accounting(layout, begin):
    if not (layout.root / "database").exists():
        say("accounting database, made once (a few seconds)")
        accounting.make_database(layout)
    else:
        say("accounting")
    database = begin(accounting.database(layout))
    database.wait_until(lambda: accounting.sql(layout, "SELECT 1").returncode == 0, 60)
    accounting.allow_slurm(layout)
    daemon = begin(accounting.slurmdbd(layout))
    daemon.wait_until(lambda: accounting.is_answering(layout), 60)
    accounting.add_people(layout)


def is_node_there(layout, node):
    """The controller has heard of it, and it can take jobs, or would if it were not drained on purpose."""
    state = node_states(layout).get(node, "")
    return not state.endswith("*") and state.rstrip("~#!%$@^-+") in (
        "idle",
        "mixed",
        "allocated",
        "completing",
        "drained",
        "draining",
    )


def command_start(arguments):
    layout = layouts.load(arguments.root)
    site = arguments.site or (layout.site if layout else "friendly")
    check_programs(site)
    if layout is None:
        layout = layouts.make(arguments.root, site)
    elif layout.site != site:
        raise ClusterError(
            f"{layout.root} holds a {layout.site} site; stop it with --purge first, or name another folder with --root"
        )
    layout.root.mkdir(parents=True, exist_ok=True)
    begun, started = time.monotonic(), []
    with locked(layout):
        try:
            start(layout, started)
            if not arguments.no_target:
                targets.add(layout)
        except BaseException:
            say("stopping what was started")
            for daemon in reversed(started):
                daemon.stop()
            if started:
                end_own_processes(layout)
            raise
    if started:
        say(f"started in {time.monotonic() - begun:.0f} s")
    print_status(layout)
    return 0


# ---------------------------------------------------------------- stop


def command_stop(arguments):
    layout = layouts.load(arguments.root)
    if layout is None:
        say(f"there is no practice cluster in {arguments.root}")
        return 0
    with locked(layout):
        stop(layout)
        if arguments.purge:
            targets.remove(layout)
            subprocess.run(["chmod", "-R", "u+rwX", str(layout.root)], check=False)
            shutil.rmtree(layout.root)
            say(f"removed {layout.root}, its runs and its target")
        else:
            say(f"stopped; state and runs stay in {layout.root} (--purge removes them)")
    return 0


def stop(layout):
    daemons = all_daemons(layout)
    if any(daemon.pid() is not None for daemon in daemons):
        put_jobs_back(layout)
    for daemon in reversed(daemons):
        if daemon.stop():
            say(f"stopped {daemon.name}")
    left = end_own_processes(layout)
    if left:
        say(f"ended {left} other processes of its logins and jobs")


def put_jobs_back(layout):
    """Running jobs go back into the queue, as before a site's maintenance; those that may not are cancelled."""
    if slurmctld(layout).pid() is None:
        return
    with contextlib.suppress(subprocess.TimeoutExpired):
        running = slurm(
            layout, "squeue", "-h", "-t", "running,suspended,completing", "-o", "%A", timeout=20
        ).stdout.split()
        if not running:
            return
        say(f"running jobs go back into the queue: {' '.join(running)}")
        # Nothing new begins; the next start takes the partitions' state from the configuration.
        for partition in layout.partitions:
            slurm(layout, "scontrol", "update", f"PartitionName={partition}", "State=DOWN", timeout=20)
        for job in running:
            if slurm(layout, "scontrol", "requeue", job, timeout=20).returncode != 0:
                slurm(layout, "scancel", job, timeout=20)
        deadline = time.monotonic() + 25
        while (
            time.monotonic() < deadline
            and slurm(layout, "squeue", "-h", "-t", "running,completing", "-o", "%A", timeout=20).stdout.split()
        ):
            time.sleep(0.5)


# ---------------------------------------------------------------- status


def command_status(arguments):
    layout = layouts.load(arguments.root)
    if layout is None:
        print(f"no practice cluster in {arguments.root}; start one with ./dev cluster start")
        return 1
    return print_status(layout)


def print_status(layout):
    """One line a daemon, then nodes, jobs and the way in. 0: everything runs; 1: something does not."""
    daemons = all_daemons(layout)
    for daemon in daemons:
        pid = daemon.pid()
        print(f"{daemon.name:10} {'running, process ' + str(pid) if pid else 'not running'}")
    is_whole = all(daemon.pid() for daemon in daemons)
    if slurmctld(layout).pid() and munged(layout).pid():
        states = node_states(layout)
        print(
            f"{'nodes':10} {', '.join(f'{node} {state}' for node, state in sorted(states.items())) or 'the controller does not answer'}"
        )
        jobs = slurm(layout, "squeue", "-h", "-o", "%T").stdout.split()
        counts = ", ".join(f"{jobs.count(state)} {state.lower()}" for state in sorted(set(jobs)))
        print(f"{'jobs':10} {counts or 'none'}")
    print(f"{'login':10} ssh -F {layout.ssh_config} {layout.alias}")
    for name, text in (bastion.status_lines(layout) if layout.is_bastion else {}).items():
        print(f"{name:10} {text}")
    print(f"{'target':10} {layout.target}, runs in {layout.base}")
    return 0 if is_whole else 1


# ---------------------------------------------------------------- command line


@contextlib.contextmanager
def locked(layout):
    """One start or stop of a cluster at a time. The lock lies beside the root, which --purge removes."""
    path = layout.root.with_name(layout.root.name + ".lock")
    with open(path, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            raise ClusterError(f"another ./dev cluster is at work on {layout.root}; wait for it") from taken
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def parse(words):
    parser = argparse.ArgumentParser(
        prog="./dev cluster", description="A Slurm cluster on this machine, to practise and to test with."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    begin = commands.add_parser("start", help="start it, or what of it does not run")
    begin.add_argument("--no-target", action="store_true", help="do not add it to the targets")
    end = commands.add_parser("stop", help="stop it; state and runs stay")
    end.add_argument("--purge", action="store_true", help="remove state, runs and target too")
    state = commands.add_parser("status", help="what runs")
    for command in (begin, end, state):
        command.add_argument(
            "--site",
            choices=layouts.SITES,
            help="in a folder of its own: strict, a less friendly site; bastion, one behind a bastion with a code",
        )
        command.add_argument("--root", type=pathlib.Path, help=f"its folder (default: {layouts.default_root()})")
    arguments = parser.parse_args(words)
    if arguments.root is None:
        arguments.root = layouts.default_root(arguments.site or "friendly")
    arguments.root = arguments.root.expanduser().absolute()
    return arguments


def main(words):
    def interrupted(*_):
        raise KeyboardInterrupt

    for kind in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(kind, interrupted)
    arguments = parse(words)
    try:
        return {"start": command_start, "stop": command_stop, "status": command_status}[arguments.command](arguments)
    except ClusterError as problem:
        print(f"./dev cluster: {problem}", file=sys.stderr)
        return 1
    except subprocess.TimeoutExpired as problem:
        print(
            f"./dev cluster: `{' '.join(problem.cmd)}` did not answer within {problem.timeout:.0f} s; the logs are in {arguments.root / 'log'}",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        say("interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
