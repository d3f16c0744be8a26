# SPDX-License-Identifier: GPL-3.0-or-later
"""What another account could replace is found, in every shell that job scripts and login nodes have: owners, modes, links on the way,
circles. What needs a second account is tried as root only, and said where it is left out."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "resources/target/untrusted.sh"
SHELLS = [shell for shell in ("dash", "bash") if shutil.which(shell)]
NOBODY = 65534


class Untrusted(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="ty-trust-"))).resolve()

    def ask(self, *paths):
        """What the function prints; the same in every shell, also where commands that fail end the script."""
        said = set()
        for shell in SHELLS:
            script = f'set -e; . {SCRIPT}; if said=$(untrusted "$@"); then printf %s "$said"; fi'
            done = subprocess.run(
                [shell, "-c", script, "test", *map(str, paths)], capture_output=True, text=True, timeout=30, check=True
            )
            self.assertEqual(done.stderr, "")
            said.add(done.stdout)
        self.assertEqual(len(said), 1, said)
        return said.pop()

    def folder(self, name, mode=0o755):
        path = self.root / name
        path.mkdir(parents=True)
        path.chmod(mode)
        return path

    def test_what_is_closed(self):
        inner = self.folder("it's a $(place)/runs/engine")
        (inner / "yard-agent").touch(mode=0o555)
        self.assertEqual(self.ask(inner / "yard-agent", self.root / "not/there/yet"), "")
        (self.root / "link").symlink_to("it's a $(place)/./runs/../runs")
        self.assertEqual(self.ask(self.root / "link/engine"), "")

    def test_what_every_account_may_write(self):
        self.folder("open", 0o777)
        inner = self.folder("open/below")
        problem = f"may be written by every account: {self.root}/open"
        self.assertEqual(self.ask(inner), problem)
        self.assertEqual(self.ask(self.root / "open/not/there"), problem)
        # A link on the way leads there, itself a link.
        closed = self.folder("closed")
        (closed / "one").symlink_to("../two")
        (self.root / "two").symlink_to(inner)
        self.assertEqual(self.ask(closed / "one"), problem)
        file = closed / "engine"
        file.touch()
        file.chmod(0o757)
        self.assertEqual(self.ask(file), f"may be written by every account: {file}")

    def test_a_sticky_folder_may_be_open(self):
        self.folder("scratch", 0o1777)
        self.assertEqual(self.ask(self.folder("scratch/me")), "")

    def test_links_in_a_circle(self):
        (self.root / "a").symlink_to("b")
        (self.root / "b").symlink_to("a")
        self.assertIn("is a link in a circle: ", self.ask(self.root / "a/engine"))

    @unittest.skipUnless(os.geteuid() == 0, "needs root: other accounts and groups")
    def test_other_accounts_and_groups(self):
        theirs = self.folder("theirs")
        os.chown(theirs, NOBODY, 0)
        self.assertEqual(self.ask(theirs / "x"), f"belongs to the account nobody: {theirs}")
        (self.root / "link").symlink_to("theirs")
        os.chown(self.root / "link", NOBODY, 0, follow_symlinks=False)
        self.assertEqual(self.ask(self.root / "link"), f"belongs to the account nobody: {self.root}/link")
        group = self.folder("group", 0o2775)
        os.chown(group, 0, NOBODY)
        self.assertIn("may be written by the group ", self.ask(group))
        own = self.folder("own", 0o775)
        os.chown(own, 0, 0)
        self.assertEqual(self.ask(own), "")


if __name__ == "__main__":
    unittest.main()
