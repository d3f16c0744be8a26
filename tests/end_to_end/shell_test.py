# SPDX-License-Identifier: GPL-3.0-or-later
"""A target as if it were this computer, over a real sshd and one login: a shell and commands in a pseudo-terminal with its size, its
changes and Ctrl-C, filters, exit codes; files listed, read and fetched.
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

from guard import Guard
from pam_sshd import SSHD, free_port
from sandbox import BIN, Sandbox, wait_until


class Sshd:
    """An sshd of the test's own for whoever runs it, with a home folder of its own."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-sshd-", dir="/tmp"))
        self.home = self.folder / "home"
        self.home.mkdir()
        self.port = free_port()
        for name in ("host_key", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        shutil.copy(self.folder / "key.pub", self.folder / "authorized_keys")
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        known = (self.folder / "host_key.pub").read_text()
        (self.folder / "known_hosts").write_text(f"[127.0.0.1]:{self.port} {known}")
        self.config = self.folder / "config"
        self.config.write_text(
            f"Host login\n  HostName 127.0.0.1\n  Port {self.port}\n  User {user}\n  IdentityAgent none\n"
            f"  UserKnownHostsFile {self.folder}/known_hosts\n  IdentityFile {self.folder}/key\n"
        )
        (self.folder / "sshd_config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nUseDNS no\n"
            f"PrintMotd no\nPrintLastLog no\nHostKey {self.folder}/host_key\nSetEnv HOME={self.home}\n"
            f"AuthorizedKeysFile {self.folder}/authorized_keys\nLogLevel VERBOSE\n"
        )

    def __enter__(self):
        if os.geteuid() == 0:
            pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        log = self.folder / "sshd.log"
        self.process = subprocess.Popen(
            [SSHD, "-D", "-E", log, "-f", self.folder / "sshd_config"], stdin=subprocess.DEVNULL, start_new_session=True
        )
        self.guard = Guard(["sh", "-c", f"kill -9 {self.process.pid}; rm -rf {self.folder}"])
        wait_until(lambda: log.exists() and "Server listening" in log.read_text(), 20, "sshd")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.guard.dismiss()

    def logins(self):
        return (self.folder / "sshd.log").read_text().count("Accepted publickey")


class Terminal:
    """yard in a pseudo-terminal of its own."""

    def __init__(self, box, *words, columns=90, rows=30):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(box.work)
            os.execve(BIN / "yard", ["yard", *words], dict(box.environment, TERM="vt220"))
        self.resize(columns, rows)
        self.said = ""

    def resize(self, columns, rows):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def until(self, pattern, seconds=60):
        """Reads on until the pattern has come; what was before it is not looked at again."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.said)):
            left = deadline - time.monotonic()
            if left <= 0 or not self.read(left):
                raise AssertionError(f"{pattern} is not in {self.said!r}")
        self.said = self.said[found.end() :]
        return found

    def read(self, seconds):
        """False at the end."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.terminal, 65536)
        except OSError:  # Linux says so when the last program has closed it
            return False
        self.said += piece.decode(errors="replace")
        return bool(piece)

    def is_raw(self):
        return not termios.tcgetattr(self.terminal)[3] & (termios.ICANON | termios.ECHO)

    def end(self, seconds=60):
        """Its exit code, once it has ended; the terminal must be as it was."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                assert not self.is_raw(), "the terminal was left raw"
                os.close(self.terminal)
                return os.waitstatus_to_exitcode(status)
            self.read(0.05)
        raise AssertionError(f"it goes on: {self.said!r}")


def yard_with_input(box, content, *words):
    return subprocess.run(
        [BIN / "yard", *words],
        input=content,
        capture_output=True,
        env=box.environment,
        cwd=box.work,
        timeout=120,
        check=False,
    )


def try_shell(box, sshd):
    shell = Terminal(box, "shell", "login", columns=101, rows=33)
    shell.until(r"[$#] ")
    assert shell.is_raw()
    shell.type("stty size; echo $TERM; cd; pwd\r")
    shell.until(r"33 101\r\nvt220\r\n" + re.escape(str(sshd.home)) + r"\r\n")
    shell.resize(77, 22)
    wait_until(lambda: (shell.type("stty size\r"), shell.until(r"(\d+ \d+)\r\n"))[1].group(1) == "22 77", 30, "size")
    # Ctrl-C ends what runs there, not the shell; keys are not taken by the terminal here.
    shell.type("sh -c 'echo be$((1))gun; exec sleep 600'\r")
    shell.until(r"be1gun\r\n")
    shell.type("\x03")
    shell.until(r"[$#] ")
    shell.type("echo still $((40 + 2))\r")
    shell.until("still 42")
    # Through the same login, although nothing but the shell needs it: there is no Slurm.
    assert box.must("yard", "run", "login", "--", "echo", "beside") == "beside\n"
    assert sshd.logins() == 1, sshd.logins()
    shell.type("exit 9\r")
    assert shell.end() == 9
    # Leaving a program that does not answer.
    stuck = Terminal(box, "shell", "login")
    stuck.until(r"[$#] ")
    stuck.type("stty raw -echo; echo be$((1))gun $$; exec sleep 600\r")
    pid = int(stuck.until(r"be1gun (\d+)").group(1))
    # A shell that is about to become another program may forget the signal.
    program = pathlib.Path("/proc", str(pid), "comm")
    wait_until(lambda: program.read_text() == "sleep\n", 20, "the start of sleep")
    stuck.type("\r~.")
    assert stuck.end() == 128 + signal.SIGHUP
    wait_until(lambda: not pathlib.Path("/proc", str(pid)).exists(), 20, "the end of a shell that was left")
    # A signal to yard itself restores the terminal, too.
    killed = Terminal(box, "run", "login", "--", "sh", "-c", "echo begun; exec sleep 600")
    killed.until("begun")
    os.kill(killed.pid, signal.SIGTERM)
    assert killed.end() == 128 + signal.SIGTERM


def try_run(box, sshd):
    command = Terminal(box, "run", "login", "--", "sh", "-c", "test -t 0 && echo terminal; exit 4")
    command.until("terminal\r\n")
    assert command.end() == 4
    stopped = Terminal(box, "run", "login", "--", "sh", "-c", "echo begun; exec sleep 600")
    stopped.until("begun")
    stopped.type("\x03")
    assert stopped.end() == 128 + signal.SIGINT
    content = bytes(range(256)) * 4000
    done = yard_with_input(box, content, "run", "login", "--", "sh", "-c", "cat; echo oops >&2; exit 3")
    assert (done.returncode, done.stdout, done.stderr) == (3, content, b"oops\n"), (done.returncode, done.stderr)
    # Words stay words, whatever they look like.
    words = ["--gpus", "[a,b]", "", "a b", "$HOME", "--", "'\"\\"]
    done = yard_with_input(box, b"", "run", "login", "--", "printf", "<%s>", *words)
    assert done.stdout.decode() == "".join(f"<{word}>" for word in words), done
    done = yard_with_input(box, b"", "run", "login", "no-such-program-here")
    assert done.returncode == 127 and b"no-such-program-here" in done.stderr, done
    done = yard_with_input(box, b"echo $((6 * 7)); exit 5\n", "shell", "login")
    assert (done.returncode, done.stdout) == (5, b"42\n"), done
    # This computer, and what cannot be.
    done = yard_with_input(box, b"in", "run", "here", "--", "sh", "-c", "cat; exit 6")
    assert (done.returncode, done.stdout) == (6, b"in"), done
    done = yard_with_input(box, b"exit 8\n", "shell", "here")
    assert done.returncode == 8, done
    assert box.run("yard", "run", "here", "--", "no-such-program-here").returncode == 127
    for words, said in (
        (("run", "here", "--gpus", "1", "--", "true"), "no queue"),
        (("run", "login"), "COMMAND"),
        (("shell", "nowhere"), "nowhere"),
    ):
        refused = box.run("yard", *words)
        assert refused.returncode == 2 and said in refused.stderr, refused


def try_files(box, sshd):
    results = sshd.home / "results"
    (results / "plots").mkdir(parents=True)
    (results / "log.txt").write_text("".join(f"line {i}\n" for i in range(1000)))
    (results / "raw").write_bytes(bytes(range(256)))
    os.utime(results / "raw", (1_600_000_000, 1_600_000_000))
    listing = json.loads(box.must("yard", "ls", "login:results", "--json"))
    assert (listing["path"], listing["is_folder"]) == (str(results), True), listing
    files = {file["name"]: (file["kind"], file["bytes"]) for file in listing["files"]}
    assert files["log.txt"] == ("file", 8890) and files["plots"][0] == "folder", files
    shown = box.must("yard", "ls", "login:~/results/")
    assert re.search(r"file +8\.\d kB +\d{4}-\d\d-\d\d \d\d:\d\d +log\.txt\n", shown), shown
    assert "plots/\n" in shown, shown
    assert yard_with_input(box, b"unread", "cat", "login:results/raw").stdout == bytes(range(256))
    assert box.must("yard", "cat", "login:results/log.txt", "--bytes", "9") == "line 0\nli"
    assert box.must("yard", "cat", f"login:{results}/log.txt", "--tail", "2") == "line 998\nline 999\n"
    assert box.must("yard", "cat", f"here:{results}/log.txt", "--tail", "1") == "line 999\n"
    # A terminal gets text, and nothing that drives it.
    terminal = Terminal(box, "cat", "login:results/raw")
    terminal.until("ABCDEFGHIJ")
    assert terminal.end() == 0 and "\x1b" not in terminal.said, terminal.said
    assert box.must("yard", "fetch", "login:results/log.txt").strip() == str(box.work / "log.txt")
    assert (box.work / "log.txt").read_text() == (results / "log.txt").read_text()
    assert box.must("yard", "fetch", "login:results", "all").strip() == str(box.work / "all")
    assert (box.work / "all/raw").read_bytes() == bytes(range(256)) and (box.work / "all/plots").is_dir()
    assert (box.work / "all/raw").stat().st_mtime == 1_600_000_000
    box.must("yard", "fetch", "login:results/raw", "all/plots")
    assert (box.work / "all/plots/raw").exists()
    for words, said in (
        (("ls", "login:results/none/log.txt"), f"{results}/none/log.txt does not exist there; the nearest"),
        (("cat", "login:results"), "is a folder"),
        (("fetch", "login:nothing"), f"folder that does is {sshd.home}"),
        (("ls", "results"), "TARGET:PATH"),
        (("fetch", "nowhere:results"), "nowhere"),
    ):
        refused = box.run("yard", *words)
        assert refused.returncode == 2 and said in refused.stderr, refused


def try_after_disconnect(box):
    """The next command that somebody types logs in again, whichever it is."""
    for words, said in ((("run", "login", "--", "echo", "back"), "back"), (("ls", "login:results"), "raw")):
        box.must("yard", "targets", "disconnect", "login")
        assert said in box.must("yard", *words), words


def main():
    if not pathlib.Path(SSHD).exists():
        print("SKIPPED: no sshd here")
        return 77
    with Sandbox() as box, Sshd() as sshd:
        box.must(
            "yard",
            "targets",
            "add",
            "login",
            "--host",
            "login",
            "--base",
            sshd.home / "runs",
            "--ssh-config",
            sshd.config,
        )
        (sshd.home / ".bash_profile").write_text("PS1='$ '\n")
        try_shell(box, sshd)
        try_run(box, sshd)
        try_files(box, sshd)
        try_after_disconnect(box)
    return 0


if __name__ == "__main__":
    sys.exit(main())
