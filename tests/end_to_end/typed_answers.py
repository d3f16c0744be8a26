# SPDX-License-Identifier: GPL-3.0-or-later
"""yard in a terminal of its own, whose questions are answered by what a person would type."""

import os
import pathlib
import pty
import re
import resource
import select
import signal
import time

from sandbox import BIN

PROMPT = re.compile(rb"(?:Passphrase of [^\n]*|Password \(Ctrl-C: none\)|  \| [^\n]*[?:]) ?:? $")


def core_limit(pid):
    return re.search(r"Max core file size +(\S+)", pathlib.Path(f"/proc/{pid}/limits").read_text()).group(1)


def typed(sandbox, words, answers):
    """Runs yard in a terminal and types the answers at its prompts. Returns what the terminal showed, `<typed>` for each answer."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(sandbox.work)
        most = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (most, most))  # as people set it who want cores
        os.execve(BIN / "yard", ["yard", *words], sandbox.environment)
    shown, answers, deadline = b"", list(answers), time.monotonic() + 90
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
        elif PROMPT.search(shown):
            if not answers:
                os.kill(pid, signal.SIGKILL)
                raise AssertionError(f"yard asked more than was expected: {shown!r}")
            assert core_limit(pid) == "0", core_limit(pid)
            shown += b"<typed>\n"
            os.write(terminal, answers.pop(0).encode() + b"\n")
    else:
        os.kill(pid, signal.SIGKILL)
        raise AssertionError(f"yard did not end; it said {shown!r}")
    os.waitpid(pid, 0)
    os.close(terminal)
    return shown
