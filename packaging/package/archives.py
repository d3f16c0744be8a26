# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives whose bytes follow from the files alone: sorted names, one date, no owners."""

import base64
import hashlib
import os
import pathlib
import stat
import subprocess
import tarfile
import zipfile

# The earliest that a zip file can say.
DATE = (1980, 1, 1, 0, 0, 0)
SECONDS = 315532800


def files_of(folder):
    """Files and links below a folder, by their paths there."""
    found = []
    for place, folders, names in os.walk(folder):
        links = [name for name in folders if (pathlib.Path(place) / name).is_symlink()]
        found += [pathlib.Path(place) / name for name in [*names, *links]]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def set_dates(folder):
    for path in [*folder.rglob("*"), folder]:
        os.utime(path, (SECONDS, SECONDS), follow_symlinks=False)


def write_tar(folder, name, target):
    """A .tar.xz in which everything is below the folder `name`."""

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = SECONDS
        return entry

    tar = target.with_suffix("")
    with tarfile.open(tar, "w", format=tarfile.GNU_FORMAT) as archive:
        for path in files_of(folder):
            archive.add(path, f"{name}/{path.relative_to(folder).as_posix()}", recursive=False, filter=plain)
    # Always as with several threads, whose number does not change the bytes, unlike one.
    subprocess.run(["xz", "--force", "--threads=2", "-6", tar], check=True)


class Wheel:
    """A zip file with the list that pip checks (RECORD)."""

    def __init__(self, target, record):
        self.archive = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record, self.lines = record, []

    def add(self, name, content, is_program=False):
        entry = zipfile.ZipInfo(name, DATE)
        entry.compress_type = zipfile.ZIP_DEFLATED
        mode = stat.S_IFREG | (0o755 if is_program else 0o644)
        entry.external_attr = mode << 16
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.lines.append(f"{name},sha256={digest},{len(content)}")

    def close(self):
        entry = zipfile.ZipInfo(self.record, DATE)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (stat.S_IFREG | 0o644) << 16
        self.archive.writestr(entry, "\n".join([*self.lines, f"{self.record},,"]) + "\n")
        self.archive.close()
