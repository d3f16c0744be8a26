# SPDX-License-Identifier: GPL-3.0-or-later
"""A node of a practice cluster that does not see the base folder: its slurmd runs in a mount namespace of its own, with an empty
file system over that folder. Only root may do that."""

import subprocess
import unittest

from practice import daemons
from sandbox import wait_until


class BlindNode:
    def __init__(self, cluster, node):
        self.cluster, self.node = cluster, node

    def __enter__(self):
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
            raise unittest.SkipTest("mount namespaces are not allowed here")
        seeing = self.cluster.daemon(self.node)
        seeing.stop()
        # The shell is replaced by slurmd, so the process is known by the same pid and ended by the cluster's own stop.
        script = 'mount -t tmpfs none "$0" && exec "$@"'
        self.daemon = daemons.Daemon(
            seeing.layout,
            self.node,
            ["unshare", "--mount", "sh", "-c", script, self.cluster.base, *seeing.command],
            seeing.extra_environment,
        )
        self.daemon.start()
        self.wait_until_there()
        return self

    def __exit__(self, *_):
        self.daemon.stop()
        self.cluster.start(self.node)
        self.wait_until_there()

    def wait_until_there(self):
        address = self.cluster.layout.ports[self.node]
        wait_until(
            lambda: (
                subprocess.run(
                    ["python3", "-c", f"import socket; socket.create_connection(('127.0.0.1', {address}), 1)"],
                    capture_output=True,
                    check=False,
                ).returncode
                == 0
            ),
            30,
            f"slurmd of {self.node}",
        )
        wait_until(
            lambda: self.cluster.must("sinfo", "-h", "-N", "-n", self.node, "-p", "gpu", "-o", "%T") == "idle",
            60,
            f"{self.node} is idle",
        )
