# SPDX-License-Identifier: GPL-3.0-or-later
"""Passwords and passphrases that a person wants kept: GNOME Keyring on a session bus of its own, a real sshd with PAM, `yard` in a
terminal. What is kept is not asked for again, a code always is; what the host rejects is asked for and replaced; nothing of it lies in
a file in plain; and without a keychain everything is asked as before.
"""

import contextlib
import pathlib
import secrets
import shutil
import subprocess
import sys
import unittest

from pam_sshd import PamSshd, need_pam
from sandbox import Sandbox
from typed import typed

UNIX = "auth required pam_unix.so nodelay\n"
PASSWORDS, QUESTIONS = "PasswordAuthentication yes", "KbdInteractiveAuthentication yes"


def need_keyring():
    missing = [program for program in ("dbus-daemon", "gnome-keyring-daemon") if not shutil.which(program)]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not found; install the packages dbus and gnome-keyring")
        sys.exit(77)


@contextlib.contextmanager
def keyring(sandbox):
    """An unlocked keyring of the sandbox, reached by its programs."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=sandbox.environment,
    )
    sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    daemon = subprocess.Popen(
        ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=sandbox.environment,
    )
    daemon.stdin.write("the keyring's own password")
    daemon.stdin.close()
    daemon.stdout.readline()
    try:
        yield
    finally:
        del sandbox.environment["DBUS_SESSION_BUS_ADDRESS"]
        for process in (daemon, bus):
            process.terminate()
            process.wait(timeout=20)


class Keychain(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())

    def add(self, sshd, answers):
        words = ["targets", "add", "there", "--host", sshd.alias, "--ssh-config", sshd.config]
        typed(self.sandbox, words, [answer.encode() for answer in answers])

    def check(self, answers, *options):
        """Logs out and in again; every answer is asked for, and no more."""
        self.sandbox.must("yard", "targets", "disconnect", "there")
        words = ["targets", "check", "there", *options]
        _, shown, asked = typed(self.sandbox, words, [answer.encode() for answer in answers])
        self.assertEqual(asked, len(answers), shown)
        return shown

    def is_in_a_file(self, *words):
        return [
            str(path)
            for path in pathlib.Path(self.sandbox.root).rglob("*")
            if path.is_file() and any(word.encode() in path.read_bytes() for word in words)
        ]

    def test_a_password_is_kept_on_request_and_used(self):
        word = "Canary" + secrets.token_hex(8)
        with PamSshd(UNIX, PASSWORDS, password=word) as sshd, keyring(self.sandbox):
            self.add(sshd, [word])
            self.check([word])  # nobody asked that it be kept
            self.check([word], "--keep-password")
            logins = sshd.logins()
            self.check([])
            self.assertEqual(sshd.logins(), logins + 1)
            self.assertEqual(self.is_in_a_file(word), [])
            self.assertIn(
                "no passwords for there", self.sandbox.run("yard", "targets", "forget-passwords", "there").stderr
            )
            self.check([word])

    def test_a_code_is_asked_for_each_time(self):
        auth = UNIX + PamSshd.asking("Code:=123456")
        with PamSshd(auth, QUESTIONS, password="once and again") as sshd, keyring(self.sandbox):
            self.add(sshd, ["once and again", "123456"])
            self.check(["once and again", "123456"], "--keep-password")
            self.check(["123456"])
            self.check(["123456"])

    def test_what_is_wrong_is_asked_for_and_replaced(self):
        with PamSshd(UNIX, PASSWORDS, password="of January") as sshd, keyring(self.sandbox):
            self.add(sshd, ["of January"])
            self.check(["of January"], "--keep-password")
            shadow = sshd.folder / "etc/shadow"
            new = PamSshd.tool("openssl", "passwd", "-6", "of May").strip()
            lines = [line.split(":") for line in shadow.read_text().splitlines()]
            shadow.write_text(
                "".join(":".join([line[0], new, *line[2:]] if line[0] == "ada" else line) + "\n" for line in lines)
            )
            self.assertIn("not right", self.check(["of May"]))
            self.check([])

    def test_a_passphrase_is_kept(self):
        with PamSshd(UNIX, "", passphrase="open sesame") as sshd, keyring(self.sandbox):
            self.add(sshd, ["open sesame"])
            self.sandbox.must("yard", "targets", "forget-keys")
            self.check(["open sesame"], "--keep-password")
            self.sandbox.must("yard", "targets", "forget-keys")
            self.check([])

    def test_a_removed_target_leaves_nothing(self):
        with PamSshd(UNIX, PASSWORDS, password="gone with it") as sshd, keyring(self.sandbox):
            self.add(sshd, ["gone with it"])
            self.check(["gone with it"], "--keep-password")
            self.sandbox.must("yard", "targets", "remove", "there", "--yes")
            self.add(sshd, ["gone with it"])

    def test_without_a_keychain_everything_is_asked(self):
        with PamSshd(UNIX, PASSWORDS, password="typed each time") as sshd:
            self.add(sshd, ["typed each time"])
            self.check(["typed each time"], "--keep-password")
            self.check(["typed each time"])
            refused = self.sandbox.run("yard", "targets", "forget-passwords", "there")
            self.assertEqual(refused.returncode, 3)
            self.assertIn("keychain", refused.stderr)


if __name__ == "__main__":
    need_pam()
    need_keyring()
    unittest.main(warnings="ignore")
