# SPDX-License-Identifier: GPL-3.0-or-later
"""The bastion's port: `gate.py PORT COMMAND...` accepts connections on the loopback address, and gives each to a command as its
standard input and output, as inetd does. So sshd is in the network of the site, and its port in that of this machine.
"""

import signal
import socket
import subprocess
import sys


def main(port, *command):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel forgets those that ended
    with socket.create_server(("127.0.0.1", int(port)), backlog=50) as door:
        while True:
            connection, _ = door.accept()
            with connection:
                subprocess.Popen(command, stdin=connection, stdout=connection)


if __name__ == "__main__":
    main(*sys.argv[1:])
