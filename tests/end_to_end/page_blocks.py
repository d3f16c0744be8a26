# SPDX-License-Identifier: GPL-3.0-or-later
"""What the help pages and the README have between their fences: commands, files with a name, documents."""

import re

from sandbox import SOURCE

PAGES = [SOURCE / "README.md", *sorted((SOURCE / "resources/help").glob("*.md"))]

BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
# A line that begins with the file's name and ends with a colon, then what the file holds.
NAMED = re.compile(r"^`([\w.-]+\.\w+)`[^\n]*:\n\n```(?:bash|json|python|yaml)\n(.*?)```", re.MULTILINE | re.DOTALL)
DOCUMENT = re.compile(r"```yaml\n(.*?)```", re.DOTALL)


def command_lines(page):
    """The commands of a page's blocks, continued lines joined, without comments."""
    for block in BLOCK.findall(page.read_text()):
        for line in block.replace("\\\n", " ").splitlines():
            command = re.sub(r"\s+#.*", "", line).strip()
            if re.match(r"(build/bin/)?(yard|engine)\b|\./dev\b", command):
                yield re.sub(" +", " ", command)


def named_files(page):
    """{name: text} of the files that a page shows whole."""
    return dict(NAMED.findall(page.read_text()))


def documents(page):
    """The YAML blocks of a page: a whole document, or sections of one."""
    return DOCUMENT.findall(page.read_text())
