# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a practice cluster keeps its things: one root folder, private ports, one settings file."""

import dataclasses
import getpass
import json
import os
import pathlib
import random
import socket

NODES = ("gpu1", "gpu2", "gpu3", "gpu4")
SITES = ("friendly", "strict", "bastion")
PORT_NAMES = ("ssh", "bastion", "database", "accounting", "controller", *NODES)
# Slurm and MariaDB make sockets below the root, whose whole name must fit into 107 bytes.
LONGEST_ROOT = 70


class ClusterError(Exception):
    """What went wrong and what to do, in one sentence for the person."""


@dataclasses.dataclass
class Layout:
    root: pathlib.Path
    site: str  # one of SITES
    ports: dict
    user: str = dataclasses.field(default_factory=getpass.getuser)

    @property
    def is_strict(self):
        return self.site == "strict"

    @property
    def is_bastion(self):
        return self.site == "bastion"

    @property
    def has_accounting(self):
        return not self.is_strict

    @property
    def partitions(self):
        """{name: its settings}, the default one first."""
        if self.is_bastion:
            return {
                "boost_usr_prod": "Default=YES DefaultTime=00:30:00 MaxTime=24:00:00",
                "lrd_all_serial": "MaxNodes=1 DefaultTime=00:30:00 MaxTime=04:00:00",
            }
        return {
            "gpu": "Default=YES DefaultTime=00:30:00 MaxTime=01:00:00",
            "long": "MaxTime=UNLIMITED",
            "maint": "MaxTime=01:00:00 State=DOWN",
        }

    @property
    def gpus_per_node(self):
        return 4 if self.is_bastion else 8

    @property
    def alias(self):
        """The host's name in the ssh configuration, and the marker of everything that runs in this cluster."""
        return f"trainyard-{self.target}"

    @property
    def target(self):
        return name_of(self.site)

    @property
    def home(self):
        return self.root / "home"

    @property
    def base(self):
        """Where runs go: outside the home on the strict site."""
        return self.root / "scratch" / "trainyard" if self.is_strict else self.home / "trainyard"

    @property
    def slurm_conf(self):
        return self.root / "slurm" / "slurm.conf"

    @property
    def munge_socket(self):
        return self.root / "munge" / "socket"

    @property
    def database_socket(self):
        return self.root / "database" / "socket"

    @property
    def ssh_config(self):
        return self.root / "ssh" / "config"

    @property
    def settings_file(self):
        return self.root / "cluster.json"

    def log(self, name):
        return self.root / "log" / f"{name}.log"

    def make_folders(self):
        # 0711: munged wants its socket reachable by everybody; what lies below stays private.
        for name in ("", "munge", "log", "pid", "slurm", "state", "spool", "ssh", "home", "bin"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
            (self.root / name).chmod(0o711 if name in ("", "munge") else 0o700)
        self.base.mkdir(parents=True, exist_ok=True)

    def save(self):
        text = json.dumps({"format": 1, "site": self.site, "ports": self.ports}, indent=1) + "\n"
        write_file(self.settings_file, text)


def name_of(site):
    """Of its target and its folder."""
    return "practice" if site == "friendly" else f"practice-{site}"


def default_root(site="friendly"):
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local/state")
    return pathlib.Path(state) / "trainyard" / name_of(site)


def load(root):
    """The cluster recorded at `root`, or None."""
    file = root / "cluster.json"
    if not file.exists():
        return None
    try:
        values = json.loads(file.read_text())
        return Layout(root, values["site"], values["ports"])
    except (ValueError, KeyError, OSError) as problem:
        raise ClusterError(
            f"{file} is damaged ({problem}); remove the cluster with `./dev cluster stop --purge`"
        ) from problem


def make(root, site):
    """A new cluster's layout; nothing is written yet."""
    if len(os.fsencode(str(root))) > LONGEST_ROOT:
        raise ClusterError(
            f"the folder {root} has too long a name for the sockets in it ({LONGEST_ROOT} bytes at most); choose another with --root"
        )
    if any(not (c.isalnum() or c in "/._-+@") for c in str(root)):
        raise ClusterError(
            f"the folder {root} has a character that Slurm's configuration cannot hold; choose another with --root"
        )
    if root.exists() and any(root.iterdir()):
        raise ClusterError(f"{root} is not empty and no practice cluster; choose another folder with --root")
    return Layout(root, site, free_ports([name for name in PORT_NAMES if name != "bastion" or site == "bastion"]))


def free_ports(names):
    """{name: port}: free on the loopback address, all different, and below those that the system gives to connections: whoever starts
    again at its port finds it free."""
    first_of_connections = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    choice = range(10000, first_of_connections) if first_of_connections > 11000 else range(first_of_connections, 65536)
    ports = {}
    for name in names:
        ports[name] = next(
            port
            for port in iter(lambda: random.SystemRandom().choice(choice), None)
            if port not in ports.values() and is_port_free(port)
        )
    return ports


def is_port_free(port):
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def write_file(path, text, mode=0o600):
    """Whole or not at all, with its mode from the first byte."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with open(descriptor, "w") as file:
        file.write(text)
        os.fchmod(descriptor, mode)
    part.replace(path)
