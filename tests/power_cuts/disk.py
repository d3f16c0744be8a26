# SPDX-License-Identifier: GPL-3.0-or-later
"""What a disk may hold after a power cut, from the journal that recorder.cpp wrote.

What was synced is there: a file's bytes by fsync of the file, a name by fsync of its folder. Of the rest anything may be there or not: of
a file's later writes some pages, of a folder's later changes some. A rename inside one folder happens whole or not at all. That is what
POSIX promises, and less than any one file system gives.
"""

import pathlib

PAGE = 4096
# What is left of unsynced work: nothing; all names but no bytes, as delayed allocation does it; the first so many calls; any of them.
MODES = ("nothing", "names", "first", "any")


class File:
    def __init__(self):
        self.synced, self.pending = b"", []

    def bytes_after(self, chance, mode):
        content = bytearray(self.synced)
        if mode in ("nothing", "names"):
            return content
        calls = self.pending if mode == "any" else self.pending[: chance.randint(0, len(self.pending))]
        for number, call in enumerate(calls):
            if call[0] == "truncate":
                if mode == "first" or chance.random() < 0.5:
                    resize(content, call[1])
                continue
            place, data = call[1:]
            if mode == "first":
                if number == len(calls) - 1:
                    data = data[: chance.randint(0, len(data))]
                put(content, place, data)
                continue
            for begin in range(place - place % PAGE, place + len(data), PAGE):
                if chance.random() < 0.5:
                    first = max(begin, place)
                    put(content, first, data[first - place : begin + PAGE - place])
        return content

    def sync(self):
        content = bytearray(self.synced)
        for call in self.pending:
            if call[0] == "truncate":
                resize(content, call[1])
            else:
                put(content, *call[1:])
        self.synced, self.pending = bytes(content), []


class Folder:
    def __init__(self):
        self.synced, self.now = {}, {}


def resize(content, length):
    del content[length:]
    content.extend(bytes(length - len(content)))


def put(content, place, data):
    if data:
        if len(content) < place:
            resize(content, place)
        content[place : place + len(data)] = data


def apply(names, name, node):
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node


def read_journal(path):
    """[(call, [argument...], data)]"""
    content, records, at = path.read_bytes(), [], 0
    while at < len(content):
        end = content.index(b"\n", at)
        call, *arguments, size = content[at:end].decode().split("\t")
        at = end + 1 + int(size)
        records.append((call, arguments, content[end + 1 : at]))
    return records


class Disk:
    """The disk under `root`, empty at first."""

    def __init__(self, root):
        self.root, self.tree = str(root), Folder()
        self.files = {}  # by inode number: the newest file that has it
        self.changes = []  # not synced yet: [[folder, name, node or None]...], one list a call
        self.notes = []

    def place(self, path):
        """(folder, name) of a path; nothing for one outside the root."""
        if not path.startswith(self.root + "/"):
            return None
        folder = self.tree
        *parts, name = path[len(self.root) + 1 :].split("/")
        for part in parts:
            folder = folder.now[part]
        return folder, name

    def change(self, *entries):
        for folder, name, node in entries:
            apply(folder.now, name, node)
        self.changes.append([list(entry) for entry in entries])

    def do(self, call, arguments, data):
        if call == "note":
            self.notes.append(arguments[0])
        elif call == "write":
            self.files[arguments[0]].pending.append(("write", int(arguments[1]), data))
        elif call == "truncate":
            self.files[arguments[0]].pending.append(("truncate", int(arguments[1])))
        elif call == "sync":
            self.files[arguments[0]].sync()
        elif call == "create":
            self.files[arguments[0]] = node = File()
            self.change((*self.place(arguments[1]), node))
        elif call == "mkdir":
            self.change((*self.place(arguments[0]), Folder()))
        elif call in ("unlink", "rmdir"):
            self.change((*self.place(arguments[0]), None))
        elif call in ("rename", "link", "exchange"):
            self.move(call, self.place(arguments[0]), self.place(arguments[1]))
        elif call == "sync-folder":
            self.sync_folder(arguments[1])
        else:
            raise ValueError(f"the journal has the unknown call {call}")

    def move(self, call, source, target):
        node = source[0].now[source[1]]
        other = {"rename": None, "link": node, "exchange": target[0].now.get(target[1])}[call]
        self.change((*source, other), (*target, node))

    def sync_folder(self, path):
        folder = self.tree
        if path != self.root:
            parent, name = self.place(path)
            folder = parent.now[name]
        for entries in self.changes:
            for entry in entries:
                if entry[0] is folder:
                    apply(folder.synced, entry[1], entry[2])
            entries[:] = [entry for entry in entries if entry[0] is not folder]
        self.changes = [entries for entries in self.changes if entries]

    def write_after_cut(self, target, chance, mode):
        """Builds below `target` (a new folder) what is there when the power comes back."""
        if mode == "nothing":
            kept = []
        elif mode == "names":
            kept = self.changes
        elif mode == "first":
            kept = self.changes[: chance.randint(0, len(self.changes))]
        else:
            kept = [entries for entries in self.changes if chance.random() < 0.5]
        names = {}
        for entries in kept:
            for folder, name, node in entries:
                apply(names.setdefault(id(folder), dict(folder.synced)), name, node)
        self.write_folder(self.tree, pathlib.Path(target), names, lambda file: file.bytes_after(chance, mode))

    def write_folder(self, folder, target, names, content_of):
        target.mkdir()
        for name, node in names.get(id(folder), folder.synced).items():
            if isinstance(node, Folder):
                self.write_folder(node, target / name, names, content_of)
            else:
                (target / name).write_bytes(content_of(node))
