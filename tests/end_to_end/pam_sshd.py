# SPDX-License-Identifier: GPL-3.0-or-later
"""A real sshd with PAM for an account of its own, as tests/remote/ssh/pam_server.h has it: in a mount namespace it has a copy of
/etc with another PAM configuration and the account `ada`, so nothing of this machine changes. Needs root.

    with PamSshd(PamSshd.asking("Code:=1"), "KbdInteractiveAuthentication yes") as sshd:
        ... sshd.config, an ssh configuration whose alias is sshd.alias ...
"""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SSHD = "/usr/sbin/sshd"


def problem():
    """Nothing where it can run, else why not."""
    if not pathlib.Path(SSHD).exists():
        return "no sshd here"
    if os.geteuid() != 0:
        return "only root may make a mount namespace"
    tried = subprocess.run(
        ["unshare", "-m", "sh", "-c", "mount --make-rprivate / && mount -t tmpfs none /mnt"],
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode:
        return f"no mount namespace: {tried.stderr.strip()}"
    linked = subprocess.run(["ldd", SSHD], capture_output=True, text=True, check=False).stdout
    return "" if "libpam.so" in linked else "the sshd here knows no PAM"


def need_pam():
    if why := problem():
        print(f"SKIPPED: no sshd with PAM: {why}")
        sys.exit(77)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class PamSshd:
    def __init__(self, auth, options, *, password="first", expired=False, passphrase=None):
        """`auth`: lines of the PAM configuration; `password`: of `ada`; `passphrase`: of the key, which is let in unless it is None."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-pam-", dir="/tmp"))
        self.port = free_port()
        self.alias = f"pam{self.port}"
        for name, phrase in (("host_key", ""), ("key", passphrase or "")):
            self.tool("ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-f", self.folder / name)
        if passphrase is not None:
            shutil.copy(self.folder / "key.pub", self.folder / "authorized_keys")
        self.make_etc(auth, password, expired)
        (self.folder / "known_hosts").write_text(
            f"[127.0.0.1]:{self.port} {(self.folder / 'host_key.pub').read_text()}"
        )
        self.config = self.folder / "config"
        self.config.write_text(
            f"Host {self.alias}\n  HostName 127.0.0.1\n  Port {self.port}\n  User ada\n  IdentityAgent none\n"
            f"  UserKnownHostsFile {self.folder}/known_hosts\n  IdentityFile {self.folder}/key\n"
        )
        (self.folder / "sshd_config").write_text(
            f"UsePAM yes\nLogLevel VERBOSE\n{options}\nPort {self.port}\nListenAddress 127.0.0.1\nPidFile none\nStrictModes no\nPermitRootLogin yes\nUseDNS no\n"
            f"PasswordAuthentication no\nKbdInteractiveAuthentication no\nPrintMotd no\nHostKey {self.folder}/host_key\n"
            f"SetEnv HOME={self.folder}\nAuthorizedKeysFile {self.folder}/authorized_keys\n"
        )

    @staticmethod
    def tool(*words):
        return subprocess.run(
            list(map(str, words)), capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
        ).stdout

    @staticmethod
    def asking(*prompts):
        """PROMPT=ANSWER each, a + in front where the answer may be seen; a space is written _."""
        return f"auth required {os.environ['TRAINYARD_PAM_CONVERSATION']} {' '.join(prompts)}\n"

    def make_etc(self, auth, password, expired):
        etc = self.folder / "etc"
        self.tool("cp", "-a", "/etc", etc)
        shutil.rmtree(etc / "pam.d", ignore_errors=True)
        (etc / "pam.d").mkdir()
        (etc / "pam.d/sshd").write_text(
            f"{auth}account required pam_unix.so\npassword required pam_unix.so sha512\nsession required pam_permit.so\n"
        )
        (etc / "nologin").unlink(missing_ok=True)
        with open(etc / "passwd", "a") as file:
            file.write("ada:x:0:0::/:/bin/sh\n")
        with open(etc / "shadow", "a") as file:
            file.write(
                f"ada:{self.tool('openssl', 'passwd', '-6', password).strip()}:{'10000:0:90:7' if expired else '19000:0:99999:7'}:::\n"
            )

    def __enter__(self):
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        with open(self.folder / "sshd.log", "ab") as log:
            self.process = subprocess.Popen(
                [
                    "unshare",
                    "-m",
                    "sh",
                    "-c",
                    'mount --make-rprivate / && mount --bind "$0" /etc && exec "$@"',
                    self.folder / "etc",
                    SSHD,
                    "-D",
                    "-e",
                    "-f",
                    self.folder / "sshd_config",
                ],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        for _ in range(200):
            if self.count("Connection from "):
                return self
            time.sleep(0.05)
        raise AssertionError((self.folder / "sshd.log").read_text())

    def __exit__(self, *_):
        # Its sessions are in its own session and process groups below it.
        found = [self.process.pid]
        for pid in found:
            listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
            found += [int(word) for word in listed.split()]
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def count(self, words):
        return (self.folder / "sshd.log").read_text(errors="replace").count(words)

    def logins(self):
        return self.count("Accepted ")

    def connections(self):
        """Since it was started, without ours then."""
        return self.count("Connection from ") - 1
