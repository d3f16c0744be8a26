# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a WordPiece vocabulary is one that the `tokenizers` library may learn.

Among pairs that are seen equally often the library decides by the order of its hash tables, differently in each of its runs, and one choice
changes those after it: two of its vocabularies differ in up to 3 % of their entries. What it promises is looked at instead: each entry joins a
pair of which no other is seen more often at that moment (Sennrich et al. 2016, algorithm 1).
"""

import collections
import heapq
import itertools

from tokenizers import BertWordPieceTokenizer

PREFIX = "##"


def joined(pair):
    return pair[0] + pair[1].removeprefix(PREFIX)


class Words:
    """Words as pieces, how often each pair of neighbours is seen, and in which words."""

    def __init__(self, texts, lowercase):
        tokenizer = BertWordPieceTokenizer(lowercase=lowercase)
        counts = collections.Counter(
            word
            for text in texts
            for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(text))
        )
        self.words = [[word[0], *(PREFIX + letter for letter in word[1:])] for word in counts]
        self.times = list(counts.values())
        self.seen = collections.Counter()
        self.places = collections.defaultdict(set)
        self.order = []  # of pairs by how often they were seen at some time; what is not so any more is passed over
        for number in range(len(self.words)):
            self.count(number, 1)

    def count(self, number, sign):
        word = self.words[number]
        for pair in itertools.pairwise(word):
            self.seen[pair] += sign * self.times[number]
            self.places[pair].add(number)
            heapq.heappush(self.order, (-self.seen[pair], pair))

    def join(self, pair):
        for number in self.places.pop(pair):
            self.count(number, -1)
            word, pieces = self.words[number], []
            for piece in word:
                if pieces and (pieces[-1], piece) == pair:
                    pieces[-1] = joined(pair)
                else:
                    pieces.append(piece)
            self.words[number] = pieces
            self.count(number, 1)

    def best(self):
        """The pairs that are seen most often, and how often."""
        pairs, most = set(), 0
        while self.order and -self.order[0][0] >= max(most, 1):
            count, pair = heapq.heappop(self.order)
            if self.seen[pair] == -count:
                pairs.add(pair)
                most = -count
        for pair in pairs:
            heapq.heappush(self.order, (-most, pair))
        return sorted(pairs), most


def check_word_pieces(entries, texts, special_tokens, min_frequency=2, lowercase=True):
    """`entries`: the vocabulary in the order of its ids. Gives how many of them join pairs."""
    words = Words(texts, lowercase)
    letters = {piece for word in words.words for piece in word}
    bare = {letter.removeprefix(PREFIX) for letter in letters}
    assert entries[: len(special_tokens)] == special_tokens, entries[: len(special_tokens)]
    there = set(special_tokens)
    learnt = 0
    for entry in entries[len(special_tokens) :]:
        if len(entry.removeprefix(PREFIX)) == 1:
            assert not learnt and entry.removeprefix(PREFIX) in bare, (
                f"{entry!r} is no letter of the texts, or comes after joined pairs"
            )
            there.add(entry)
            continue
        while True:
            pairs, most = words.best()
            assert most >= min_frequency, f"{entry!r}: no pair is seen {min_frequency} times any more"
            pair = next((pair for pair in pairs if joined(pair) == entry), None)
            known = next((pair for pair in pairs if joined(pair) in there), None)
            assert pair or known, f"{entry!r} joins a pair seen less than {most} times, as {pairs[0]} is"
            words.join(pair or known)
            if pair:
                break
        there.add(entry)
        learnt += 1
    assert letters <= there, sorted(letters - there)[:9]
    return learnt
