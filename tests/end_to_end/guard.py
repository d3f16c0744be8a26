# SPDX-License-Identifier: GPL-3.0-or-later
"""Cleans up after a test that could not: killed by ctest's timeout, interrupted, or ended in any other way.

A process of its own, outside the test's family, waits for the end of the pipe that the test holds, and then runs a command.
    guard = Guard(command)      before anything is started
    guard.dismiss()             when the test has cleaned up itself
"""

import json
import os
import subprocess
import sys
import time

TRIES = 6  # a cluster that is being started at that moment is locked until it has started


class Guard:
    def __init__(self, command):
        if os.environ.get("TRAINYARD_KEEP_SANDBOX"):
            command = ["true"]
        # Its own command line holds nothing of the test's, so that it is nobody's to end.
        started = subprocess.Popen(
            ["setsid", "--fork", sys.executable, "-B", os.path.abspath(__file__)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        self.pipe = started.stdin
        self.pipe.write(json.dumps([str(word) for word in command]).encode() + b"\n")
        self.pipe.flush()
        started.wait(10)

    def dismiss(self):
        try:
            self.pipe.write(b"dismissed\n")
            self.pipe.close()
        except OSError:
            pass


def main():
    lines = sys.stdin.buffer.readlines()
    if len(lines) != 1:
        return
    for _ in range(TRIES):
        if subprocess.run(json.loads(lines[0]), check=False).returncode == 0:
            return
        time.sleep(20)


if __name__ == "__main__":
    main()
