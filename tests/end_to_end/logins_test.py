# SPDX-License-Identifier: GPL-3.0-or-later
"""One dialogue a login, and none for the rest of the day: each of the sixteen ways in which sites let people in, at real sshd with PAM,
through yard in a terminal, with a window beside that could be asked as well. Counted are questions, at both, and connections, at sshd.
"""

import json
import socket
import threading
import unittest

from login_ways import WAYS, arranged
from pam_sshd import need_pam
from sandbox import Sandbox, wait_until
from typed import typed

COMMANDS = (["run", "there", "--", "echo", "hello"], ["ls", "there:/"], ["cat", "there:/etc/hostname"])


class Beside(threading.Thread):
    """Another client of the service, as a window is: it can be asked, and never answers."""

    def __init__(self, sandbox):
        super().__init__(daemon=True)
        self.questions, self.withdrawn, self.answers = [], 0, {}
        [path] = (sandbox.root / "runtime").rglob("service-*.socket")
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.start()
        greeting = {"protocol": 1, "version": "0", "build": 0, "asks": True, "clicks": True}
        assert "result" in self.call(1, "hello", greeting)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self.socket.close()

    def run(self):
        with self.socket.makefile("r", encoding="utf-8") as lines:
            for line in lines:
                message = json.loads(line)
                if message.get("method") == "ask.login":
                    self.questions.append(message["params"])
                elif message.get("method") == "ask.withdrawn":
                    self.withdrawn += 1
                elif "method" not in message:
                    self.answers[message["id"]] = message

    def call(self, number, method, parameters):
        line = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        self.socket.sendall(json.dumps(line).encode() + b"\n")
        return wait_until(lambda: self.answers.get(number), 60, f"the answer to {method}")


class Logins(unittest.TestCase):
    def passed_by(self, way):
        return [server.connections() for server in way.servers]

    def log_in(self, sandbox, way, answers):
        """Of a login that succeeds."""
        status, said, asked = typed(sandbox, COMMANDS[0], answers)
        self.assertEqual((status, asked), (0, len(answers)), said)
        self.assertTrue(said.endswith("hello\n"), said)
        return asked

    def be_refused(self, sandbox, way, beside):
        """It says so once, and nobody tries again by itself."""
        status, said, asked = typed(sandbox, COMMANDS[0], way.answers)
        self.assertNotEqual(status, 0, said)
        self.assertEqual(asked, len(way.answers), said)
        self.assertEqual(self.passed_by(way), [1] * len(way.servers), said)
        seen = len(beside.questions)
        self.assertIn("error", beside.call(2, "paths.list", {"target": "there", "folder": "/", "prefix": ""}))
        self.assertEqual((self.passed_by(way), len(beside.questions)), ([1] * len(way.servers), seen))
        return asked

    def add(self, way, sandbox):
        sandbox.must(
            "yard", "targets", "add", "there", "--host", way.alias, "--ssh-config", way.config,
            "--base", way.servers[-1].folder / "base",
        )  # fmt: skip

    def check(self, way, sandbox, beside):
        asked = self.be_refused(sandbox, way, beside) if way.is_refused else 0
        answers = way.then() if way.is_refused else way.answers
        asked += self.log_in(sandbox, way, answers)
        wanted = [2 if way.is_refused else 1] * len(way.servers)
        self.assertEqual(self.passed_by(way), wanted)
        # The rest of the day: other commands in terminals, and the window beside.
        for command in COMMANDS:
            status, said, more = typed(sandbox, command, [])
            self.assertEqual((status, more), (0, 0), said)
        self.assertIn("result", beside.call(3, "files.list", {"target": "there", "path": "/"}))
        self.assertIn("result", beside.call(4, "files.read", {"target": "there", "path": "/etc/hostname"}))
        now = self.passed_by(way)
        if way.is_kept:
            self.assertEqual(now, wanted)
        # It was asked what the terminal was asked, until that had the answer.
        prompts = sum(max(1, len(question.get("prompts", []))) for question in beside.questions)
        self.assertEqual((prompts, beside.withdrawn), (asked, len(beside.questions)))
        return asked, wanted, now

    def test_one_dialogue_a_login(self):
        rows = []
        for make in WAYS:
            with self.subTest(make.__name__), arranged(make) as way, Sandbox() as sandbox:
                self.add(way, sandbox)
                with Beside(sandbox) as beside:
                    asked, first, last = self.check(way, sandbox, beside)
                first, last = ("+".join(map(str, counts)) for counts in (first, last))
                rows.append(f"{way.name:36} {asked:9} {first:>12} {0:15} {last:>12}")
        print(f"{'login':36} {'questions':>9} {'connections':>12} {'questions later':>15} {'connections':>12}")
        print(*rows, sep="\n")
        self.assertEqual(len(rows), 16)


if __name__ == "__main__":
    need_pam()
    unittest.main()
