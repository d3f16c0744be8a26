// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a text as lists of ids, with how often each pair of neighbours occurs: what BPE
// training picks its merges from. Counts and order of equal ones are those of the `tokenizers`
// library's trainer, its bookkeeping of pairs that appear a second time (after two ways to the same
// token) included.
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
    std::uint32_t words = 0;  // inner: index of its list of words
  };

  // Before the first take_best only.
  void add_word(std::span<const std::uint32_t> symbols, std::uint64_t count);

  // The pair with the highest count, of equal ones the one with the lowest ids; none when that
  // count is below `fewest`.
  std::optional<Pair> take_best(std::uint64_t fewest);
  // Replaces `pair`, as take_best gave it, by `result` in the words where it was seen.
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
        PairMap::none;  // index into word_lists_ of words where it newly appeared
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
