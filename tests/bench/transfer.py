# SPDX-License-Identifier: GPL-3.0-or-later
"""rsync through our ssh session beside rsync through OpenSSH's (a master connection that is open already, as ours is): one large
file and many small ones, in both directions, direct and through a relay with a round trip of 50 ms. The processor's time on this
side (rsync, its remote shell and the session, the login too) tells more than the rate where the machine is busy."""

import contextlib
import json
import os
import pathlib
import pwd
import resource
import shutil
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "packaging/cluster"))
from layout import free_ports

LARGE_BYTES, SMALL_FILES = 200 << 20, 2000


def make_tree(folder):
    folder.mkdir()
    with open(folder / "large", "wb") as file:
        for _ in range(LARGE_BYTES >> 20):
            file.write(os.urandom(1 << 20))
    for number in range(SMALL_FILES):
        part = folder / f"part {number % 20}"
        part.mkdir(exist_ok=True)
        (part / f"{number}.py").write_bytes(os.urandom(5000))
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


@contextlib.contextmanager
def sshd(folder):
    folder.mkdir(mode=0o700)
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    shutil.copy(folder / "user.pub", folder / "authorized_keys")
    port = free_ports(["sshd"])["sshd"]
    (folder / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nPidFile none\nHostKey {folder}/host\nUsePAM no\nStrictModes no\n"
        f"PermitRootLogin yes\nUseDNS no\nPrintMotd no\nAuthorizedKeysFile {folder}/authorized_keys\n"
    )
    server = subprocess.Popen(["/usr/sbin/sshd", "-D", "-f", str(folder / "sshd_config")], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=10)


def write_config(folder, port):
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {(folder / 'host.pub').read_text()}")
    config = folder / f"config-{port}"
    config.write_text(
        f"Host host\n  HostName 127.0.0.1\n  Port {port}\n  User {pwd.getpwuid(os.getuid()).pw_name}\n  IdentityFile {folder}/user\n"
        f"  IdentityAgent none\n  UserKnownHostsFile {folder}/known_hosts\n  GlobalKnownHostsFile /dev/null\n"
    )
    return config


@contextlib.contextmanager
def master(config, folder):
    """OpenSSH's session that is open before the clock starts."""
    control = folder / "master"
    process = subprocess.Popen(
        ["ssh", "-F", str(config), "-S", str(control), "-M", "-N", "host"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            if control.exists():
                break
            time.sleep(0.05)
        yield f"ssh -F {config} -S {control}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def ours(bin_folder, config, direction, source, destination):
    done = subprocess.run(
        [str(bin_folder / "transfer_speed"), str(config), "host", direction, str(source), str(destination)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    if done.returncode != 0:
        raise RuntimeError(f"transfer_speed: {done.stderr}")
    return json.loads(done.stdout)[0]


def theirs(shell, direction, source, destination):
    places = [f"{source}/", f"host:{destination}/"] if direction == "up" else [f"host:{source}/", f"{destination}/"]
    start = time.monotonic()
    subprocess.run(
        ["rsync", "-rlt", "-s", "-e", shell, *places], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    return time.monotonic() - start


def processor_seconds():
    """Of all programs that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def send(kind, bin_folder, folder, config, direction):
    """Seconds, and processor seconds."""
    destination, before = folder / "destination", processor_seconds()
    if kind == "ours":
        seconds = ours(bin_folder, config, direction, folder / "source", destination)
    else:
        with master(config, folder / "sshd") as shell:
            seconds = theirs(shell, direction, folder / "source", destination)
    used = processor_seconds() - before
    same = subprocess.run(["diff", "-rq", str(folder / "source"), str(destination)], capture_output=True)
    if same.returncode != 0:
        raise RuntimeError(f"{kind} {direction}: not the same files")
    shutil.rmtree(destination)
    return seconds, used


def measure_link(bin_folder, folder, config, name, num_bytes, pairs):
    rows = []
    for direction in ("up", "down"):
        rate = {
            "name": f"rsync {direction}, {name}",
            "unit": "MB/s",
            "better": "more",
            "bar": 1.0,
            "ours": [],
            "theirs": [],
        }
        processor = {
            "name": f"its processor time {direction}, {name}",
            "unit": "s",
            "better": "less",
            "bar": 1.0,
            "ours": [],
            "theirs": [],
        }
        for pair in range(pairs):
            for kind in ("ours", "theirs") if pair % 2 == 0 else ("theirs", "ours"):
                seconds, used = send(kind, bin_folder, folder, config, direction)
                rate[kind].append(num_bytes / 1e6 / seconds)
                processor[kind].append(used)
        for row in (rate, processor):
            print(f"transfer: {row['name']}: ours {row['ours']}, OpenSSH {row['theirs']}", file=sys.stderr)
        rows += [rate, processor]
    return rows


def measure(bin_folder, folder, pairs):
    sys.path.insert(0, str(HERE.parent / "end_to_end"))
    from relay import Relay

    num_bytes = make_tree(folder / "source")
    with sshd(folder / "sshd") as port:
        rows = measure_link(bin_folder, folder, write_config(folder / "sshd", port), "direct", num_bytes, pairs)
        with Relay(("127.0.0.1", port), round_trip_ms=50) as relay:
            rows += measure_link(
                bin_folder,
                folder,
                write_config(folder / "sshd", relay.address[1]),
                "50 ms round trip",
                num_bytes,
                pairs,
            )
    return rows
