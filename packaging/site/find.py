# SPDX-License-Identifier: GPL-3.0-or-later
"""What the site's search box answers: find.py SITE QUERY... prints a line a query: the query, then its pages, best first.

The index is the site's own, and scores are computed as the theme's worker does (src/templates/assets/javascripts/integrations/search of
mkdocs-material 9): each word is the beginning of one, sections count for their page, and a page's own part and a part with all words count more.
"""

import html
import json
import pathlib
import re
import sys

from lunr import get_default_builder
from lunr.stop_word_filter import stop_word_filter


def words(text, separator):
    return [word for word in re.split(separator, html.unescape(re.sub(r"<[^>]*>", " ", text)).lower()) if word]


class Search:
    def __init__(self, site):
        found = json.loads((pathlib.Path(site) / "search/search_index.json").read_text())
        config = found["config"]
        self.separator = config["separator"]
        builder = get_default_builder()
        builder.pipeline.reset()
        builder.search_pipeline.reset()
        assert config["pipeline"] == ["stopWordFilter"], config["pipeline"]
        builder.pipeline.add(stop_word_filter)
        builder.ref("location")
        builder.b(0)
        for name in ("title", "text"):
            builder.field(name, boost=config["fields"][name]["boost"])
        for document in found["docs"]:
            builder.add(
                {
                    "location": document["location"],
                    "title": words(document["title"], self.separator),
                    "text": words(document["text"], self.separator),
                },
                {"boost": document.get("boost", 1)},
            )
        self.index = builder.build()

    def pages(self, query):
        """Pages of the site for a query, best first."""
        asked = words(query, self.separator)
        scores = {}
        for result in self.index.search(" ".join(word + "*" for word in asked)):
            met = result["match_data"].metadata
            matched = sum(any(term.startswith(word) for term in met) for word in asked)
            page, _, section = result["ref"].partition("#")
            boost = (not section) + matched / len(asked)
            scores[page] = max(scores.get(page, 0), result["score"] * (1 + boost**2))
        return sorted(scores, key=scores.get, reverse=True)


if __name__ == "__main__":
    search = Search(sys.argv[1])
    for query in sys.argv[2:]:
        print(query, *search.pages(query), sep="\t")
