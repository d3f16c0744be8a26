# SPDX-License-Identifier: GPL-3.0-or-later
"""yard in a terminal, with a person who types an answer at each prompt of a login."""

import os
import pty
import re
import select
import signal
import time

from sandbox import BIN

PROMPT = re.compile(rb"(?:Passphrase of [^\n]*|Password \(Ctrl-C: none\)|  \| [^\n]*[?:]) ?:? $")

FOLDER = re.compile(rb"\(a number or a path\) \[\d+\]: $")


def typed(sandbox, words, answers, *, seconds=120, in_child=lambda: None, at_prompt=lambda _pid: None):
    """(exit code, what the terminal showed, how often it asked). `answers` are bytes, in turn; `in_child` is called before yard runs,
    `at_prompt` before each answer, with its process id. A prompt without an answer left for it is a failure.
    Which folder is for runs is answered by Return."""
    answers = iter(answers)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(sandbox.work)
        in_child()
        os.execve(BIN / "yard", ["yard", *map(str, words)], sandbox.environment)
    shown, asked, deadline, problem = b"", 0, time.monotonic() + seconds, ""
    while not problem:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
        elif PROMPT.search(shown):
            at_prompt(pid)
            answer = next(answers, None)
            if answer is None:
                problem = "asked once more"
            else:
                os.write(terminal, answer + b"\n")
                shown += b"<typed>\n"
                asked += 1
        elif FOLDER.search(shown):
            os.write(terminal, b"\n")
            shown += b"\n"
        if time.monotonic() > deadline:
            problem = "did not end"
    if problem:
        os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    assert not problem, f"yard {words} {problem}; it said {shown!r}"
    return status, shown.decode(errors="replace").replace("\r", ""), asked
