# SPDX-License-Identifier: GPL-3.0-or-later
"""A package index on the loopback address, as pip reads it, and wheels for it.

with PackageIndex(folder) as index:
    environment |= index.variables
    index.at(5000, action)  # once so many more bytes of wheels were served
"""

import functools
import hashlib
import http.server
import pathlib
import threading
import zipfile

CHUNK = 1 << 16


def write_wheel(folder, wheel, contents):
    """The wheel of a list (torch_trees.json) with these contents, {path: bytes or file}. Returns the list's entry for it."""
    path = folder / wheel["file"]
    name = f"{wheel['distribution'].replace('-', '_')}-{wheel['version']}"
    described = f"Metadata-Version: 2.1\nName: {wheel['distribution']}\nVersion: {wheel['version']}\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for place, content in contents.items():
            if isinstance(content, bytes):
                archive.writestr(place, content)
            else:
                archive.write(content, place)
        archive.writestr(f"{name}.dist-info/METADATA", described)
        archive.writestr(f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\n")
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return wheel | {"bytes": path.stat().st_size, "sha256": digest}


class PackageIndex:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.lock = threading.Lock()
        self.served, self.limit, self.action = 0, None, None

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Answer, self))
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)

    @property
    def variables(self):
        return variables(self.server.server_port)

    def at(self, more, action):
        """`action` returns whether the connection is cut, too."""
        with self.lock:
            self.limit, self.action = self.served + more, action

    def count(self, number):
        """Returns whether to go on."""
        with self.lock:
            self.served += number
            if self.limit is None or self.served < self.limit:
                return True
            action, self.limit = self.action, None
        return not action()


def variables(port):
    """What makes pip use the index at this port, and nothing else that a machine is set up with."""
    return {
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_INDEX_URL": f"http://127.0.0.1:{port}/simple",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_NO_INDEX": "0",
        "no_proxy": "127.0.0.1",
    }


class Answer(http.server.BaseHTTPRequestHandler):
    def __init__(self, index, *arguments):
        self.index = index
        super().__init__(*arguments)

    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = [part for part in self.path.split("/") if part]
        if parts[0] == "simple":
            prefix = parts[1].replace("-", "_") + "-"
            names = sorted(path.name for path in self.index.folder.glob("*.whl") if path.name.startswith(prefix))
            page = "".join(f'<a href="/wheels/{name}">{name}</a>\n' for name in names).encode()
            self.begin("text/html", len(page))
            self.wfile.write(page)
        else:
            self.send(self.index.folder / parts[1])

    def begin(self, kind, size):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(size))
        self.end_headers()

    def send(self, path):
        self.begin("application/octet-stream", path.stat().st_size)
        with open(path, "rb") as file:
            while block := file.read(CHUNK):
                if not self.index.count(len(block)):
                    self.close_connection = True
                    return
                try:
                    self.wfile.write(block)
                except OSError:
                    return
