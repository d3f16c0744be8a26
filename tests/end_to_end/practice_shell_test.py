# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard run` on nodes of a Slurm cluster: through srun, with a terminal and without, its exit code, Ctrl-C."""

import signal
import sys

from practice import PracticeCluster
from sandbox import Sandbox, wait_until
from shell_test import Terminal


def main():
    with Sandbox() as box, PracticeCluster() as cluster:
        cluster.add_target(box)
        on_nodes = ("run", cluster.target, "--time", "5", "--cpus", "1")
        both = box.must("yard", *on_nodes, "--nodes", "2", "--", "printenv", "SLURMD_NODENAME")
        assert sorted(both.split()) == ["gpu1", "gpu2"], both
        terminal = Terminal(
            box,
            *(*on_nodes, "--gpus", "2", "--", "sh", "-c"),
            "test -t 0 && stty size; echo $CUDA_VISIBLE_DEVICES on $SLURMD_NODENAME\n"
            'while read line; do stty size; if [ "$line" = end ]; then exit 11; fi; done',
            columns=87,
            rows=19,
        )
        terminal.until(r"19 87\s+\d,\d on gpu\d")
        terminal.resize(63, 17)
        wait_until(
            lambda: terminal.type("\r") or terminal.until(r"(\d+ \d+)\r+\n").group(1) == "17 63",
            60,
            "its new size",
        )
        terminal.type("end\r")
        assert terminal.end() == 11
        stopped = Terminal(box, *on_nodes, "--", "sh", "-c", "echo begun; exec sleep 600")
        stopped.until("begun")
        stopped.type("\x03")
        assert stopped.end() in (128 + signal.SIGINT, 1), "the end by Ctrl-C"
        refused = box.run("yard", "run", cluster.target, "--partition", "nowhere", "--", "true")
        # By us where the login has told which partitions there are, else by Slurm.
        assert refused.returncode in (1, 2) and "nowhere" in refused.stderr, refused
        box.must("yard", "targets", "check", cluster.target)
        refused = box.run("yard", "run", cluster.target, "--partition", "nowhere", "--", "true")
        assert refused.returncode == 2 and "resources.partition" in refused.stderr, refused
        wait_until(lambda: cluster.queue() == [], 60, "the end of all jobs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
