# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand calls of an agent that makes mistakes, at a service that is killed: nothing is submitted without a person's consent, nothing
above a session's budget, and no secret is told.

Usage: mcp_faults_test.py [CALLS]. Lines are written by hand, since no SDK would write most of these. A seed is printed.
"""

import contextlib
import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading

from sandbox import BIN, Sandbox, wait_until

SECRET = "canary-7f3a9c"
JOBS = 4  # a session may submit so many without a question
# A program that ends at once, told apart by its name, so that each run is known by the session that submitted it.
DOCUMENT = (
    "format: 1\nname: {name}\nworkload: command\n"
    "command: {{launcher: none, program: /bin/echo, arguments: ['$LAB_API_KEY'], metrics: none}}\n"
    "environment: {{variables: {{LAB_API_KEY: " + SECRET + "}}}}\nresources: {{cpus_per_process: 1}}\n"
)


class Agent:
    """One session: a process, the answers that have not been read, and what it asked for."""

    def __init__(self, box, number):
        self.name = f"agent-{number}"
        self.told = []
        self.answers = queue.Queue()
        self.process = subprocess.Popen(
            [str(BIN / "yard"), "mcp", "--jobs", str(JOBS), "--targets", "here"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=box.environment,
            cwd=box.work,
        )
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.write({"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": self.greeting()})
        self.wait("first")

    def greeting(self):
        return {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": self.name, "version": "1"}}

    def read(self):
        for line in self.process.stdout:
            self.told.append(line)
            with contextlib.suppress(ValueError):
                self.answers.put(json.loads(line))
        self.answers.put(None)

    def write(self, message):
        self.send(json.dumps(message).encode() + b"\n")

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait(self, identity):
        """The answer with this id; others are of calls that were given up."""
        while True:
            answer = self.answers.get(timeout=100)
            assert answer is not None, f"{self.name} has ended"
            if answer.get("id") == identity and "method" not in answer:
                return answer

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(30)
        self.reader.join()
        assert code == 0, f"{self.name} ended with {code}"


class Person(threading.Thread):
    """Allows the first request of a session for the session, and then some once; refuses others."""

    def __init__(self, box, luck):
        super().__init__(daemon=True)
        self.box, self.luck, self.isOver = box, luck, threading.Event()
        self.once, self.session, self.shown = {}, set(), []

    def run(self):
        while not self.isOver.wait(0.2):
            done = self.box.run("yard", "consent", "--json")
            for request in json.loads(done.stdout) if done.returncode == 0 else []:
                self.shown.append(json.dumps(request))
                self.answer(request)

    def answer(self, request):
        agent = request["agent"]
        kind = self.luck.choice(["session", "once", "once", "deny", "deny", None])
        if kind is None:
            return
        if kind == "session" and not request["offers_session"]:
            kind = "deny"
        words = ["--deny"] if kind == "deny" else ["--allow", kind]
        # Counted before it is said: the call may be over before `yard consent` is.
        if kind == "once":
            self.once[agent] = self.once.get(agent, 0) + len(request["spending"]["runs"])
        if kind == "session":
            self.session.add(agent)
        self.box.run("yard", "consent", request["id"], *words)


class Faults:
    def __init__(self, box, luck, calls):
        self.box, self.luck, self.calls = box, luck, calls
        self.agents, self.count = [], 0
        self.kinds = {}

    def service(self):
        file = self.box.root / "data/trainyard/service.json"
        with contextlib.suppress(OSError, ValueError):
            return json.loads(file.read_text())["pid"]
        return None

    def kill_service(self):
        pid = self.service()
        if pid in self.box.processes("serve"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def agent(self):
        if not self.agents or self.luck.random() < 0.01:
            if self.agents:
                self.agents[-1].end()
            self.agents.append(Agent(self.box, len(self.agents)))
        return self.agents[-1]

    def tool(self, agent, name, arguments, **more):
        self.count += 1
        call = {"jsonrpc": "2.0", "id": self.count, "method": "tools/call"}
        agent.write(call | {"params": {"name": name, "arguments": arguments} | more})
        return self.count

    def submit(self, agent, **more):
        arguments = {"document": DOCUMENT.format(name=agent.name), "purpose": SECRET} | more
        return self.tool(agent, "submit", arguments, _meta={"progressToken": self.count})

    def give_up(self, agent, identity):
        agent.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": identity}})

    def one(self):
        agent, luck = self.agent(), self.luck
        kind = luck.choices(
            ["read", "wrong", "garbage", "long", "submit", "study", "given_up", "killed", "cut"],
            [30, 25, 12, 1, 10, 3, 12, 4, 3],
        )[0]
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if kind == "read":
            name = luck.choice(["list_runs", "presets", "targets", "check", "show_run", "logs"])
            known = {
                "check": {"document": DOCUMENT.format(name="x")},
                "show_run": {"run": "last"},
                "logs": {"run": "last"},
            }
            agent.wait(self.tool(agent, name, known.get(name, {})))
        elif kind == "wrong":
            wrong = luck.choice(
                [
                    ("nothing", {}),
                    ("submit", {"document": 7}),
                    ("submit", {}),
                    ("submit", {"consent": "123456"}),
                    ("submit", {"document": "name: [", "target": "here"}),
                    ("submit", {"document": DOCUMENT.format(name="x"), "target": "nowhere"}),
                    ("submit", {"document": DOCUMENT.format(name="x"), "budget": 1000}),
                    ("metrics", {"run": "last", "points": 10**9}),
                    ("cancel", {"run": "\x1b[31m"}),
                    ("resume", {"run": ""}),
                ]
            )
            answer = agent.wait(self.tool(agent, *wrong))
            assert "error" in answer or answer["result"]["isError"], answer
        elif kind == "garbage":
            garbage = luck.choice(
                [b"{\n", b"\xff\xfe\n", b"[]\n", b"null\n", b'{"jsonrpc":"2.0","id":1}\n', b"\n" * 50]
            )
            agent.send(garbage)
        elif kind == "long":
            agent.send(b"x" * (5 << 20) + b"\n")
        elif kind == "submit":
            agent.wait(self.submit(agent))
        elif kind == "study":
            agent.wait(self.submit(agent, values=["seed=" + ",".join(map(str, range(luck.randint(2, 3))))]))
        elif kind == "given_up":
            identity = self.submit(agent)
            self.give_up(agent, identity)
        elif kind == "killed":
            identity = self.submit(agent)
            self.kill_service()
            agent.wait(identity)
        elif kind == "cut":
            self.submit(agent)
            agent.send(b'{"jsonrpc":"2.0","id":"half')
            agent.end()
            self.agents.append(Agent(self.box, len(self.agents)))

    def run(self):
        for _ in range(self.calls):
            self.one()
        self.agents[-1].end()


def check(box, faults, person):
    wait_until(lambda: all(run["ended"] for run in box.runs()), 120, "the end of all runs")
    counts = {}
    for run in box.runs():
        counts[run["name"]] = counts.get(run["name"], 0) + 1
    assert set(counts) <= {agent.name for agent in faults.agents}, counts
    for name, count in counts.items():
        allowed = person.once.get(name, 0) + (JOBS if name in person.session else 0)
        runs = [
            (run["run"][:8], run["state"], run["started"], run["reason"]) for run in box.runs() if run["name"] == name
        ]
        assert count <= allowed, f"{name} has {count} runs, of which {allowed} were allowed: {runs}"
    told = b"".join(line for agent in faults.agents for line in agent.told)
    assert SECRET.encode() not in told
    assert SECRET not in "".join(person.shown)
    print(
        f"{faults.calls} calls of {len(faults.agents)} sessions {faults.kinds}: {sum(counts.values())} runs, "
        f"{sum(person.once.values())} allowed once, {len(person.session)} sessions allowed"
    )
    assert sum(counts.values()) > 0, "nothing was submitted, so nothing was tested"


def main():
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(os.environ.get("TRAINYARD_SEED", random.SystemRandom().randrange(1 << 30)))
    print(f"TRAINYARD_SEED={seed}", flush=True)
    with Sandbox() as box:
        person = Person(box, random.Random(seed + 1))
        faults = Faults(box, random.Random(seed), calls)
        person.start()
        faults.run()
        person.isOver.set()
        person.join()
        check(box, faults, person)


if __name__ == "__main__":
    main()
