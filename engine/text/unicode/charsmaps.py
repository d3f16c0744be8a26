# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes maps of characters in SentencePiece's format (precompiled_charsmap), to ask the `tokenizers` library with."""

import struct


def charsmap(replacements):
    """The bytes of a map of {key as bytes: text}: a trie as a double array, and the texts. Each node has 256 units, at most 8000 nodes."""
    texts, values = b"", {}
    for text in sorted(set(replacements.values())):
        values[text] = len(texts)
        texts += text.encode() + b"\0"
    children = [{}]
    ends = {}
    for key, text in replacements.items():
        node = 0
        for byte in key:
            if byte not in children[node]:
                children[node][byte] = len(children)
                children.append({})
            node = children[node][byte]
        ends[node] = values[text]
    assert len(children) <= 8000, "too many nodes for short offsets"
    units = [0] * (256 * (len(children) + 1))
    # A node's unit says where its block of children begins, whose unit 0 is the value of the key that ends there.
    place = {0: 0}
    for node, followers in enumerate(children):
        block = 256 * (node + 1)
        units[place[node]] |= (place[node] ^ block) << 10 | (node in ends) << 8
        if node in ends:
            units[block] = ends[node] | 1 << 31
        for byte, child in followers.items():
            place[child] = block ^ byte
            units[place[child]] = byte
    return struct.pack(f"<I{len(units)}I", 4 * len(units), *units) + texts
