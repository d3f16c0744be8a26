# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of `yard import-runs` have in common: a folder `old` with what trackers have left, and what is imported of it."""

import json
import unittest

from sandbox import Sandbox


class ImportedHistory(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.root = self.box.work / "old"
        self.root.mkdir()

    def take(self, *paths):
        return json.loads(self.box.must("yard", "import-runs", *(paths or [self.root]), "--json"))

    def counts(self):
        answer = self.take()
        return answer["added"], answer["updated"], answer["known"]

    def curves(self, run):
        found = {}
        for point in json.loads(self.box.must("yard", "metrics", run, "--json")):
            found.setdefault(point["metric"], []).append((point.get("step"), float(point["value"])))
        return found

    def by_name(self):
        return {run["name"]: run for run in self.box.runs()}

    def names(self, *words):
        return sorted(run["name"] for run in json.loads(self.box.must("yard", "runs", "--json", "--filter", *words)))

    def state_of_files(self):
        return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in self.root.rglob("*") if path.is_file()}
