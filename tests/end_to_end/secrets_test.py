# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person types at a login is nowhere afterwards: not in files, logs, process lists or environments, not on the terminal, not in
the memory of the service, which leaves no core either. Each way of asking, at a real sshd with PAM, through `yard` in a terminal.
"""

import os
import pathlib
import re
import resource
import secrets
import signal
import stat
import threading
import time
import unittest

from pam_sshd import PamSshd, need_pam
from sandbox import Sandbox, wait_until
from typed import typed

UNIX = "auth required pam_unix.so nodelay\n"
PASSWORDS = "PasswordAuthentication yes"
QUESTIONS = "KbdInteractiveAuthentication yes"


def canary():
    return "Canary" + secrets.token_hex(8)


def arrangements():
    """Name: (sshd, what is typed in turn)."""
    one, two = canary(), canary()
    yield "passphrase", lambda: PamSshd(UNIX, "", passphrase=one), [one]
    yield "password", lambda: PamSshd(UNIX, PASSWORDS, password=one), [one]
    yield "code", lambda: PamSshd(PamSshd.asking(f"Code:={one}"), QUESTIONS), [one]
    yield (
        "three rounds",
        lambda: PamSshd(PamSshd.asking(f"A:={one}", f"B:={two}", f"C:={one}"), QUESTIONS),
        [one, two, one],
    )
    yield (
        "key and code",
        lambda: PamSshd(
            PamSshd.asking(f"Code:={two}"),
            f"{QUESTIONS}\nAuthenticationMethods publickey,keyboard-interactive",
            passphrase=one,
        ),
        [one, two],
    )
    yield "wrong, then right", lambda: PamSshd(UNIX, PASSWORDS, password=one), [two, one]
    yield "refused", lambda: PamSshd(UNIX, PASSWORDS, password=canary()), [one, two, one]
    yield "expired password", lambda: PamSshd(UNIX, QUESTIONS, password=one, expired=True), [one, one, two, two]
    yield (
        "changed in a terminal",
        lambda: PamSshd(UNIX, PASSWORDS, password=one, expired=True),
        [one, one, two, two, two],
    )


class Watch(threading.Thread):
    """Command lines and environments of all processes that hold a secret, seen while it runs."""

    def __init__(self, words):
        super().__init__(daemon=True)
        self.words, self.found, self.isOver = words, set(), False

    def run(self):
        while not self.isOver:
            for process in pathlib.Path("/proc").iterdir():
                for name in ("cmdline", "environ"):
                    if not process.name.isdigit():
                        continue
                    try:
                        held = (process / name).read_bytes()
                    except OSError:
                        continue
                    if any(word in held for word in self.words):
                        self.found.add((name, held))
            time.sleep(0.02)  # between two looks at everything


def in_memory(pid, words):
    """How often the words are in what this process can write to."""
    count = 0
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            span, rights = line.split()[:2]
            if not rights.startswith("rw"):
                continue
            begin, end = (int(part, 16) for part in span.split("-"))
            try:
                memory.seek(begin)
                held = memory.read(end - begin)
            except (OSError, ValueError):
                continue
            count += sum(held.count(word) + held.count(word.decode().encode("utf-16-le")) for word in words)
    return count


def want_cores():
    """As people set it who want them."""
    most = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (most, most))


def core_limit(pid):
    return re.search(r"Max core file size +(\S+)", pathlib.Path(f"/proc/{pid}/limits").read_text()).group(1)


def content(path, since=0):
    """Of a file that is newer; programs besides ours may remove theirs at any moment."""
    try:
        facts = path.lstat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_mtime < since or facts.st_size >= 1 << 26:
            return b""
        return path.read_bytes()
    except OSError:
        return b""


class Secrets(unittest.TestCase):
    def files_with(self, paths, words, since=0):
        return [str(path) for path in paths for held in [content(path, since)] if any(word in held for word in words)]

    def test_each_way_of_asking(self):
        for name, make, answers in arrangements():
            with self.subTest(name), make() as sshd, Sandbox() as sandbox:
                words = [answer.encode() for answer in set(answers)]
                began, watch = time.time(), Watch(words)
                watch.start()
                _, shown, _ = typed(
                    sandbox,
                    ["targets", "add", "there", "--host", sshd.alias, "--ssh-config", str(sshd.config)],
                    [answer.encode() for answer in answers],
                    in_child=want_cores,
                    at_prompt=lambda pid: self.assertEqual(core_limit(pid), "0"),
                )
                self.assertEqual(sshd.logins() > 0, name != "refused", shown)
                self.assertEqual([word for word in words if word.decode() in shown], [])
                service = wait_until(
                    lambda: [pid for pid in sandbox.processes("yard") if pid not in (os.getpid(),)], 10, "the service"
                )[0]
                self.assertEqual(core_limit(service), "0")
                self.assertEqual(in_memory(service, words), 0)
                folder = pathlib.Path(os.readlink(f"/proc/{service}/cwd"))
                os.kill(service, signal.SIGABRT)
                wait_until(lambda: service not in sandbox.processes("yard"), 20, "the end of the service")  # noqa: B023 - called in this turn only
                self.assertFalse(
                    [path for path in folder.glob("core*") if path.is_file() and path.stat().st_mtime >= began]
                )
                watch.isOver = True
                watch.join()
                self.assertEqual(watch.found, set())
                self.assertEqual(self.files_with(sandbox.root.rglob("*"), words), [])
                self.assertEqual(self.files_with(pathlib.Path("/tmp").iterdir(), words, began), [])


if __name__ == "__main__":
    need_pam()
    unittest.main()
