# SPDX-License-Identifier: GPL-3.0-or-later
"""A background service that says what a test wants: the window's real client connects to it, so the window is tested as it is.

`answers` maps a method to its result, or to a function of its parameters; a `Refused` is an error. Every call is kept in `calls`.
The store is empty; nothing runs.
"""

import json
import socket
import threading


class Refused(Exception):
    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.code, self.data = code, data or {}


class ScriptedService:
    def __init__(self, sandbox, answers):
        self.answers = {
            "hello": {"protocol": 1, "version": "test"},
            "watch": {},
            "targets.list": {"targets": []},
            **answers,
        }
        self.calls = []
        self._streams = []  # to every client, in the order of their connection
        self._replies = {}  # of questions, by id
        self._changed = threading.Condition()
        data = sandbox.root / "data/trainyard"
        data.mkdir(parents=True, exist_ok=True)
        path = sandbox.root / "runtime/scripted.sock"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        (data / "service.json").write_text(json.dumps({"socket": str(path)}))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection):
        # Apart, because one text stream for both drops what it has read when it writes.
        with (
            connection,
            connection.makefile("r", encoding="utf-8") as lines,
            connection.makefile("w", encoding="utf-8") as stream,
        ):
            with self._changed:
                self._streams.append(stream)
            for line in lines:
                self._take(stream, json.loads(line))

    def _take(self, stream, message):
        if "method" not in message:
            with self._changed:
                self._replies[message["id"]] = message.get("result", message.get("error"))
                self._changed.notify_all()
            return
        method, parameters = message["method"], message.get("params", {})
        with self._changed:
            self.calls.append((method, parameters))
            self._changed.notify_all()
        reply = {"jsonrpc": "2.0", "id": message.get("id")}
        try:
            answer = self.answers.get(method, {})
            reply["result"] = answer(parameters) if callable(answer) else answer
        except Refused as refusal:
            reply["error"] = {
                "code": -32000,
                "message": str(refusal),
                "data": {"code": refusal.code, "arguments": refusal.data, "exit_code": 8},
            }
        self._send(stream, reply)

    def _send(self, stream, message):
        with self._changed:
            stream.write(json.dumps(message) + "\n")
            stream.flush()

    def notify(self, method, parameters):
        for stream in list(self._streams):
            self._send(stream, {"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, number, method, parameters):
        """Puts a question to the newest client; `reply(number)` waits for what was said."""
        self._send(self._streams[-1], {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})

    def reply(self, number, seconds=20):
        with self._changed:
            assert self._changed.wait_for(lambda: number in self._replies, seconds), (
                f"question {number} was not answered"
            )
            return self._replies[number]

    def parameters_of(self, method, seconds=20):
        """Of the newest call of this method, waited for."""

        def newest():
            return next((parameters for name, parameters in reversed(self.calls) if name == method), None)

        with self._changed:
            assert self._changed.wait_for(lambda: newest() is not None, seconds), f"{method} was not called"
            return newest()
