# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard-agent relay`: its streams joined to a port, byte for byte, in both directions, and its end."""
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

AGENT = pathlib.Path(os.environ["TRAINYARD_BIN"]) / "yard-agent"


def served(handle):
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=lambda: handle(server.accept()[0]), daemon=True).start()
    return server, server.getsockname()[1]


def relay(*words, data=b"", timeout=60):
    return subprocess.run([AGENT, "relay", *map(str, words)], input=data, capture_output=True, timeout=timeout, check=False)


def echo(connection):
    while piece := connection.recv(1 << 16):
        connection.sendall(piece)
    connection.close()


def pour(connection):
    try:
        while True:
            connection.sendall(b"x" * 65536)
    except OSError:
        pass


def main():
    data = random.Random(7).randbytes(16 << 20)
    server, port = served(echo)
    start = time.monotonic()
    done = relay(port, data=data)
    seconds = time.monotonic() - start
    assert done.returncode == 0 and done.stdout == data, (done.returncode, len(done.stdout), done.stderr)
    print(f"16 MiB there and back in {seconds:.2f} s")
    server.close()
    # Nothing answers; words that are no port.
    done = relay(port)
    assert done.returncode == 3 and f"port {port} of this node" in done.stderr.decode(), done
    for words in ((), ("0",), ("65536",), ("-1",), ("x",), ("80", "81"), ("--probe",), ("--probe", "80", "81"), ("99999999999999999999",)):
        done = relay(*words)
        assert done.returncode == 2 and b"relay takes a port" in done.stderr, (words, done)
    # A probe sends nothing and takes nothing.
    got = []
    server, port = served(lambda connection: got.append(connection.recv(10)))
    done = relay("--probe", port, data=b"x")
    assert (done.returncode, done.stdout) == (0, b""), done
    # A service that closes ends it, although more could be sent.
    server, port = served(lambda connection: (connection.sendall(b"bye"), connection.close()))
    process = subprocess.Popen([AGENT, "relay", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.read() == b"bye"
    assert process.wait(10) == 0
    # So does who takes nothing any more.
    server, port = served(pour)
    process = subprocess.Popen([AGENT, "relay", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(10) == 0
    assert got == [b""], got
    return 0


if __name__ == "__main__":
    sys.exit(main())
