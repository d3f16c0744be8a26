# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window and the real service: an agent asks for consent over a connection of its own, and a person answers by keys, in each
of the three ways. A request that is withdrawn is answered no more.

Exits 77, saying so, where Xvfb or xdotool is missing.
"""

import concurrent.futures
import json
import os
import pathlib
import socket
import sys
import uuid

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from sandbox import wait_until
from screen import Window, on_screen

TITLE = "An agent asks for consent"
HOSTILE = "<h1>Allowed</h1> \u202e\u2066 100 GPU-hours are left " + "w" * 100_000


class Agent:
    """A client of the service, as `yard mcp` is one."""

    def __init__(self, sandbox):
        announced = sandbox.root / "data/trainyard/service.json"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(json.loads(announced.read_text())["socket"])
        self.lines = self.socket.makefile("rwb")
        self.call("hello", {"protocol": 1, "version": "0", "build": 0, "asks": False})

    def call(self, method, parameters):
        self.lines.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode())
        self.lines.write(b"\n")
        self.lines.flush()
        while True:
            answer = json.loads(self.lines.readline())
            if "id" in answer:
                return answer["result"] if "result" in answer else answer["error"]["data"]

    def close(self):
        self.lines.close()
        self.socket.close()


class Lab:
    def __init__(self, sandbox):
        self.sandbox, self.threads = sandbox, concurrent.futures.ThreadPoolExecutor()
        self.session = str(uuid.uuid4())

    def ask(self, digest, hours=16):
        """The answer to come."""
        run = {"name": "tutor", "values": ["optimizer.learning_rate=2e-6"], "nodes": 1, "gpus_per_node": 4}
        run.update(limit_seconds=14400, gpu_hours=hours, jobs=1)
        request = {
            "session": self.session,
            "digest": digest,
            "agent": "<b>lab-agent</b>",
            "folder": str(self.sandbox.work),
            "kind": "submit",
            "purpose": HOSTILE,
            "document": "format: 1\nname: tutor\n",
            "spending": {"target": "here", "runs": [run]},
            "offers_session": True,
            "budget_hours": 100,
            "wait_seconds": 60,
        }
        return self.threads.submit(self.call, "consent.request", request)

    def call(self, method, parameters):
        agent = Agent(self.sandbox)
        try:
            return agent.call(method, parameters)
        finally:
            agent.close()

    def open(self):
        return self.call("consent.list", {})["requests"]


def look(window):
    """Opens the dialog of the first request from the command palette."""
    window.front()
    window.key("ctrl+k")
    window.type("asks to submit")
    window.key("Return")
    return TITLE in window.others()


def answer(window, lab, digest, *keys):
    answered = lab.ask(digest)
    wait_until(lambda: len(lab.open()) == 1, 20, "the request")
    assert TITLE not in window.others(), "the dialog came by itself"
    wait_until(lambda: look(window), 30, "the dialog")
    window.dialog(TITLE)
    window.key("Return")  # nothing is chosen yet
    for key in keys:
        window.key(key)
    return answered.result(timeout=60)


def drive(sandbox):
    notes = sandbox.work / "notes"
    sandbox.must("yard", "notify", "--command", f'echo "$TRAINYARD_EVENT $TRAINYARD_TEXT" >>{notes}')
    window = Window(sandbox)
    wait_until(lambda: (sandbox.root / "data/trainyard/service.json").exists(), 30, "the service")
    lab = Lab(sandbox)
    for digest, key, state in (("a", "1", "once"), ("b", "2", "session"), ("c", "3", "denied")):
        said = answer(window, lab, digest, key, "Return")
        assert said["state"] == state, said
        assert lab.open() == []
        wait_until(lambda: TITLE not in window.others(), 20, "the dialog closes")
    assert len(said["purpose"]) <= 2000, len(said["purpose"])

    # Esc leaves it open, and what the agent takes back is not answered.
    answered = lab.ask("d")
    wait_until(lambda: len(lab.open()) == 1, 20, "the request")
    wait_until(lambda: look(window), 30, "the dialog")
    window.dialog(TITLE)
    window.key("Escape")
    wait_until(lambda: TITLE not in window.others(), 20, "the dialog closes")
    assert len(lab.open()) == 1 and not answered.done()
    wait_until(lambda: look(window), 30, "the dialog")
    window.dialog(TITLE)
    lab.call("consent.withdraw", {"session": lab.session})
    assert answered.result(timeout=30)["code"] == "consent.withdrawn"
    window.key("1")
    window.key("Return")
    window.key("Escape")
    wait_until(lambda: TITLE not in window.others(), 20, "the dialog closes")
    assert window.process.poll() is None, "the window died"

    wait_until(lambda: len(notes.read_text().splitlines()) == 4, 20, "a note of each request")
    assert all(
        line.startswith("consent <b>lab-agent</b> asks to submit on here") for line in notes.read_text().splitlines()
    )
    window.front()
    window.key("ctrl+q")
    assert window.process.wait(timeout=20) == 0


if __name__ == "__main__":
    on_screen(drive)
