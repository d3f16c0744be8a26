# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window before a scripted service: a cluster is added, a host key is asked about, a check is read, an experiment is sent
there. Driven by keys on a virtual screen.

Exits 77, saying so, where Xvfb or xdotool is missing.
"""

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/end_to_end"))
from answer_seal import Seal
from sandbox import wait_until
from screen import Window, on_screen
from scripted_service import Refused, ScriptedService

EXPERIMENT = """format: 1
name: far
workload: command
command:
  launcher: none
  program: far.sh
resources:
  gpus_per_node: 16
"""
SITES = [{"name": "leonardo", "title": "Leonardo", "summary": "The booster.", "gpu_request": "gres"}]
HERE = {
    "name": "here",
    "kind": "direct",
    "host": "",
    "ssh_config": "",
    "base": "/tmp",
    "engine": "",
    "link": {"link": "connected"},
    "facts": {},
}


class Clusters:
    """What the service knows; `added` are the settings of clusters."""

    def __init__(self):
        self.added, self.links = [], {}

    def list(self, _=None):
        return {
            "targets": [HERE]
            + [
                {
                    **settings,
                    "kind": "slurm",
                    "link": {"link": self.links.get(settings["name"], "none"), "reason": "", "code": ""},
                    "facts": {},
                }
                for settings in self.added
            ]
        }

    def add(self, settings):
        if settings["base"] == "/refused":
            raise Refused("target.base", "/refused cannot be the base folder")
        self.added.append(
            {key: settings[key] for key in ("name", "host", "ssh_config", "base", "engine", "share_with_group", "site")}
        )
        return {}


def check(parameters):
    text = parameters["text"]
    # An error would keep the window from submitting there.
    severity = "error" if parameters["target"] == "here" else "warning"
    wrong = {
        "severity": severity,
        "code": "target.gpus",
        "path": "resources.gpus_per_node",
        "text": "no node has 16 GPUs",
        "arguments": {},
    }
    return {
        "diagnostics": [wrong] if "gpus_per_node: 16" in text else [],
        "estimate": {"expected_start": time.time() + 600},
    }


def add_cluster(window, service, clusters):
    window.key("ctrl+6")
    window.key("ctrl+n")
    window.dialog("Add a cluster")
    window.type("ada@Login.example.org")
    for keys in ("Tab", "Tab", "Tab", "Tab"):  # name, configuration, its button, base folder
        window.key(keys)
    window.type("/refused")
    window.key("Return")
    assert service.parameters_of("targets.add")["base"] == "/refused"
    wait_until(lambda: "Add a cluster" in window.others(), 5, "the dialog stays")
    window.key("ctrl+a")
    window.type("/scratch/ada")
    window.key("Tab")  # its button
    window.key("Tab")  # the site: the first that comes with the program
    window.key("Down")
    for keys in ("Tab", "Tab", "Tab", "space"):  # its file, engine folder, my group may read
        window.key(keys)
    window.key("Return")
    wait_until(lambda: clusters.added, 20, "a cluster that was added")
    assert clusters.added == [
        {
            "name": "login.example.org",
            "host": "ada@Login.example.org",
            "ssh_config": "",
            "base": "/scratch/ada",
            "engine": "",
            "share_with_group": True,
            "site": "leonardo",
        }
    ], clusters.added
    wait_until(lambda: "Add a cluster" not in window.others(), 20, "the dialog closes")
    window.front()
    assert service.parameters_of("targets.connect") == {"name": "login.example.org"}


def answer_questions(window, service):
    question = {
        "kind": "host_key",
        "target": "login.example.org",
        "host": "Login.example.org",
        "port": 22,
        "key_type": "ssh-ed25519",
        "fingerprint": "SHA256:abc",
    }

    def asked(number, *keys):
        service.ask(number, "ask.login", question)
        window.dialog("Unknown host key")
        for key in keys:
            window.key(key)
        answer = service.reply(number)
        wait_until(lambda: "Unknown host key" not in window.others(), 20, "the dialog closes")
        window.front()
        return answer

    assert asked(101, "Return") == {"answer": "no"}  # the default trusts nobody
    assert asked(102, "Escape") == {"answer": "no"}
    assert asked(103, "shift+Tab", "space") == {"answer": "once"}
    assert asked(104, "shift+Tab", "shift+Tab", "space") == {"answer": "trust"}
    seal = Seal()
    service.ask(
        105,
        "ask.login",
        {"kind": "passphrase", "target": "login.example.org", "key_file": "/home/ada/.ssh/id", "seal": seal.public},
    )
    window.dialog("Passphrase of a key")
    window.type("open sesame")
    window.key("Return")
    said = service.reply(105)
    assert said["answer"] == "secret" and seal.open(said["sealed"]) == ["open sesame"] and "sesame" not in str(said), (
        said
    )
    window.front()
    # What the server wants to know: Return goes on to the next line, and in the last one it sends.
    seal = Seal()
    service.ask(
        107,
        "ask.login",
        {
            "kind": "prompts",
            "seal": seal.public,
            "target": "login.example.org",
            "host": "Login.example.org",
            "user": "ada",
            "port": 22,
            "title": "",
            "text": "Second factor",
            "connected_at": time.time(),
            "prompts": [{"text": "Password:", "is_shown": False}, {"text": "Code:", "is_shown": True}],
        },
    )
    window.dialog("Log in to login.example.org")
    for word in ("sesame", "123456"):
        window.type(word)
        window.key("Return")
    said = service.reply(107)
    assert (
        said["answer"] == "answers" and seal.open(said["sealed"]) == ["sesame", "123456"] and "123456" not in str(said)
    ), said
    wait_until(lambda: "Log in to login.example.org" not in window.others(), 20, "the dialog closes")
    window.front()
    service.ask(
        108,
        "ask.login",
        {"kind": "password", "target": "login.example.org", "host": "Login.example.org", "user": "ada", "port": 22},
    )
    window.dialog("Log in to login.example.org")
    window.key("Escape")
    assert service.reply(108) == {"answer": "no"}
    window.front()
    # One that nobody waits for any more goes away.
    service.ask(106, "ask.login", question)
    window.dialog("Unknown host key")
    service.notify("ask.withdrawn", {"id": 106})
    wait_until(lambda: "Unknown host key" not in window.others(), 20, "the withdrawn question")
    window.front()


def send_there(window, service, clusters):
    clusters.links["login.example.org"] = "connected"
    service.notify("targets.changed", {"targets": ["login.example.org"]})
    window.key("ctrl+2")
    window.key("alt+o")

    def asked_there():
        # The list may still be on its way; it ends with the cluster. This computer was asked about the document before.
        window.key("Down")
        return [
            given
            for method, given in list(service.calls)
            if method == "check" and given["target"] == "login.example.org"
        ]

    asked = wait_until(asked_there, 20, "a check there")
    assert asked[0]["text"] == EXPERIMENT, asked[0]
    window.key("ctrl+Return")  # to look at it
    window.key("ctrl+Return")  # to submit it
    sent = service.parameters_of("submit")
    assert sent["target"] == "login.example.org" and len(sent["run"]) == 36, sent


def drive(sandbox):
    experiment = sandbox.work / "far.yaml"
    experiment.write_text(EXPERIMENT)
    clusters = Clusters()
    service = ScriptedService(
        sandbox,
        {"targets.list": clusters.list, "targets.add": clusters.add, "sites.list": {"sites": SITES}, "check": check},
    )
    window = Window(sandbox, experiment)
    window.wait_for_title("far.yaml")
    service.parameters_of("targets.list")
    assert service.parameters_of("hello")["asks"] is True
    add_cluster(window, service, clusters)
    answer_questions(window, service)
    send_there(window, service, clusters)
    assert window.num_colours() > 20, "the screen is blank"
    assert experiment.read_text() == EXPERIMENT, "the file was changed"
    window.key("ctrl+q")
    assert window.process.wait(timeout=20) == 0
    # The next window remembers where this file went.
    service.calls.clear()
    window = Window(sandbox, experiment)
    window.wait_for_title("far.yaml")
    service.parameters_of("targets.list")  # connected
    window.key("ctrl+p")
    assert service.parameters_of("render")["target"] == "login.example.org"
    window.process.terminate()
    window.process.wait(timeout=20)


if __name__ == "__main__":
    on_screen(drive)
