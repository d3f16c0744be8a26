# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard engine`, and runs that need it, from a package whose computer has no torch: the practice cluster fetches it from a package
index on the loopback address, or this computer does and sends it. What is fetched is cut at random moments and continued.

Usage: engine_install_test.py [SEED]
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])
BUILD = pathlib.Path(os.environ["TRAINYARD_BIN"]).parent
SITE = pathlib.Path(os.environ["TRAINYARD_SITE"])
sys.path.insert(0, str(SOURCE / "packaging/package"))

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="ty-package-", dir="/tmp"))
PROGRAMS = FOLDER / "stage/lib/trainyard"
os.environ["TRAINYARD_BIN"] = str(PROGRAMS)

from package_index import PackageIndex, variables, write_wheel
from practice import PracticeCluster
from relay import Relay
from sandbox import Sandbox, end_of, wait_until

SEED = sys.argv[1] if len(sys.argv) > 1 else "1"
CUTS = 20
SMALL = 3_000_000  # bytes of each stand-in


def make_package():
    """The folder of programs as it is installed, and its list of torch's files."""
    import stage

    if shutil.which("patchelf") is None:
        print("SKIPPED: patchelf is not installed (./dev test installs it)")
        sys.exit(77)
    stage.make_stage(BUILD, SITE, FOLDER / "stage")
    for name in ("libengine_gpu.so", "libengine_kernels.so"):
        (PROGRAMS / name).unlink(missing_ok=True)
    return json.loads((PROGRAMS / "torch_trees.json").read_text())


def on_processors(listed):
    """The list of a package without the engine for GPUs, whose libraries would be copied for nothing."""
    return listed | {"trees": [tree for tree in listed["trees"] if tree["kind"] == "cpu"]}


def with_wheels(listed, folder, content_of):
    """Wheels of these contents for a list, and the list of them."""
    folder.mkdir()
    (tree,) = listed["trees"]
    contents = {}
    for file in tree["files"]:
        contents.setdefault(file["wheel"], {})[file["path"]] = content_of(file)
    wheels = [
        write_wheel(folder, wheel, contents[wheel["file"]]) for wheel in listed["wheels"] if wheel["file"] in contents
    ]
    return listed | {"wheels": wheels}


