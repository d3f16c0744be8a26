# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard-agent relay`: many connections to ports of this computer over one pair of streams, and its end."""

import collections
import os
import pathlib
import queue
import random
import socket
import struct
import subprocess
import sys
import threading
import time

AGENT = pathlib.Path(os.environ["TRAINYARD_BIN"]) / "yard-agent"
GREETING = b"yard-agent relay 1\n"
OPEN, DATA, END, CLOSE, CREDIT = range(1, 6)
WINDOW, PIECE = 1 << 20, 64 << 10


def served(handle):
    server = socket.create_server(("127.0.0.1", 0), backlog=64)

    def accept():
        try:
            while True:
                threading.Thread(target=handle, args=(server.accept()[0],), daemon=True).start()
        except OSError:
            pass

    threading.Thread(target=accept, daemon=True).start()
    return server, server.getsockname()[1]


def end(server):
    """Closing alone leaves a thread that accepts, and the port with it."""
    server.shutdown(socket.SHUT_RDWR)
    server.close()


def run(*words, data=b"", timeout=60):
    return subprocess.run(
        [AGENT, "relay", *map(str, words)], input=data, capture_output=True, timeout=timeout, check=False
    )


def frame(connection, kind, payload=b""):
    return struct.pack(">IBI", connection, kind, len(payload)) + payload


