// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a text as lists of ids, with the count of each pair of neighbours, from which BPE
// training selects merges. Counts and the order of ties are those of the `tokenizers` library's
// trainer, including how it handles pairs that occur again (after two different ways to form the
// same token).
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "engine/text/pair_map.h"

namespace trainyard {

class MergeCounts {
 public:
  struct Pair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t words = 0;  // internal: index of its list of words
  };

  // Must be called before the first take_best.
  void add_word(std::span<const std::uint32_t> symbols, std::uint64_t count);

  // Returns the pair with the highest count, for ties the one with the lowest ids; nothing if that
  // count is below `fewest`.
  std::optional<Pair> take_best(std::uint64_t fewest);
  // Replaces `pair`, as returned by take_best, by `result` in the words that contain it.
  void merge(const Pair& pair, std::uint32_t result);

 private:
  struct Word {
    std::size_t begin;  // in symbols_
    std::uint32_t length;
    std::int64_t count;
  };
  struct PairState {
    std::int64_t count = 0;
    std::uint32_t new_words =
        PairMap::none;  // index into word_lists_ for words in which it newly occurs
  };
  struct Entry {
    std::uint64_t count;
    std::uint64_t key;
    std::uint32_t words;
    bool operator<(const Entry& other) const {
      return count != other.count ? count < other.count : key > other.key;
    }
  };

  std::uint32_t state_of(std::uint32_t left, std::uint32_t right);
  void change(std::uint32_t left, std::uint32_t right, std::int64_t by, std::uint32_t word);
  void merge_word(std::uint32_t word, const Pair& pair, std::uint32_t result);
  void queue_new();

  std::vector<std::uint32_t> symbols_;
  std::vector<Word> words_;
  PairMap index_of_;  // pair -> states_
  std::vector<PairState> states_;
  std::vector<std::vector<std::uint32_t>> word_lists_;
  std::vector<std::uint64_t> new_pairs_;  // keys of pairs with new words since the last queue_new()
  std::priority_queue<Entry> queue_;
};

}  // namespace trainyard
