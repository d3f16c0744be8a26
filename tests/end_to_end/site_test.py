# SPDX-License-Identifier: GPL-3.0-or-later
"""The help as a site: it builds, loads nothing from elsewhere, lists itself for programs, and its search finds what newcomers ask for.

Long because `./dev docs` installs what builds it where that is not there yet, which needs a network.
"""

import html.parser
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from page_blocks import PAGES
from sandbox import SOURCE

SITE = SOURCE / "build/site"

# What somebody types who is new here, and the pages that answer: one of them is to be among the first three.
ASKED = {
    "resume": ["resuming"],
    "out of memory": ["troubleshooting"],
    "two factor": ["clusters"],
    "pending": ["clusters", "troubleshooting"],
    "tensorboard": ["trackers"],
    "deepspeed": ["importing"],
    "lora": ["training"],
    "sweep": ["search", "coming_from_wandb_sweeps"],
    "learning rate": ["training"],
    "job array": ["job_scripts"],
    "checkpoint": ["resuming", "training"],
    "rsync": ["clusters"],
    "quota": ["clusters"],
    "jupyter": ["tunnels"],
    "resubmit": ["resuming"],
    "early stopping": ["training"],
    "wandb": ["trackers", "coming_from_wandb_sweeps"],
    "multi node": ["clusters"],
    "gpu hours": ["clusters"],
    "password": ["clusters"],
}

# What a page shows or runs by itself, as opposed to what a reader may follow.
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "link": "href"}
NO_LOAD = {"canonical", "next", "prev", "alternate"}


def docs(*words, source=SOURCE):
    return subprocess.run([source / "dev", "docs", *words], capture_output=True, text=True, timeout=900, check=False)


class Loads(html.parser.HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get(LOADED.get(tag)) and values.get("rel") not in NO_LOAD:
            self.found.append(values[LOADED[tag]])


class TheSite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        built = docs()
        assert built.returncode == 0, built.stderr

    def test_every_page_is_there_and_listed(self):
        listed = (SITE / "llms.txt").read_text()
        self.assertRegex(listed, r"\A# Trainyard\n\n> \S.*\n\n## ")
        lines = re.findall(r"^- \[(.+)\]\((\S+)\): (.+)$", listed, re.MULTILINE)
        self.assertEqual(len(lines), len(re.findall(r"^- ", listed, re.MULTILINE)), "a page has no first sentence")
        names = {name for _, name, _ in lines}
        for page in PAGES[1:]:
            self.assertTrue((SITE / page.name).with_suffix(".html").exists(), page.name)
            self.assertIn(page.name, names)
        for name in names:
            self.assertTrue((SITE / name).read_text().strip(), name)

    def test_nothing_is_loaded_from_elsewhere(self):
        pages = sorted(SITE.glob("*.html"))
        self.assertGreater(len(pages), 30)
        for page in pages:
            loaded = Loads(page).found
            self.assertTrue(any(address.endswith("iframe-worker.js") for address in loaded), page.name)
            for address in loaded:
                self.assertNotRegex(address, r"^(\w+:)?//", page.name)
                if page.name != "404.html":  # its addresses begin at the server's root
                    self.assertTrue((SITE / address).is_file(), f"{page.name} loads {address}")
        for sheet in SITE.rglob("*.css"):
            self.assertNotRegex(sheet.read_text(), r"(@import|url\()\s*[\"']?(\w+:)?//", sheet.name)

    def test_the_search_finds_what_newcomers_ask_for(self):
        answers = docs("--find", *ASKED)
        self.assertEqual(answers.returncode, 0, answers.stderr)
        found = {line.split("\t")[0]: line.split("\t")[1:4] for line in answers.stdout.splitlines()}
        missed = {
            asked: found[asked]
            for asked, right in ASKED.items()
            if not {f"{page}.html" for page in right} & set(found[asked])
        }
        self.assertFalse(missed)

    def test_what_is_broken_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            shutil.copytree(SOURCE / "packaging", copy / "packaging")
            shutil.copytree(SOURCE / "resources/help", copy / "resources/help")
            for name in ("dev", "LICENSE", *(path.name for path in SOURCE.glob("*.md"))):
                shutil.copy(SOURCE / name, copy)
            page = copy / "resources/help/quickstart.md"
            text = page.read_text()
            for broken, said in (
                ("[there](nowhere.md)", "nowhere.md"),
                ("[there](clusters.md#nowhere)", "nowhere"),
                ("text\n* no list", "an empty line is missing"),
            ):
                page.write_text(f"{text}\n{broken}\n")
                refused = docs(source=copy)
                self.assertNotEqual(refused.returncode, 0, broken)
                self.assertIn(said, refused.stderr)
            page.write_text(text)
            (copy / "resources/help/forgotten.md").write_text("# Forgotten\n\nNobody finds it.\n")
            refused = docs(source=copy)
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn("forgotten.md", refused.stderr)


if __name__ == "__main__":
    unittest.main()
