# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that link torch, started without loading it again each time.

`install()` changes how subprocess starts them: a process of the program that has everything loaded (fork_server.cpp) forks, and
the new one is a child of this process with the arguments, variables, folder and streams that were asked for, as if it had been
started. Whatever that cannot do (a function before the start, further open files, another user) is started as ever.
"""

import array
import contextlib
import functools
import os
import socket
import struct
import subprocess
import sys
import threading

LIBRARY = "TRAINYARD_FORK_SERVER_LIBRARY"
# What the loader and the libraries read before main().
READ_AT_LOAD = ("LD_", "OMP_", "MKL_", "KMP_", "GOMP_", "TORCH_", "PYTORCH_", "ATEN_", "CUDA_", "MALLOC_", "GLIBC_")
# A program's first start in a script is as it is without any of this.
STARTS_BEFORE = 1

start_process = getattr(subprocess, "_fork_exec", None)
one_at_a_time = threading.RLock()
servers, num_starts = {}, {}


@functools.cache
def links_torch(program):
    with contextlib.suppress(OSError), open(program, "rb") as file:
        start = file.read(1 << 20)
        return start[:4] == b"\x7fELF" and b"\0libtorch_cpu.so\0" in start
    return False


class Server:
    def __init__(self, program, variables, settings):
        self.socket, theirs = socket.socketpair()
        preloaded = [os.environb[LIBRARY.encode()], settings.get(b"LD_PRELOAD", b"")]
        more = {
            b"LD_PRELOAD": b":".join(filter(None, preloaded)),
            b"TRAINYARD_FORK_SERVER": b"%d" % theirs.fileno(),
        }
        self.process = subprocess.Popen(
            [program],
            env={**variables, **more},
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def start(self, arguments, variables, folder, streams, new_session):
        words = b"".join(word + b"\0" for word in [folder, *arguments, *variables])
        text = struct.pack("=BII", new_session, len(arguments), len(variables)) + words
        descriptors = array.array("i", streams).tobytes()
        size = struct.pack("=I", len(text))
        self.socket.sendmsg([size], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
        self.socket.sendall(text)
        (answer,) = struct.unpack("=i", self.socket.recv(4, socket.MSG_WAITALL))
        if answer < 0:
            raise OSError(-answer, os.strerror(-answer))
        return answer


def forked(given):
    """The new process, or None where it must be started as ever. `given`: what subprocess gives _posixsubprocess.fork_exec."""
    arguments, programs, closes, kept, folder, environment, *pipes, restores, new_session = given[:16]
    process_group, gid, groups, uid, umask, before = given[16:22]
    user = (gid, groups, uid, umask, before, process_group)
    if not closes or not restores or len(kept) != 1 or any(value not in (None, -1) for value in user):
        return None
    program = os.path.realpath(os.fsdecode(programs[0]))
    if not links_torch(program) or (folder is not None and not os.path.isdir(folder)):
        return None
    if environment is None:
        environment = [b"%s=%s" % pair for pair in os.environb.items()]
    variables = dict(variable.split(b"=", 1) for variable in environment)
    settings = {name: value for name, value in variables.items() if os.fsdecode(name).startswith(READ_AT_LOAD)}
    key = (os.getpid(), program, tuple(sorted(settings.items())))
    num_starts[key] = num_starts.get(key, 0) + 1
    if num_starts[key] <= STARTS_BEFORE:
        return None
    if key not in servers:
        servers[key] = Server(program, variables, settings)
    return servers[key].start(
        [os.fsencode(word) for word in arguments],
        environment,
        os.fsencode(folder) if folder is not None else os.getcwdb(),
        [stream if stream >= 0 else number for number, stream in enumerate((pipes[0], pipes[3], pipes[5]))],
        bool(new_session),
    )


def fork_exec(*given):
    with contextlib.suppress(OSError, struct.error), one_at_a_time:  # of a server that is gone
        process = forked(given)
        if process is not None:
            return process
    return start_process(*given)


def install():
    if LIBRARY in os.environ and start_process and sys.version_info >= (3, 11):
        subprocess._fork_exec = fork_exec