class Talk:
    """The other end of a relay's streams, which keeps to the window of each connection."""

    def __init__(self):
        self.process = subprocess.Popen(
            [AGENT, "relay"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self.process.stdout.read(len(GREETING)) == GREETING
        self.last, self.unread = 0, set()
        self.got, self.room, self.closed = collections.defaultdict(bytearray), {}, set()
        self.changed, self.sayings = threading.Condition(), queue.SimpleQueue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.speaker = threading.Thread(target=self.speak, daemon=True)
        self.speaker.start()

    def say(self, *what):
        """Never waits: who does not read while it writes holds the relay up, too."""
        self.sayings.put(frame(*what))

    def speak(self):
        with self.process.stdin as stdin:
            while saying := self.sayings.get():
                stdin.write(saying)
                stdin.flush()

    def open(self, port, is_read=True):
        self.last += 1
        self.room[self.last] = WINDOW
        if not is_read:
            self.unread.add(self.last)
        self.say(self.last, OPEN, struct.pack(">H", port))
        return self.last

    def send(self, connection, data):
        while data:
            with self.changed:
                assert self.changed.wait_for(lambda: self.room[connection] > 0, 60), connection
                piece = data[: min(PIECE, self.room[connection])]
                self.room[connection] -= len(piece)
            self.say(connection, DATA, piece)
            data = data[len(piece) :]

    def listen(self):
        read = self.process.stdout.read
        while head := read(9):
            connection, kind, length = struct.unpack(">IBI", head)
            payload = read(length)
            assert length <= PIECE, length
            with self.changed:
                if kind == DATA:
                    self.got[connection] += payload
                elif kind == CREDIT:
                    self.room[connection] += struct.unpack(">I", payload)[0]
                else:
                    assert kind == CLOSE, kind
                    self.closed.add(connection)
                self.changed.notify_all()
            if kind == DATA and connection not in self.unread:
                self.say(connection, CREDIT, struct.pack(">I", length))

    def until(self, what, seconds=60):
        with self.changed:
            assert self.changed.wait_for(what, seconds), ({c: len(b) for c, b in self.got.items()}, self.closed)

    def finish(self):
        self.sayings.put(b"")
        self.speaker.join(10)
        return self.process.wait(10)


def echo(connection):
    with connection:
        while piece := connection.recv(1 << 16):
            connection.sendall(piece)


def pour(connection):
    try:
        while True:
            connection.sendall(b"x" * 65536)
    except OSError:
        pass


def check_words():
    server, port = served(echo)
    done = run("--probe", port, data=b"x")
    assert (done.returncode, done.stdout) == (0, GREETING), done
    end(server)
    done = run("--probe", port)
    assert done.returncode == 3 and done.stdout == b"" and f"port {port} of this node" in done.stderr.decode(), done
    for words in (
        ("80",),
        ("0",),
        ("80", "81"),
        ("--probe",),
        ("--probe", "0"),
        ("--probe", "65536"),
        ("--probe", "-1"),
        ("--probe", "x"),
        ("--probe", "80", "81"),
        ("--probe", "99999999999999999999"),
    ):
        done = run(*words)
        assert done.returncode == 2 and b"relay takes no arguments" in done.stderr and done.stdout == b"", (words, done)
    # What is no talk ends it.
    for data in (b"GET / HTTP/1.0\r\n\r\n", frame(1, 9), frame(1, DATA, b"x"), struct.pack(">IBI", 1, DATA, PIECE + 1)):
        done = run(data=data)
        assert (done.returncode, done.stdout) == (2, GREETING) and b"invalid request to relay" in done.stderr, (
            data,
            done,
        )
    assert run().returncode == 0


def check_many():
    """20 connections with a megabyte each; of one of them nobody reads what comes."""
    data = [random.Random(i).randbytes((1 << 20) + 4321) for i in range(20)]
    server, port = served(echo)
    flood, flood_port = served(pour)
    talk = Talk()
    stuck = talk.open(flood_port, is_read=False)
    start = time.monotonic()
    with server, flood:
        numbers = [talk.open(port) for _ in data[1:]]
        senders = [
            threading.Thread(target=talk.send, args=(number, mine), daemon=True)
            for number, mine in zip(numbers, data[1:])
        ]
        for sender in senders:
            sender.start()
        talk.until(lambda: all(len(talk.got[number]) == len(mine) for number, mine in zip(numbers, data[1:])))
        print(
            f"19 connections of 1 MiB there and back, beside one that is not read, in {time.monotonic() - start:.2f} s"
        )
        assert all(talk.got[number] == mine for number, mine in zip(numbers, data[1:]))
        talk.until(lambda: len(talk.got[stuck]) == WINDOW)
        # No byte more, although others go on.
        late = talk.open(port)
        talk.send(late, data[0])
        talk.until(lambda: talk.got[late] == data[0])
        assert len(talk.got[stuck]) == WINDOW and not talk.closed, (len(talk.got[stuck]), talk.closed)
        # Who has sent its last byte gets the rest; who is read again goes on.
        talk.say(numbers[0], END)
        talk.until(lambda: numbers[0] in talk.closed)
        talk.say(stuck, CREDIT, struct.pack(">I", WINDOW))
        talk.until(lambda: len(talk.got[stuck]) == 2 * WINDOW)
        assert talk.finish() == 0


def check_ends():
    got, ended = [], threading.Event()

    def note(connection):
        while piece := connection.recv(10):
            got.append(piece)
        ended.set()

    note_server, note_port = served(note)
    bye_server, bye_port = served(lambda connection: (connection.sendall(b"bye"), connection.close()))
    talk = Talk()
    # A service that closes ends its connection, although more could be sent; nothing there, the same.
    bye = talk.open(bye_port)
    talk.until(lambda: bye in talk.closed)
    assert talk.got[bye] == b"bye", talk.got
    end(bye_server)
    nothing = talk.open(bye_port)
    talk.until(lambda: nothing in talk.closed)
    # What was sent before the end arrives, and the service sees the end.
    quick = talk.open(note_port)
    talk.say(quick, DATA, b"last")
    talk.say(quick, CLOSE)
    assert ended.wait(10) and got == [b"last"], got
    # With its streams all ends.
    ended.clear()
    kept = talk.open(note_port)
    talk.say(kept, DATA, b"x")
    assert talk.finish() == 0 and ended.wait(10)
    end(note_server)
    # So it does when nobody takes anything any more.
    process = subprocess.Popen([AGENT, "relay"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.read(len(GREETING)) == GREETING
    process.stdout.close()
    assert process.wait(10) == 0


def check_room():
    """More connections than it carries are closed, the others stay."""
    server, port = served(echo)
    with server:
        talk = Talk()
        numbers = [talk.open(port) for _ in range(257)]
        talk.until(lambda: talk.closed)
        talk.send(numbers[255], b"x")
        talk.until(lambda: talk.got[numbers[255]] == b"x")
        assert talk.closed == {numbers[256]}, talk.closed
        assert talk.finish() == 0


def main():
    check_words()
    check_many()
    check_ends()
    check_room()
    return 0


if __name__ == "__main__":
    sys.exit(main())
