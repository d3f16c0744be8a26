# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches torch's libraries into FOLDER (a base folder's engine/), with the pip of the machine that it runs on.

fetch_engine.py FOLDER WHO, with a list on stdin, whose lines have tabs between their fields:
    wheel  REQUIREMENT  FILE  BYTES  SHA256
    file   TREE  NAME  BYTES  SHA256  WHEEL'S FILE  PATH IN IT
It prints one JSON object per line: progress ("done", "total", "wheel"), "waits" (for whom), and at the end "is_there" or "error".
A tree appears complete, or not at all. What is complete when this is interrupted (files, checked by their hashes) is kept for the
next time. For Python 3.6 and later.
"""

import ctypes
import errno
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile
import zlib

PART = ".partial-torch"
# Seconds: without a byte of the first wheel, and of a later one; a lock that nobody touches any more.
FIRST_PATIENCE, PATIENCE, STALE = 40, 120, 60


class Failure(Exception):
    def __init__(self, code, **arguments):
        super().__init__(code)
        self.line = dict(arguments, error=code)


class Stopped(Exception):
    pass


def say(**line):
    print(json.dumps(line), flush=True)


def stop(number, frame):
    signal.signal(number, signal.SIG_IGN)
    raise Stopped


def remove(path):
    try:
        os.remove(path)
    except OSError:
        shutil.rmtree(path, ignore_errors=True)


def sha256_of(path):
    found = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            found.update(block)
    return found.hexdigest()


class Lock:
    """A file that its owner touches while it works, since locks of the kernel are not the same on all file systems of clusters."""

    def __init__(self, path, who):
        self.path, self.is_mine = path, False
        self.words = "\t".join([socket.gethostname(), str(os.getpid()), start_of(os.getpid()), who])

    def take(self):
        while True:
            own = "%s.%s.%d" % (self.path, socket.gethostname(), os.getpid())
            with open(own, "w") as file:
                file.write(self.words)
            try:
                os.link(own, self.path)  # atomic on network file systems, too
                self.is_mine = True
                return
            except FileExistsError:
                self.look(os.stat(own).st_mtime)
            finally:
                os.remove(own)

    def look(self, now):
        try:
            with open(self.path) as file:
                host, process, start, who = file.read().split("\t")
            age = now - os.stat(self.path).st_mtime
        except FileNotFoundError:
            return
        except ValueError:
            host = process = start = who = "?"
            age = STALE + 1
        is_gone = host == socket.gethostname() and start_of(process) != start
        if is_gone or age > STALE:
            remove(self.path)
            return
        say(waits="%s (process %s on %s)" % (who, process, host))
        time.sleep(1)

    def touch(self):
        if self.is_mine:
            os.utime(self.path)

    def release(self):
        if self.is_mine:
            self.is_mine = False
            remove(self.path)


def start_of(process):
    """Empty if there is no such process."""
    try:
        with open("/proc/%s/stat" % process) as file:
            return file.read().rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return ""


class Progress(threading.Thread):
    """Says every second how far it is, and ends this process once nobody listens: then the connection is lost."""

    def __init__(self, lock):
        super().__init__(daemon=True)
        self.lock, self.done, self.total, self.wheel, self.incoming = lock, 0, 0, "", None
        self.ended = threading.Event()

    def bytes_now(self):
        return self.done + min(bytes_below(self.incoming[0]), self.incoming[1]) if self.incoming else self.done

    def run(self):
        while not self.ended.wait(1):
            try:
                self.lock.touch()
                say(done=self.bytes_now(), total=self.total, wheel=self.wheel)
            except OSError:
                os.kill(os.getpid(), signal.SIGTERM)


def bytes_below(folder):
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                pass
    return total


def end_with_parent():
    LIBC.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: nothing goes on once this was killed


LIBC = ctypes.CDLL(None)


def pip_command(wheel, folder):
    requirements = os.path.join(folder, "wanted.txt")
    with open(requirements, "w") as file:
        file.write("%s --hash=sha256:%s\n" % (wheel["requirement"], wheel["sha256"]))
    # NAME-VERSION-PYTHON-ABI-PLATFORM.whl. Each platform's name alone stands for the same wheel. The interpreter that torch was
    # built for is asked for in any case: other wheels say which ones they need, too.
    platform = wheel["file"][: -len(".whl")].rsplit("-", 1)[1].split(".")[0]
    words = "-m pip download --quiet --no-input --disable-pip-version-check --no-cache-dir --no-deps --timeout 30"
    words += " --only-binary :all: --implementation cp --python-version %s --abi cp%s" % (
        wheel["python"],
        wheel["python"],
    )
    return [sys.executable, *words.split(), "--platform", platform, "--require-hashes", "-r", requirements]


def run_pip(wheel, folder, is_first, progress):
    """Returns what pip said when it failed; nothing when it has the wheel."""
    temporary, arrived = os.path.join(folder, "incoming"), os.path.join(folder, "arrived")
    for place in (temporary, arrived):
        remove(place)
        os.mkdir(place)
    variables = dict(os.environ, TMPDIR=temporary, PIP_REQUIRE_VIRTUALENV="0", PIP_PROGRESS_BAR="off")
    command = pip_command(wheel, folder) + ["--retries", "0" if is_first else "3", "--dest", arrived]
    said = os.path.join(folder, "said")
    progress.incoming = (temporary, wheel["bytes"])
    with open(said, "w") as output:
        pip = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=variables, preexec_fn=end_with_parent
        )
    try:
        is_stalled = wait_for(pip, temporary, FIRST_PATIENCE if is_first else PATIENCE)
    finally:
        if pip.poll() is None:
            pip.kill()
            pip.wait()
        progress.incoming = None
        remove(temporary)
    with open(said, errors="replace") as file:
        text = file.read()
    if is_stalled:
        return "nothing arrived for %d s" % (FIRST_PATIENCE if is_first else PATIENCE)
    if pip.returncode == 0:
        os.rename(os.path.join(arrived, wheel["file"]), os.path.join(folder, wheel["file"]))
        return ""
    return text.strip() or "exit code %d" % pip.returncode


def wait_for(pip, folder, patience):
    """Whether it stands still."""
    last, since = -1, time.monotonic()
    while True:
        try:
            pip.wait(1)
            return False
        except subprocess.TimeoutExpired:
            now = bytes_below(folder)
            if now != last:
                last, since = now, time.monotonic()
            if time.monotonic() - since > patience:
                return True


def fetch(wheel, folder, is_first, progress):
    path, other = os.path.join(folder, wheel["file"]), ""
    if os.path.exists(path):
        return path
    for _ in range(3):
        said = run_pip(wheel, folder, is_first, progress)
        if not said:
            return path
        found = re.search(r"Got\s+([0-9a-f]{64})", said)
        # Older ones take a connection that was cut for the end of the file: what is wrong in itself is the same twice.
        if found and found.group(1) == other:
            raise Failure("torch.wrong_hash", file=wheel["file"], expected=wheel["sha256"], found=other)
        other = found.group(1) if found else ""
        if re.search("No space left|quota exceeded", said, re.IGNORECASE):
            raise Failure("torch.disk_full", path=folder)
        if is_first and re.search("No matching distribution|nothing arrived", said):
            break
    lines = [line for line in said.splitlines() if re.match("ERROR: (?!Exception)", line)] or said.splitlines()
    raise Failure("torch.no_index", wheel=wheel["file"], said=" ".join(lines[-1].split())[:300])


def part_of(folder, tree):
    return os.path.join(folder, PART, tree)


def is_done(folder, file):
    path = os.path.join(part_of(folder, file["tree"]), file["name"])
    return os.path.exists(path) and os.path.getsize(path) == file["bytes"]


def unpack(wheel, path, files, folder):
    with zipfile.ZipFile(path) as archive:
        for file in files:
            place = os.path.join(part_of(folder, file["tree"]), file["name"])
            digest = hashlib.sha256()
            with archive.open(file["path"]) as source, open(place + ".new", "wb") as target:
                for block in iter(lambda: source.read(1 << 20), b""):
                    digest.update(block)
                    target.write(block)
            if digest.hexdigest() != file["sha256"]:
                remove(place + ".new")
                name = "%s of %s" % (file["path"], wheel["file"])
                raise Failure("torch.wrong_hash", file=name, expected=file["sha256"], found=digest.hexdigest())
            os.rename(place + ".new", place)


def drop_damaged(folder, files):
    """What an earlier one left: a machine that lost power may have files of the right size without their content."""
    for file in files:
        path = os.path.join(part_of(folder, file["tree"]), file["name"])
        if is_done(folder, file) and sha256_of(path) != file["sha256"]:
            remove(path)


def check_space(folder, wheels, files):
    """pip copies a wheel once it is complete."""
    needed = sum(file["bytes"] for file in files) + 2 * max(wheel["bytes"] for wheel in wheels)
    state = os.statvfs(folder)
    free = state.f_bavail * state.f_frsize
    if needed > free:
        raise Failure("torch.no_space", path=folder, needed=needed, free=free)


def publish(folder, tree, files):
    part, place = part_of(folder, tree), os.path.join(folder, tree)
    lines = ["%s  %s\n" % (file["sha256"], file["name"]) for file in sorted(files, key=lambda file: file["name"])]
    with open(os.path.join(part, "manifest.sha256"), "w") as file:
        file.writelines(lines)
    wanted = {file["name"] for file in files} | {"manifest.sha256"}
    for name in os.listdir(part):
        path = os.path.join(part, name)
        if name in wanted:
            os.chmod(path, os.stat(path).st_mode & ~0o222)
        else:
            remove(path)
    try:
        os.rename(part, place)
    except OSError as problem:
        if problem.errno not in (errno.EEXIST, errno.ENOTEMPTY):
            raise


def fetch_wheels(folder, wheels, files, progress):
    own = os.path.join(folder, PART)
    drop_damaged(folder, files)
    missing = [file for file in files if not is_done(folder, file)]
    needed = sorted(
        (one for one in wheels if any(file["wheel"] == one["file"] for file in missing)), key=lambda one: one["bytes"]
    )
    if needed:
        check_space(folder, needed, missing)
    progress.total = sum(wheel["bytes"] for wheel in needed)
    for number, wheel in enumerate(needed):
        progress.wheel = wheel["requirement"].replace("==", " ")
        path = fetch(wheel, own, number == 0, progress)
        progress.done += wheel["bytes"]
        try:
            unpack(wheel, path, [file for file in missing if file["wheel"] == wheel["file"]], folder)
        except (zipfile.BadZipFile, zlib.error, KeyError, Failure):
            remove(path)
            raise
        remove(path)


def read_list(lines):
    wheels, files = [], []
    for line in lines:
        kind, *fields = line.rstrip("\n").split("\t")
        if kind == "wheel":
            wheels.append(dict(zip(("requirement", "file", "bytes", "sha256"), fields), bytes=int(fields[2])))
        elif kind == "file":
            files.append(dict(zip(("tree", "name", "bytes", "sha256", "wheel", "path"), fields), bytes=int(fields[2])))
    python = [part[2:] for wheel in wheels for part in wheel["file"].split("-") if re.match(r"cp3\d+$", part)]
    for wheel in wheels:
        wheel["python"] = python[0] if python else "311"
    return wheels, files


def work(folder, lock, wheels, files):
    progress = Progress(lock)
    lock.take()
    progress.start()
    missing = [file for file in files if not os.path.isdir(os.path.join(folder, file["tree"]))]
    trees = sorted({file["tree"] for file in missing})
    for tree in trees:
        os.makedirs(part_of(folder, tree), exist_ok=True)
    fetch_wheels(folder, wheels, missing, progress)
    for tree in trees:
        publish(folder, tree, [file for file in missing if file["tree"] == tree])
    remove(os.path.join(folder, PART))
    progress.ended.set()
    progress.join()
    say(done=progress.total, total=progress.total, wheel="")


def main(folder, who):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, stop)
    wheels, files = read_list(sys.stdin)
    os.makedirs(folder, exist_ok=True)
    lock = Lock(os.path.join(folder, PART + "-lock"), who)
    try:
        work(folder, lock, wheels, files)
        lock.release()
        say(is_there=True)
    except Failure as failure:
        own = os.path.join(folder, PART)
        if not any(name.endswith((".so", ".whl")) or ".so." in name for _, _, names in os.walk(own) for name in names):
            remove(own)  # where nothing can be fetched, nothing is left
        say(**failure.line)
    except OSError as problem:
        if problem.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        say(error="torch.disk_full", path=folder)
    except Stopped:
        sys.exit(130)
    finally:
        lock.release()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
