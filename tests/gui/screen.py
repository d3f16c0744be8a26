# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual screen and a program's window on it, driven by keys."""

import os
import shutil
import subprocess
import sys
import time

from sandbox import Sandbox, wait_until


def need_programs():
    """Ends the test as skipped, saying so, where Xvfb or xdotool is missing."""
    missing = [program for program in ("Xvfb", "xdotool") if not shutil.which(program)]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not found; install the packages xvfb and xdotool")
        sys.exit(77)


def start_display(folder):
    read, write = os.pipe()
    # It starts again when its last client goes, and whoever comes at that moment is turned away.
    server = subprocess.Popen(
        [
            "Xvfb",
            "-noreset",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "1500x1000x24",
            "-nolisten",
            "tcp",
            "-fbdir",
            str(folder),
        ],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as numbers:
        return server, ":" + numbers.readline().strip()


def on_screen(drive):
    """Calls drive(sandbox) in a private world with a virtual screen of its own."""
    need_programs()
    with Sandbox() as sandbox:
        del sandbox.environment["QT_QPA_PLATFORM"]
        server, sandbox.environment["DISPLAY"] = start_display(sandbox.root)
        try:
            drive(sandbox)
        finally:
            server.terminate()
            server.wait(timeout=30)


class Window:
    def __init__(self, sandbox, *arguments):
        self.environment = sandbox.environment
        self.screen = sandbox.root / "Xvfb_screen0"
        self.process = sandbox.start("trainyard", *arguments)
        # Windows without a title come and go while a program starts.
        self.identity = wait_until(self.main_window, 30, "the window")
        self.front()

    def xdotool(self, *words):
        return subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=30
        ).stdout

    def key(self, keys):
        self.xdotool("key", "--clearmodifiers", keys)

    def type(self, text):
        self.xdotool("type", "--clearmodifiers", text)

    def shown(self):
        """(title, identity) of the program's windows that can be seen."""
        shown = self.xdotool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()
        return [(self.xdotool("getwindowname", one).strip(), one) for one in shown]

    def main_window(self):
        return next((one for title, one in self.shown() if title.endswith("— Trainyard")), None)

    def others(self):
        """Identities of the program's further windows (dialogs), by title."""
        return {title: one for title, one in self.shown() if one != self.identity}

    def dialog(self, title, seconds=20):
        """Waits for a dialog of this title and gives it the keys."""
        found = wait_until(lambda: self.others().get(title), seconds, f"the dialog '{title}'")
        self.xdotool("windowfocus", "--sync", found)
        return found

    def front(self):
        """Gives the keys back to the window itself; no window manager is here to do it."""
        self.xdotool("windowfocus", "--sync", self.identity)

    def title(self):
        return self.xdotool("getwindowname", self.identity).strip()

    def wait_for_title(self, beginning, seconds=30):
        """Waits until the window's title begins so, as that of a document does which has been read."""
        deadline = time.monotonic() + seconds
        while not self.title().startswith(beginning):
            if time.monotonic() > deadline:
                raise AssertionError(f"the title is {self.title()!r}, not {beginning!r}; others: {self.others()}")
            time.sleep(0.05)

    def num_colours(self):
        """Different pixels of the screen: one or two when it is blank."""
        picture = self.screen.read_bytes()  # X's own window dump format
        header = int.from_bytes(picture[:4], "big")
        num_colormap = int.from_bytes(picture[76:80], "big")
        pixels = picture[header + 12 * num_colormap :]
        return len({pixels[at : at + 4] for at in range(0, len(pixels) - 3, 4)})
