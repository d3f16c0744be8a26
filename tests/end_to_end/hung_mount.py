# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system that never answers, as one of a server that is gone: whoever looks at a path below the folder waits until it is killed."""

import ctypes
import os
import tempfile


class HungMount:
    """Over `folder`, which must exist. Needs root, /dev/fuse and the right to mount: `is_possible()`."""

    libc = ctypes.CDLL(None, use_errno=True)
    LAZY = 2

    @classmethod
    def is_possible(cls):
        """In a container, root may not be allowed to mount."""
        if os.geteuid() != 0 or not os.access("/dev/fuse", os.R_OK | os.W_OK):
            return False
        with tempfile.TemporaryDirectory() as folder:
            try:
                cls(folder).close()
            except OSError:
                return False
        return True

    def __init__(self, folder):
        self.folder = os.fsencode(folder)
        self.requests = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)  # which nobody reads
        options = f"fd={self.requests},rootmode=40000,user_id=0,group_id=0".encode()
        if self.libc.mount(b"hung", self.folder, b"fuse.hung", 0, options) != 0:
            problem = os.strerror(ctypes.get_errno())
            os.close(self.requests)
            raise OSError(f"{folder} cannot be mounted over: {problem}")

    def close(self):
        """The file system is gone: whoever waits gets an error."""
        self.libc.umount2(self.folder, self.LAZY)
        os.close(self.requests)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
