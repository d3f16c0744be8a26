# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the visible texts that a language has no translation for; they are shown in English. A warning, never a failure:
a new setting needs nobody who knows German. Usage: untranslated.py ROOT CONTRACT_TEXTS (build/gui/contract_texts.cpp).
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree


def contract_texts(source):
    """(context, text) of every QT_TRANSLATE_NOOP line."""
    lines = re.findall(r'QT_TRANSLATE_NOOP\("(\w+)", (".*")\);', source)
    return [(context, json.loads(literal)) for context, literal in lines]


def untranslated(texts, translations):
    """Those of `texts` without a finished translation, and what the file itself marks as unfinished."""
    finished, unfinished = set(), []
    for context in xml.etree.ElementTree.fromstring(translations).iter("context"):
        for message in context.iter("message"):
            key, translation = (context.findtext("name"), message.findtext("source")), message.find("translation")
            if translation.get("type") is None and (translation.text or len(translation)):
                finished.add(key)
            else:
                unfinished.append(key)
    return unfinished + [text for text in texts if text not in finished and text not in unfinished]


def main():
    root, source = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    texts = contract_texts(source.read_text(encoding="utf-8"))
    for file in sorted((root / "translations").glob("*.ts")):
        missing = untranslated(texts, file.read_text(encoding="utf-8"))
        for context, text in missing:
            print(f"warning: {file.relative_to(root)} has no translation of the text of {context}: {text}")
        print(
            f"{file.relative_to(root)}: {len(missing)} texts without a translation"
            + ("; `cmake --build build --target trainyard_lupdate` makes their places" if missing else "")
        )


if __name__ == "__main__":
    main()
