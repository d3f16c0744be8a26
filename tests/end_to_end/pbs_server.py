# SPDX-License-Identifier: GPL-3.0-or-later
"""A real OpenPBS on this machine: its server, its scheduler and a node for each name, in namespaces of their own.

No package registry has OpenPBS, so it is built from its sources (resources/help/adding_a_scheduler.md). Where it is not
installed, or without the right to make namespaces, whynot() says so and the tests skip themselves.
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from sandbox import wait_until

EXEC = pathlib.Path(os.environ.get("PBS_EXEC", "/opt/pbs"))
NETWORK = "10.77.0"


def whynot():
    if os.geteuid() != 0:
        return "needs root: OpenPBS and namespaces"
    if not (EXEC / "bin/qsub").exists():
        return f"OpenPBS is not installed in {EXEC}"
    if not shutil.which("unshare") or not shutil.which("nsenter"):
        return "unshare and nsenter are not installed"
    return None


def enter():
    """Goes on in namespaces of its own, whose end is the end of all that was started in them."""
    if os.environ.get("TRAINYARD_PBS_INSIDE"):
        return
    os.environ["TRAINYARD_PBS_INSIDE"] = "1"
    words = ["unshare", "--uts", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    os.execvp(words[0], [*words, sys.executable, "-B", *sys.argv])


def must(*words, timeout=120, **keywords):
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=timeout, check=False, **keywords
    )
    assert done.returncode == 0, f"{words} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


class PbsServer:
    """Its nodes are pbs1, pbs2, ...; the first is the login node, too, with sshd. Only after enter()."""

    def __init__(self, nodes=2):
        self.nodes = [f"pbs{number + 1}" for number in range(nodes)]
        # PBS refuses a home below a folder that everyone may write.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="trainyard-pbs-", dir="/var/lib"))
        self.root.chmod(0o755)
        self.base = self.root / "base"

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        must("mount", "--make-rprivate", "/")
        must("hostname", self.nodes[0])
        must("ip", "link", "set", "lo", "up")
        hosts = ["127.0.0.1 localhost"]
        for number, node in enumerate(self.nodes, 1):
            must("ip", "address", "add", f"{NETWORK}.{number}/24", "dev", "lo")
            hosts.append(f"{NETWORK}.{number} {node}")
        (self.root / "hosts").write_text("\n".join(hosts) + "\n")
        must("mount", "--bind", self.root / "hosts", "/etc/hosts")
        os.environ["PATH"] += f":{EXEC}/bin:{EXEC}/sbin"
        os.environ["PBS_CONF_FILE"] = str(self.write_conf(1))
        must(EXEC / "libexec/pbs_postinstall", "server", timeout=300)
        self.set_environment(1)
        self.start_server()
        for setting in (
            "job_history_enable=True",
            "acl_roots=root",
            "flatuid=True",
            "query_other_jobs=True",
            "scheduler_iteration=2",
        ):
            must("qmgr", "-c", f"set server {setting}")
        for number in range(2, len(self.nodes) + 1):
            self.start_node(number)
        wait_until(lambda: must("pbsnodes", "-a").count("state = free") == len(self.nodes), 60, "the nodes")
        self.start_sshd()
        self.base.mkdir(mode=0o700)

    def __exit__(self, *_):
        # Everything in this namespace of processes is ours; its first one is this.
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            if int(folder.name) != os.getpid():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(folder.name), signal.SIGKILL)
        shutil.rmtree(self.root, ignore_errors=True)

    def write_conf(self, number):
        home = self.root / f"home{number}"
        home.mkdir()
        first = int(number == 1)
        lines = {
            "PBS_SERVER": self.nodes[0],
            "PBS_START_SERVER": first,
            "PBS_START_SCHED": first,
            "PBS_START_COMM": first,
            "PBS_START_MOM": 1,
            "PBS_EXEC": EXEC,
            "PBS_HOME": home,
            "PBS_LEAF_NAME": self.nodes[number - 1],
            "PBS_MOM_NODE_NAME": self.nodes[number - 1],
        }
        file = self.root / f"conf{number}"
        file.write_text("".join(f"{name}={value}\n" for name, value in lines.items()))
        return file

    def start_server(self):
        """It makes its database at the first start, and now and then does not wait until that one is up."""
        words = [str(EXEC / "libexec/pbs_init.d"), "start"]
        for _ in range(3):
            done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
            if done.returncode == 0:
                return
            subprocess.run([str(EXEC / "libexec/pbs_init.d"), "stop"], capture_output=True, timeout=60, check=False)
            shutil.rmtree(self.root / "home1/datastore", ignore_errors=True)
        raise AssertionError(f"OpenPBS does not start\n{done.stdout}\n{done.stderr}")

    def set_environment(self, number):
        """Of the jobs on that node."""
        file = self.root / f"home{number}/pbs_environment"
        file.write_text(file.read_text() + f"PBS_CONF_FILE={self.root}/conf{number}\n")

    def start_node(self, number):
        """Its daemon has ports and a host name of its own."""
        conf, node, port = self.write_conf(number), self.nodes[number - 1], 15002 + 100 * number
        environment = {**os.environ, "PBS_CONF_FILE": str(conf)}
        must(EXEC / "libexec/pbs_postinstall", "execution", timeout=300, env=environment)
        self.set_environment(number)
        start = f"hostname {node} && exec {EXEC}/sbin/pbs_mom -M {port} -R {port + 1}"
        must("unshare", "--uts", "sh", "-c", start, env=environment)
        must("qmgr", "-c", f"create node {node} Mom={node},port={port}")

    def start_sshd(self):
        folder = self.root / "ssh"
        folder.mkdir(mode=0o700)
        for name in ("host", "own"):
            must("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name)
        shutil.copy(folder / "own.pub", folder / "authorized_keys")
        (folder / "sshd_config").write_text(
            f"Port 2222\nListenAddress {NETWORK}.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized_keys\n"
            f"PidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nSetEnv PBS_CONF_FILE={self.root}/conf1\n"
            "Subsystem sftp internal-sftp\nMaxStartups 100\n"
        )
        os.makedirs("/run/sshd", exist_ok=True)
        subprocess.Popen([shutil.which("sshd"), "-D", "-f", folder / "sshd_config", "-E", folder / "log"])
        (folder / "known_hosts").write_text(f"[{NETWORK}.1]:2222 {(folder / 'host.pub').read_text()}")
        (folder / "config").write_text(
            f"Host pbs\n  HostName {NETWORK}.1\n  Port 2222\n  User root\n  IdentityFile {folder}/own\n  IdentitiesOnly yes\n"
            f"  UserKnownHostsFile {folder}/known_hosts\n  StrictHostKeyChecking yes\n"
        )
        self.ssh_config = folder / "config"
        ssh = ["ssh", "-F", self.ssh_config, "pbs", "true"]
        wait_until(lambda: subprocess.run(ssh, capture_output=True, check=False).returncode == 0, 30, "sshd")

    def add_target(self, sandbox, name="pbs"):
        file = pathlib.Path(sandbox.environment["XDG_CONFIG_HOME"]) / "trainyard" / "targets.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        entry = {"name": name, "host": "pbs", "ssh_config": str(self.ssh_config), "base": str(self.base)}
        file.write_text(json.dumps({"format": 1, "targets": [entry]}))

    def jobs(self, *words):
        """What qstat -f says of jobs, as lines."""
        return must("qstat", "-x", "-t", "-f", "-w", *words).splitlines()
