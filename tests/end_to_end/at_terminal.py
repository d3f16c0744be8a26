# SPDX-License-Identifier: GPL-3.0-or-later
"""yard in a terminal, as a person of the site behind a bastion has it: whenever a code is asked for, the next one is typed."""

import os
import pty
import re
import select
import signal
import subprocess
import time

from practice import bastion
from sandbox import BIN

PROMPT = re.compile(rb"  \| [^\n]*[?:] $")


def at_terminal(sandbox, cluster, *words, seconds=120):
    """(exit code, what it said, how often it asked)."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(sandbox.work)
        os.execve(BIN / "yard", ["yard", *map(str, words)], sandbox.environment)
    shown, asked, deadline = b"", 0, time.monotonic() + seconds
    while True:
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"yard {words} did not end; it said {shown!r}")
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
        elif PROMPT.search(shown):
            code = subprocess.run([bastion.code_program(cluster.layout)], capture_output=True, check=True)
            os.write(terminal, code.stdout)
            shown += b"\n"
            asked += 1
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return status, shown.decode(errors="replace").replace("\r", ""), asked
