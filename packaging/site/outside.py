# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages and files of the repository that are outside of the help, and links to them and from them."""

import pathlib
import posixpath
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
HELP = "resources/help"
# Of the repository: of the site.
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "packaging/dependencies.md": "dependencies.md",
}
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")


def place_in_site(path):
    """Where a file of the repository is in the site; what no page of its own has is in a folder of its path."""
    if path in PAGES:
        return PAGES[path]
    if path.startswith(HELP + "/"):
        return path.removeprefix(HELP + "/")
    # Without an ending a server could not tell that it is text.
    return "repository/" + (path if posixpath.splitext(path)[1] else path + ".txt")


def resolved(page, target):
    """The path in the repository that a link of a page leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), target))


def with_links_of_site(page, text):
    """The text of a page of the repository with links as they are in the site. A link to nowhere stays, for mkdocs to find."""

    def replaced(match):
        target = resolved(page, match[2])
        if not (ROOT / target).is_file():
            return match[0]
        return (
            match[1]
            + posixpath.relpath(place_in_site(target), posixpath.dirname(place_in_site(page)) or ".")
            + match[3]
        )

    return LINK.sub(replaced, text)


def linked_files(page, text):
    """What a page links to that is neither a page nor a file of the help: paths in the repository."""
    for match in LINK.finditer(text):
        target = resolved(page, match[2])
        if target not in PAGES and not target.startswith(HELP + "/") and (ROOT / target).is_file():
            yield target
