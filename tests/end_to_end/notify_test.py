# SPDX-License-Identifier: GPL-3.0-or-later
"""A person is told of the end of runs by a command and by a webhook, once each, and a webhook's address is shown nowhere."""

import http.server
import json
import stat
import threading
import unittest

from sandbox import Sandbox, wait_until

SECRET = "hooks-3f9a71"


class Hook(http.server.BaseHTTPRequestHandler):
    bodies = []
    status = 200

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.bodies.append((self.path, json.loads(body)))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_):
        pass


class Notify(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        Hook.bodies, Hook.status = [], 200
        self.server = self.enterContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.shutdown)
        self.address = f"http://127.0.0.1:{self.server.server_port}/{SECRET}"
        self.notes = self.box.work / "notes"

    def document(self, name, program):
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\n"
            f"command: {{launcher: none, program: {program}, metrics: none}}\n"
        )
        return file

    def test_command_and_webhook(self):
        command = f'echo "$TRAINYARD_EVENT $TRAINYARD_NAME: $TRAINYARD_TEXT" >>{self.notes}'
        self.box.must("yard", "notify", "--command", command, "--webhook", self.address)
        file = self.box.root / "config/trainyard/notifications.json"
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.box.must("yard", "submit", self.document("good", "/bin/true"), "--watch")
        self.box.run("yard", "submit", self.document("bad", "/bin/false"), "--watch")
        wait_until(lambda: self.notes.exists() and len(self.notes.read_text().splitlines()) == 2, 30, "two notes")
        wait_until(lambda: len(Hook.bodies) == 2, 30, "two posts")
        good, bad = self.notes.read_text().splitlines()
        self.assertEqual(good, "completed good: good on here is complete")
        self.assertTrue(bad.startswith("failed bad: bad on here has ended: "), bad)
        self.assertEqual([path for path, _ in Hook.bodies], [f"/{SECRET}"] * 2)
        self.assertEqual(Hook.bodies[0][1]["text"], "good on here is complete")
        self.assertEqual(Hook.bodies[1][1]["event"], "failed")
        shown = self.box.must("yard", "notify") + self.box.must("yard", "notify", "--json")
        self.assertNotIn(SECRET, shown)
        log = (self.box.root / "data/trainyard/service.log").read_text()
        self.assertNotIn(SECRET, log)

    def test_only_what_was_asked_for(self):
        self.box.must("yard", "notify", "--command", f"echo $TRAINYARD_EVENT >>{self.notes}", "--on", "started,failed")
        self.box.must("yard", "submit", self.document("good", "/bin/true"), "--watch")
        self.box.run("yard", "submit", self.document("bad", "/bin/false"), "--watch")
        wait_until(lambda: "failed" in (self.notes.read_text() if self.notes.exists() else ""), 30, "the failure")
        self.assertNotIn("completed", self.notes.read_text())
        self.box.must("yard", "notify", "--off")
        self.assertIn("Off.", self.box.must("yard", "notify"))

    def test_a_test_says_what_is_wrong(self):
        self.assertEqual(self.box.run("yard", "notify", "--test").returncode, 2)
        self.box.must("yard", "notify", "--webhook", self.address, "--test")
        self.assertEqual(Hook.bodies[0][1]["text"], "notifications arrive here")
        Hook.status = 404
        done = self.box.run("yard", "notify", "--test")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("status 404", done.stderr)
        self.assertNotIn(SECRET, done.stderr)
        done = self.box.run("yard", "notify", "--off", "--command", "echo no >&2; exit 4", "--test")
        self.assertIn("code 4: no", done.stderr)
        for wrong in (["--webhook", "hooks.example.org"], ["--on", "dinner"]):
            done = self.box.run("yard", "notify", *wrong)
            self.assertEqual(done.returncode, 2, done.stderr)


if __name__ == "__main__":
    unittest.main()
