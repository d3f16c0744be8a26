# SPDX-License-Identifier: GPL-3.0-or-later
"""What the site's build does beside mkdocs: pages from outside of the help, a description of each page, llms.txt."""

import logging
import pathlib
import re
import sys

from mkdocs.structure.files import File

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import llms
import outside

log = logging.getLogger("mkdocs.hooks.trainyard")

FENCE = re.compile(r"^( *)```")
INSIDE = re.compile(r"^ {2,3}(?=\S)")
# A list or a table that became text, as an empty line before it is missing.
LOST = re.compile(r"<p>(?:(?!</p>).)*\n(?:[*-] |\d+\. |\|)", re.DOTALL)


def on_files(files, config):
    """Adds the pages of the repository that are not in the help's folder, and the files that pages link to."""
    pages = {f"{outside.HELP}/{file.src_uri}" for file in files.documentation_pages()} | set(outside.PAGES)
    linked = {target for page in pages for target in outside.linked_files(page, (outside.ROOT / page).read_text())}
    for path, place in outside.PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(outside.ROOT / path)))
    for path in sorted(linked):
        files.append(File.generated(config, outside.place_in_site(path), abs_src_path=str(outside.ROOT / path)))
    return files


def with_deeper_lists(text):
    """What is inside of a list's item stands four columns in for this reader of Markdown; two are enough for others."""
    lines, is_code, shift = [], False, ""
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if fence and not is_code:
            shift = " " * (4 - len(fence[1])) if len(fence[1]) in (2, 3) else ""
        lines.append(shift + line if is_code or fence else INSIDE.sub("    ", line))
        is_code ^= bool(fence)
    return "\n".join(lines)


def on_page_markdown(markdown, page, config, files):
    page.meta.setdefault("description", llms.first_sentence(markdown))
    here = next((path for path, place in outside.PAGES.items() if place == page.file.src_uri), None)
    return with_deeper_lists(outside.with_links_of_site(here or f"{outside.HELP}/{page.file.src_uri}", markdown))


def on_page_content(html, page, config, files):
    lost = LOST.search(re.sub(r"<pre.*?</pre>", "", html, flags=re.DOTALL))
    if lost:
        log.warning("%s: an empty line is missing before a list or a table: %s", page.file.src_uri, lost[0][-80:])


def on_nav(nav, config, files):
    config.extra["sections"] = nav.items


def on_post_build(config):
    llms.write(config)
