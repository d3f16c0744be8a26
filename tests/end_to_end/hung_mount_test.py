# SPDX-License-Identifier: GPL-3.0-or-later
"""The file system of a run's folder hangs: the service answers for all other runs, says what does not answer, and has it again later.

Exits 77, saying so, where no file system can be made to hang.
"""

import sys
import time

from hung_mount import HungMount
from sandbox import Sandbox, wait_until

EXPERIMENT = "format: 1\nname: {}\nworkload: command\ncommand: {{launcher: none, program: print.sh, metrics: jsonl}}\n"
AT_ONCE = 10  # seconds on a busy machine; what hangs is given up after 30


def finished_run(box, name):
    experiment = box.work / f"{name}.yaml"
    experiment.write_text(EXPERIMENT.format(name))
    box.must("yard", "submit", experiment, "--watch")
    return next(row for row in box.runs() if row["name"] == name)


def main():
    if not HungMount.is_possible():
        print("SKIPPED: a file system that hangs needs root, /dev/fuse and the right to mount")
        return 77
    with Sandbox() as box:
        program = box.work / "print.sh"
        program.write_text('#!/bin/bash\necho \'{"step": 1, "train/loss": 2.5}\'\n')
        program.chmod(0o755)
        hung, other = finished_run(box, "hung"), finished_run(box, "other")
        with HungMount(hung["folder"]):
            logs = box.start("yard", "logs", hung["run"])
            time.sleep(1)  # until the service waits for the file system
            start = time.monotonic()
            assert "hung" in box.must("yard", "runs", timeout=60)
            assert "2.5" in box.must("yard", "logs", other["run"], timeout=60)
            third = finished_run(box, "third")
            assert third["state"] == "completed", third
            took = time.monotonic() - start
            assert took < AT_ONCE, f"other runs took {took:.1f} s"
            assert logs.wait(timeout=60) == 3, logs.returncode
            problem = (box.work / "yard.log").read_text()
            assert "does not answer: its file system hangs" in problem, problem
        assert wait_until(
            lambda: "2.5" in box.run("yard", "logs", hung["run"]).stdout, 60, "the output once it is back"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