def stand_in(listed):
    """The same with small files: for all that does not start the engine."""
    (tree,) = listed["trees"]
    files = []
    for file in tree["files"]:
        content = content_of(file)
        files.append(file | {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    return listed | {"trees": [tree | {"name": "torch-2.11.0-cpu-0123456789abcdef", "files": files}]}


def content_of(file):
    return random.Random(file["name"]).randbytes(SMALL)


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        whole = on_processors(make_package())
        small = stand_in(whole)
        cls.real = with_wheels(whole, FOLDER / "real", lambda file: SITE / file["path"])
        cls.small = with_wheels(small, FOLDER / "small", content_of)
        cls.cluster = cls.enterClassContext(PracticeCluster())

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)

    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.cluster.add_target(self.box)
        self.use(self.small)
        self.reaches(None)
        self.box.environment |= variables(9)  # where nothing listens
        subprocess.run(["rm", "-rf", self.engines], check=True)

    @property
    def engines(self):
        return self.cluster.base / "engine"

    def use(self, listed):
        (PROGRAMS / "torch_trees.json").write_text(json.dumps(listed))
        self.tree = listed["trees"][0]["name"]

    def reaches(self, index):
        """What pip on the login node gets its wheels from; None: nothing answers there."""
        values = index.variables if index else variables(9)
        lines = "".join(f"export {name}='{value}'\n" for name, value in values.items())
        (self.cluster.layout.home / ".profile").write_text(lines)

    def install(self, *options):
        return self.box.run("yard", "engine", "install", self.cluster.target, "--cpu", *options)

    def check_tree(self):
        folder = self.engines / self.tree
        subprocess.run(["sha256sum", "-c", "--quiet", "manifest.sha256"], cwd=folder, check=True)
        names = {path.name for path in folder.iterdir()}
        (tree,) = [tree for listed in (self.real, self.small) for tree in listed["trees"] if tree["name"] == self.tree]
        self.assertEqual(names, {file["name"] for file in tree["files"]} | {"manifest.sha256"})
        for path in folder.iterdir():
            self.assertEqual(path.stat().st_mode & 0o277, 0, path)  # nobody writes, others do not read
        self.assertEqual([path.name for path in self.engines.glob(".*")], [])

    def fetchers(self):
        """Processes on the login node that fetch."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if str(self.engines).encode() in words and words[1:2] == [b"-B"]:
                found.append(int(process.name))
        return found

    def test_the_site_fetches_it(self):
        with PackageIndex(FOLDER / "small") as index:
            self.reaches(index)
            listed = json.loads(self.box.must("yard", "engine", "list", self.cluster.target, "--json"))
            self.assertEqual([tree["source"] for tree in listed["trees"]], ["nowhere", "installed"])
            self.assertEqual(listed["folders"], [])
            done = self.install()
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(self.tree, done.stdout)
            self.assertIn("fetching torch 2.11.0", done.stderr)
            self.check_tree()
            self.assertFalse((self.box.root / "cache/trainyard/torch").exists())
            served = index.served
            self.assertIn("there already", self.install().stdout)
            self.assertEqual(index.served, served)
        self.assertIn("yes", self.box.must("yard", "engine", "list", self.cluster.target))
        removed = self.box.must("yard", "engine", "remove", self.cluster.target, self.tree, "--yes")
        self.assertIn(self.tree, removed)
        self.assertFalse((self.engines / self.tree).exists())
        self.box.must("yard", "engine", "remove", self.cluster.target, "--yes")
        self.assertEqual(list(self.engines.glob("*")), [])

    def test_a_wrong_wheel_is_refused(self):
        wheel = next(wheel for wheel in self.small["wheels"] if wheel["distribution"] == "torch")
        wrong = FOLDER / "wrong"
        shutil.copytree(FOLDER / "small", wrong)
        with open(wrong / wheel["file"], "r+b") as file:
            file.seek(5000)
            file.write(b"another")
        found = hashlib.sha256((wrong / wheel["file"]).read_bytes()).hexdigest()
        with PackageIndex(wrong) as index:
            self.reaches(index)
            done = self.install()
        self.assertNotEqual(done.returncode, 0)
        for words in (wheel["file"], wheel["sha256"], found, str(self.engines)):
            self.assertIn(words, done.stderr)
        self.assertEqual([path.name for path in self.engines.glob("t*")], [])

    def test_without_an_index_there_it_is_sent(self):
        with PackageIndex(FOLDER / "small") as index:
            self.box.environment |= index.variables
            done = self.install()
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check_tree()
            served = index.served
            # Another site gets it from what this computer has by now.
            self.box.must("yard", "engine", "remove", self.cluster.target, "--yes")
            done = self.install("--from-here")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(index.served, served)
            self.check_tree()
        self.assertIn("cache folder", self.box.must("yard", "engine", "list"))
        self.assertIn(self.tree, self.box.must("yard", "engine", "remove", "here", "--yes"))

    def test_without_any_index_it_says_so(self):
        done = self.install()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("trainyard[engine]", done.stderr)
        self.assertEqual([path.name for path in self.engines.glob("*")], [])

    def test_a_second_one_waits(self):
        with PackageIndex(FOLDER / "small") as index, Sandbox() as other:
            self.reaches(index)
            self.cluster.add_target(other)
            others = []

            def start_other():
                others.append(other.start("yard", "engine", "install", self.cluster.target, "--cpu"))
                log = other.work / "yard.log"
                wait_until(lambda: "waiting for" in log.read_text(), 60, "the second to wait")
                return False

            index.at(SMALL, start_other)
            done = self.install()
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(others[0].wait(120), 0, (other.work / "yard.log").read_text())
            self.check_tree()
            total = sum(wheel["bytes"] for wheel in self.small["wheels"])
            self.assertEqual(index.served, total)

    def test_cut_at_random_moments(self):
        choice = random.Random(SEED)
        total = sum(wheel["bytes"] for wheel in self.small["wheels"])
        for number in range(CUTS):
            moment, kind = choice.randrange(total), ("transfer", "command", "service", "login")[number % 4]
            with self.subTest(number=number, moment=moment, kind=kind), PackageIndex(FOLDER / "small") as index:
                subprocess.run(["rm", "-rf", self.engines], check=True)
                self.reaches(index)
                self.cut(index, moment, kind)
                done = self.install()
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check_tree()
                largest = max(wheel["bytes"] for wheel in self.small["wheels"])
                # At most the wheel that was under way, and one that was not unpacked, came twice.
                self.assertLessEqual(index.served, total + 2 * largest)
                print(f"cut {number} of the {kind} after {moment} bytes: {index.served} of {total} served", flush=True)

    def cut(self, index, moment, kind):
        command = None

        def act():
            if kind == "command":
                os.kill(command.pid, signal.SIGINT)
            elif kind == "service":
                for pid in self.box.processes("yard", "serve"):
                    os.kill(pid, signal.SIGKILL)
            elif kind == "login":
                for pid in self.fetchers():
                    os.kill(pid, signal.SIGKILL)
            return kind == "transfer"

        index.at(moment, act)
        command = self.box.start("yard", "engine", "install", self.cluster.target, "--cpu")
        command.wait(120)
        # A lost caller ends it there, too.
        wait_until(lambda: not self.fetchers(), 60, "the end of what was cut")

    def test_a_run_brings_it(self):
        self.use(self.real)
        with PackageIndex(FOLDER / "real") as index, Relay(self.cluster.address) as relay:
            self.reaches(index)
            self.cluster.add_target(self.box, relay.address[1])
            experiment = self.box.small_experiment(training__max_steps=4, checkpoint__every_steps=4)
            first = self.submit(experiment)
            self.assertIn("fetching torch", first)
            self.check_tree()
            served, sent = index.served, relay.counts()["there"]
            self.assertGreater(served, 100e6)
            self.assertLess(sent, 200e6)  # the engine's own programs
            began = time.monotonic()
            self.box.must("yard", "submit", experiment, "--target", self.cluster.target)
            seconds = time.monotonic() - began
            self.assertEqual(index.served, served)
            again = relay.counts()["there"] - sent
            self.assertLess(again, 1e6)
            print(f"first: {sent / 1e6:.1f} MB sent; second: {again / 1e6:.3f} MB, submitted after {seconds:.1f} s")

    def submit(self, experiment):
        done = self.box.run("yard", "submit", experiment, "--target", self.cluster.target, "--watch", timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (folder,) = self.cluster.base.glob("small-*")
        self.assertEqual(end_of(folder / "attempts/0001")["outcome"], "completed")
        return done.stdout + done.stderr


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
