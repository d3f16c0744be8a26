# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts of tests in processes that have torch, transformers and scikit-learn loaded already: importing them takes most of their time.

preloaded.py start SOCKET        a server in the background that loads them once; ends when nobody has asked for ten minutes
preloaded.py run SOCKET SCRIPT [ARGUMENT...]
                                 SCRIPT as `python SCRIPT ARGUMENT...` runs it, in a process that the server forks: same arguments,
                                 environment, folder, streams and exit code. Without a server, or where the environment has other settings
                                 that those libraries read while they are loaded, it runs in this process.
preloaded.py stop SOCKET         ends the server
"""

import array
import contextlib
import json
import os
import pathlib
import runpy
import signal
import socket
import sys
import tempfile
import time

import fork_server

IDLE_SECONDS = 600
MEMORY, MEMORY_BYTES = "/dev/shm", 4 << 30
# What the libraries read when they are loaded.
READ_AT_LOAD = (
    "HF_",
    "TRANSFORMERS_",
    "OMP_",
    "MKL_",
    "OPENBLAS_",
    "CUDA_",
    "TORCH_",
    "PYTHON",
    "LD_",
    "LSAN_",
    "ASAN_",
)
IGNORED = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}
MODULES = (
    "numpy",
    "scipy.stats",
    "sklearn.metrics",
    "torch",
    "transformers",
    "transformers.modeling_utils",
    "tokenizers",
    "datasets",
    "nltk",
)


def settings():
    return {name: value for name, value in os.environ.items() if name.startswith(READ_AT_LOAD) and name not in IGNORED}


def connect(path):
    with contextlib.suppress(OSError):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        return connection
    return None


def write_in_memory():
    """Where it has room: what tests write is small and soon removed, and a disk would only be waited for."""
    with contextlib.suppress(OSError):
        room = os.statvfs(MEMORY)
        if room.f_bavail * room.f_frsize >= MEMORY_BYTES and os.access(MEMORY, os.W_OK):
            os.environ.setdefault("TMPDIR", MEMORY)
            tempfile.tempdir = None


def execute(script, arguments):
    """What `python SCRIPT ARGUMENT...` does; never returns."""
    sys.argv = [script, *arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    fork_server.install()
    write_in_memory()
    runpy.run_path(script, run_name="__main__")
    sys.exit(0)


# ---------------------------------------------------------------- the server


def receive(connection):
    """The request and the three streams of who asks."""
    data, ancillary, _, _ = connection.recvmsg(1 << 20, socket.CMSG_SPACE(3 * array.array("i").itemsize))
    streams = array.array("i")
    for level, kind, content in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            streams.frombytes(content[: len(content) - len(content) % streams.itemsize])
    while data and not data.endswith(b"\n"):
        data += connection.recv(1 << 20)
    return (json.loads(data) if data else None), list(streams)


def become(request, streams):
    """In the forked process: the one who asks. Nothing that the script raises is caught on the way up."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[1:1] = filter(None, os.environ.get("PYTHONPATH", "").split(":"))
    execute(request["script"], request["arguments"])


def answer(connection):
    """One process of the server for each request: it outlives neither the script nor who asks. In the script's own: the request."""
    os.setsid()
    request, streams = receive(connection)
    if request is None or request["settings"] != settings():
        connection.sendall(b"no\n")
        return None
    child = os.fork()
    if child == 0:
        connection.close()
        os.setpgid(0, 0)
        return request, streams
    for stream in streams:
        os.close(stream)
    connection.sendall(b"%d\n" % child)
    connection.setblocking(False)
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        with contextlib.suppress(BlockingIOError, ConnectionError):
            if connection.recv(1) == b"":  # who asked was killed
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
        time.sleep(0.01)
    connection.setblocking(True)
    connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    return None


def serve(listener):
    """Returns in the process of a script alone, with its request."""
    for module in MODULES:
        __import__(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    listener.settimeout(IDLE_SECONDS)
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            request = None
            with contextlib.suppress(ConnectionError):
                request = answer(connection)
            if request is None:
                os._exit(0)
            return request
        connection.close()


def start(path):
    if connect(path):
        return
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(path)
    except OSError as error:  # of a build folder whose name is too long for a socket
        print(f"preloaded.py: {path}: {error}; every script loads its libraries itself")
        return
    os.chmod(path, 0o600)
    listener.listen(64)
    if os.fork():
        return
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    with open(path + ".pid", "w") as file:
        file.write(str(os.getpid()))
    request = None
    with contextlib.suppress(TimeoutError):
        request = serve(listener)
    if request is None:
        os.unlink(path)
        os._exit(0)
    become(*request)


def stop(path):
    with contextlib.suppress(OSError, ValueError):
        os.kill(int(pathlib.Path(path + ".pid").read_text()), signal.SIGTERM)
    for file in (path, path + ".pid"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(file)


# ---------------------------------------------------------------- who asks


def run(path, script, arguments):
    script = os.path.abspath(script)
    connection = connect(path)
    if not connection:
        execute(script, arguments)
    request = {
        "script": script,
        "arguments": arguments,
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "settings": settings(),
    }
    streams = array.array("i", [0, 1, 2])
    connection.sendmsg(
        [json.dumps(request).encode() + b"\n"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams.tobytes())]
    )
    answers = connection.makefile()
    if not answers.readline().strip().isdigit():
        execute(script, arguments)
    code = answers.readline().strip()
    if not code:
        sys.exit(f"preloaded.py: the process of {script} is gone")
    if int(code) < 0:
        signal.signal(-int(code), signal.SIG_DFL)
        os.kill(os.getpid(), -int(code))
    os._exit(int(code))


if __name__ == "__main__":
    if sys.argv[1] == "start":
        start(sys.argv[2])
    elif sys.argv[1] == "stop":
        stop(sys.argv[2])
    else:
        run(sys.argv[2], sys.argv[3], sys.argv[4:])
