# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing leaves: a listener stands for W&B's host and for the proxy on the way to any other. A program that logs to W&B without a key, under
`environment.trackers_offline`, and the trainer with `logging.trackers` do not connect to it, and have their curves."""

import contextlib
import json
import socket
import sys
import threading
import unittest

from sandbox import Sandbox, attempts, events

PROGRAM = """
import wandb

run = wandb.init(project="digits", settings=wandb.Settings(x_disable_stats=True, init_timeout=10, login_timeout=5))
for step in range(20):
    run.log({"train_loss": 1 / (step + 1)})
run.finish()
"""
REFUSAL = b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Listener:
    """Counts who connects, and refuses what they ask for."""

    def __init__(self):
        self.connections = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.socket.accept()
                self.connections += 1
                with connection, contextlib.suppress(OSError):
                    connection.settimeout(2)
                    connection.recv(65536)
                    connection.sendall(REFUSAL)

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class TrackersOffline(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.listener = Listener()
        self.addCleanup(self.listener.close)
        address = f"http://127.0.0.1:{self.listener.port}"
        self.variables = {
            **dict.fromkeys(("WANDB_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), address),
            **dict.fromkeys(("NO_PROXY", "no_proxy", "CUDA_VISIBLE_DEVICES"), ""),
        }

    def environment(self, is_offline, **more):
        return json.dumps({"venv": sys.prefix, "trackers_offline": is_offline, "variables": {**self.variables, **more}})

    def run_program(self, is_offline, **variables):
        (self.sandbox.work / "train.py").write_text(PROGRAM)
        file = self.sandbox.work / "train.yaml"
        file.write_text(
            "format: 1\nname: quiet\nworkload: command\ncommand: {launcher: none, program: train.py}\n"
            f"environment: {self.environment(is_offline, **variables)}\n"
        )
        return self.watch(file)

    def watch(self, file):
        """The exit code of the run, and its events."""
        self.sandbox.must("yard", "submit", file)
        done = self.sandbox.run("yard", "watch", "last", timeout=120)
        folder = max((self.sandbox.root / "data/trainyard/runs").glob("*-*"), key=lambda path: path.stat().st_ctime)
        return done.returncode, events(attempts(folder)[-1])

    def curves(self):
        found = {}
        for point in json.loads(self.sandbox.must("yard", "metrics", "last", "--json")):
            found.setdefault(point["metric"], {})[point["step"]] = float(point["value"])
        return found

    def test_a_program_without_a_key(self):
        code, said = self.run_program(True)
        self.assertEqual(code, 0, said[-1])
        self.assertEqual(self.listener.connections, 0)
        self.assertEqual(self.curves()["train/loss"], {step: 1 / (step + 1) for step in range(20)})
        self.assertEqual([line.get("code") for line in said].count("trackers.offline"), 1)

    def test_a_variable_counts_more(self):
        code, said = self.run_program(True, WANDB_MODE="disabled")
        self.assertEqual((code, self.curves(), self.listener.connections), (0, {}, 0), said[-1])

    def test_without_it_a_key_leads_there(self):
        code, _ = self.run_program(False, WANDB_API_KEY="0" * 40)
        self.assertNotEqual(code, 0)
        self.assertGreater(self.listener.connections, 0)

    def test_without_a_key_it_is_offered(self):
        code, said = self.run_program(False)
        self.assertNotEqual(code, 0)
        self.assertIn("environment.trackers_offline", json.dumps(said[-1]))

    def test_the_engine(self):
        variables = json.dumps(self.variables)
        file = self.sandbox.small_experiment(logging__trackers="[wandb]", environment__variables=variables)
        code, said = self.watch(file)
        self.assertEqual(code, 0, said[-1])
        self.assertEqual(self.listener.connections, 0)
        self.assertEqual(len(self.curves()["train/loss"]), 20)
        self.assertTrue(list((self.sandbox.root / "data/trainyard/runs").glob("*/wandb/offline-run-*/run-*.wandb")))


if __name__ == "__main__":
    unittest.main()
