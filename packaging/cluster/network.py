# SPDX-License-Identifier: GPL-3.0-or-later
"""A site's own network: a namespace with a loopback device alone, in which everything of the site runs. Nothing outside reaches
into it but the connections that the bastion hands on. Needs no root where the system lets users make namespaces.

As a program it is what holds the namespace: started in it, it brings the loopback device up, and stays.
"""

import fcntl
import functools
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys

from daemons import Daemon

GET_FLAGS, SET_FLAGS = 0x8913, 0x8914  # SIOCGIFFLAGS, SIOCSIFFLAGS
IS_UP = 1  # IFF_UP
LISTENS = "0A"  # TCP_LISTEN in /proc/net/tcp


def new_namespace():
    """unshare's words: as root a network is enough, others need a namespace of users to own it."""
    users = [] if os.geteuid() == 0 else ["--user", "--map-current-user", "--keep-caps"]
    return ["unshare", "--net", *users]


@functools.cache
def can_be_made():
    return subprocess.run([*new_namespace(), "true"], capture_output=True, check=False).returncode == 0


def holder(layout):
    return Daemon(layout, "network", [*new_namespace(), sys.executable, "-B", __file__])


def is_own(layout):
    return layout.is_bastion and can_be_made()


def is_up(layout):
    """The holder has come as far as to be python, in its namespace, with the loopback device up."""
    return (
        subprocess.run(
            inside(layout, sys.executable, "-c", "import socket; socket.create_server(('127.0.0.1', 0))"),
            capture_output=True,
            check=False,
        ).returncode
        == 0
    )


def entering(layout):
    """Words before a command that run it in the network of the site; none where it has no network of its own."""
    if not is_own(layout):
        return []
    users = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
    return ["nsenter", f"--target={holder(layout).pid() or 0}", "--net", *users]


def inside(layout, *command):
    return [*entering(layout), *command]


def listening(process="self"):
    """{port: [address]} of the network that a process is in, addresses as the kernel writes them."""
    found = {}
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path("/proc", str(process), "net", table).read_text().splitlines()[1:]:
            _, local, _, state = line.split()[:4]
            address, port = local.split(":")
            if state == LISTENS:
                found.setdefault(int(port, 16), []).append(address)
    return found


def bring_loopback_up():
    with socket.socket() as any_socket:
        name = b"lo".ljust(16, b"\0")
        answer = fcntl.ioctl(any_socket, GET_FLAGS, name + bytes(16))
        flags = struct.unpack_from("H", answer, 16)[0]
        fcntl.ioctl(any_socket, SET_FLAGS, name + struct.pack("H14x", flags | IS_UP))


if __name__ == "__main__":
    bring_loopback_up()
    signal.pause()
