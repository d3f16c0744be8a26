# SPDX-License-Identifier: GPL-3.0-or-later
"""A TCP relay that makes a bad link of a good one: it delays, slows down, stalls and cuts.

In a test: `with Relay(("127.0.0.1", port)) as relay: relay.delay(25); relay.stall(); relay.go(); relay.cut()`.
As a program: `relay.py --to HOST:PORT [--listen 127.0.0.1:0] [--delay-ms 25] [--rate BYTES]`; it prints `listening HOST:PORT` and
obeys lines on its input: `delay MS`, `rate BYTES` (a second and direction; 0: unlimited), `stall`, `go`, `cut`, `refuse`, `accept`,
`count`, `quit`. Every line is answered by one line.
"""

import argparse
import asyncio
import collections
import socket
import struct
import sys
import threading

CHUNK = 256 * 1024
MOST_IN_FLIGHT = 64 * 1024 * 1024  # a direction; beyond it the sender waits, as with any network


class Direction:
    """One way of one connection: a reader that stamps every chunk with its time of arrival there, and a writer that waits for it."""

    def __init__(self, link, reader, writer, name):
        self.link, self.reader, self.writer, self.name = link, reader, writer, name
        self.chunks = collections.deque()
        self.in_flight = 0
        self.changed = asyncio.Event()
        self.is_sent_until = 0.0

    async def read(self):
        while True:
            await self.link.flowing.wait()
            data = await self.reader.read(CHUNK)
            await self.link.flowing.wait()  # what arrives during a stall stays on this side
            loop_time = asyncio.get_running_loop().time()
            leaves = max(loop_time, self.is_sent_until)
            if self.link.bytes_per_second:
                leaves += len(data) / self.link.bytes_per_second
                self.is_sent_until = leaves
            self.chunks.append((leaves + self.link.one_way_seconds, data))
            self.in_flight += len(data)
            self.changed.set()
            if not data:
                return
            while self.in_flight > MOST_IN_FLIGHT:
                self.changed.clear()
                await self.changed.wait()

    async def write(self):
        loop = asyncio.get_running_loop()
        while True:
            while not self.chunks:
                self.changed.clear()
                await self.changed.wait()
            when, data = self.chunks.popleft()
            if when > loop.time():
                await asyncio.sleep(when - loop.time())
            await self.link.flowing.wait()
            if not data:
                self.writer.write_eof()
                return
            self.writer.write(data)
            self.link.bytes[self.name] += len(data)
            await self.writer.drain()
            self.in_flight -= len(data)
            self.changed.set()


class Link:
    """All connections of a relay; lives in one event loop."""

    def __init__(self, to, one_way_seconds=0.0, bytes_per_second=0):
        self.to = to
        self.one_way_seconds = one_way_seconds
        self.bytes_per_second = bytes_per_second
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.is_refusing = False
        self.sockets = set()
        self.tasks = set()
        self.bytes = {"there": 0, "back": 0}
        self.num_connections = 0

    async def listen(self, host, port):
        self.server = await asyncio.start_server(self.serve, host, port, limit=CHUNK)
        return self.server.sockets[0].getsockname()

    async def serve(self, reader, writer):
        if self.is_refusing:
            reset(writer.get_extra_info("socket"))
            writer.transport.abort()
            return
        self.num_connections += 1
        pair = [writer]
        task = asyncio.current_task()
        self.tasks.add(task)
        self.sockets.update(pair)
        try:
            far_reader, far_writer = await asyncio.open_connection(*self.to, limit=CHUNK)
            pair.append(far_writer)
            self.sockets.update(pair)
            there, back = Direction(self, reader, far_writer, "there"), Direction(self, far_reader, writer, "back")
            await asyncio.gather(there.read(), there.write(), back.read(), back.write())
        except (OSError, asyncio.CancelledError):
            pass  # one side is gone, or the link was cut: both sides end below
        finally:
            for one in pair:
                self.sockets.discard(one)
                one.transport.abort()
            self.tasks.discard(task)

    def cut(self):
        """Both sides of every connection are reset at once."""
        count = len(self.tasks)
        for writer in self.sockets:
            reset(writer.get_extra_info("socket"))
            writer.transport.abort()
        for task in self.tasks:
            task.cancel()
        return count

    async def close(self):
        self.server.close()
        self.cut()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.server.wait_closed()

    def obey(self, line):
        """Carries out one control line; returns the answer."""
        word, _, value = line.strip().partition(" ")
        if word == "delay":
            self.one_way_seconds = float(value) / 2000
        elif word == "rate":
            self.bytes_per_second = int(value)
        elif word == "stall":
            self.flowing.clear()
        elif word == "go":
            self.flowing.set()
        elif word == "cut":
            return f"cut {self.cut()}"
        elif word in ("refuse", "accept"):
            self.is_refusing = word == "refuse"
        elif word != "count":
            return f"unknown: {word}"
        return f"{word} connections {self.num_connections} open {len(self.tasks)} there {self.bytes['there']} back {self.bytes['back']}"


def reset(one):
    """Closing sends a reset instead of a farewell."""
    if one is not None and one.fileno() >= 0:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Relay:
    """A relay in a thread of its own, for tests. `address` is where to connect to. Delays are whole round trips."""

    def __init__(self, to, round_trip_ms=0, bytes_per_second=0):
        self.to, self.round_trip_ms, self.bytes_per_second = to, round_trip_ms, bytes_per_second
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="relay", daemon=True)

    def __enter__(self):
        async def begin():
            self.link = Link(self.to, self.round_trip_ms / 2000, self.bytes_per_second)
            return await self.link.listen("127.0.0.1", 0)

        self.thread.start()
        self.address = asyncio.run_coroutine_threadsafe(begin(), self.loop).result(10)
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.link.close(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def __call__(self, line):
        """Obeys a control line, as the program does; returns the answer."""

        async def obey():
            return self.link.obey(line)

        return asyncio.run_coroutine_threadsafe(obey(), self.loop).result(10)

    def delay(self, round_trip_ms):
        self(f"delay {round_trip_ms}")

    def stall(self):
        """Nothing moves, nothing is closed."""
        self("stall")

    def go(self):
        self("go")

    def cut(self):
        """Every connection is reset; new ones are served. Returns how many there were."""
        return int(self("cut").split()[1])

    def refuse(self):
        """New connections are reset."""
        self("refuse")

    def accept(self):
        self("accept")

    def counts(self):
        words = self("count").split()
        return {key: int(value) for key, value in zip(words[1::2], words[2::2])}


async def program(arguments):
    link = Link(address(arguments.to), arguments.delay_ms / 2000, arguments.rate)
    host, port = await link.listen(*address(arguments.listen))
    print(f"listening {host}:{port}", flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while True:
        line = (await lines.readline()).decode(errors="replace")
        if not line or line.strip() == "quit":
            break
        try:
            print(link.obey(line), flush=True)
        except ValueError as problem:
            print(f"wrong value: {problem}", flush=True)
    await link.close()


def address(text):
    host, _, port = text.rpartition(":")
    return host, int(port)


def main():
    parser = argparse.ArgumentParser(description="A TCP relay that delays, stalls and cuts.")
    parser.add_argument("--listen", default="127.0.0.1:0")
    parser.add_argument("--to", required=True, help="HOST:PORT")
    parser.add_argument("--delay-ms", type=float, default=0, help="round trip that it adds")
    parser.add_argument("--rate", type=int, default=0, help="bytes a second in each direction; 0: unlimited")
    asyncio.run(program(parser.parse_args()))


if __name__ == "__main__":
    main()
