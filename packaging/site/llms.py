# SPDX-License-Identifier: GPL-3.0-or-later
"""llms.txt (llmstxt.org): the site's pages with a sentence each, for programs that read; and each page as it was written, beside it."""

import html
import pathlib
import re

from mkdocs.structure.nav import Section
from mkdocs.structure.pages import Page


def paragraphs(markdown):
    """Those of a page that are prose: no headings, lists, tables, pictures, code."""
    for part in re.sub(r"^```.*?^```", "", markdown, flags=re.DOTALL | re.MULTILINE).split("\n\n"):
        lines = [line for line in part.strip().split("\n") if not line.startswith("#")]
        if lines and not re.match(r"[|!>]|[*-] |\d+\. ", lines[0]):
            yield " ".join(lines)


def first_sentence(markdown):
    text = next(paragraphs(markdown), "")
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text)
    # A point within `code.names` or numbers ends none.
    return re.split(r"(?<=[.:?])\s+(?=[A-Z`])", text)[0].rstrip(":").strip()


def pages_of(items):
    for item in items:
        if isinstance(item, Section):
            yield from pages_of(item.children)
        elif isinstance(item, Page):
            yield item


def listed(page):
    description = page.meta.get("description", "")
    return f"- [{html.unescape(page.title)}]({page.file.src_uri})" + (f": {description}" if description else "")


def write(config):
    """The file, and the pages' Markdown under their own names, which is what it links to."""
    site = pathlib.Path(config.site_dir)
    lines = [f"# {config.site_name}", "", f"> {config.site_description}"]
    for item in config.extra["sections"]:
        pages = list(pages_of([item]))
        lines += ["", f"## {item.title}", ""] + [listed(page) for page in pages]
        for page in pages:
            (site / page.file.src_uri).write_text(page.markdown)
    (site / "llms.txt").write_text("\n".join(lines) + "\n")
