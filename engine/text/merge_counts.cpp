// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/merge_counts.h"

#include <utility>

namespace trainyard {

std::uint32_t MergeCounts::state_of(std::uint32_t left, std::uint32_t right) {
  const auto next = static_cast<std::uint32_t>(states_.size());
  const std::uint32_t index = index_of_.at_or_insert(left, right, next);
  if (index == next) states_.emplace_back();
  return index;
}

void MergeCounts::change(std::uint32_t left, std::uint32_t right, std::int64_t by,
                         std::uint32_t word) {
  PairState& state = states_[state_of(left, right)];
  state.count += by;
  if (by < 0) return;
  if (state.new_words == PairMap::none) {
    state.new_words = static_cast<std::uint32_t>(word_lists_.size());
    word_lists_.emplace_back();
    new_pairs_.push_back(PairMap::key(left, right));
  }
  // A word's changes are consecutive, so checking the last entry avoids duplicates.
  auto& list = word_lists_[state.new_words];
  if (list.empty() || list.back() != word) list.push_back(word);
}

void MergeCounts::add_word(std::span<const std::uint32_t> symbols, std::uint64_t count) {
  const auto word = static_cast<std::uint32_t>(words_.size());
  words_.push_back({.begin = symbols_.size(),
                    .length = static_cast<std::uint32_t>(symbols.size()),
                    .count = static_cast<std::int64_t>(count)});
  symbols_.insert(symbols_.end(), symbols.begin(), symbols.end());
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i)
    change(symbols[i], symbols[i + 1], static_cast<std::int64_t>(count), word);
}

void MergeCounts::queue_new() {
  for (const std::uint64_t key : new_pairs_) {
    PairState& state = states_[index_of_.find(static_cast<std::uint32_t>(key >> 32),
                                              static_cast<std::uint32_t>(key))];
    const std::uint32_t words = std::exchange(state.new_words, PairMap::none);
    if (state.count > 0) {
      queue_.push({.count = static_cast<std::uint64_t>(state.count), .key = key, .words = words});
    } else {
      std::vector<std::uint32_t>().swap(word_lists_[words]);
    }
  }
  new_pairs_.clear();
}

std::optional<MergeCounts::Pair> MergeCounts::take_best(std::uint64_t fewest) {
  queue_new();
  while (!queue_.empty()) {
    Entry top = queue_.top();
    const Pair pair{.left = static_cast<std::uint32_t>(top.key >> 32),
                    .right = static_cast<std::uint32_t>(top.key),
                    .words = top.words};
    const auto count =
        static_cast<std::uint64_t>(states_[index_of_.find(pair.left, pair.right)].count);
    if (top.count == count && count < fewest) return std::nullopt;
    queue_.pop();
    if (top.count == count) return pair;
    top.count = count;
    queue_.push(top);
  }
  return std::nullopt;
}

void MergeCounts::merge_word(std::uint32_t word_index, const Pair& pair, std::uint32_t result) {
  Word& word = words_[word_index];
  std::uint32_t* symbols = symbols_.data() + word.begin;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < word.length; ++i) {
    if (symbols[i] != pair.left || i + 1 >= word.length || symbols[i + 1] != pair.right) {
      symbols[kept++] = symbols[i];
      continue;
    }
    if (kept > 0) {
      change(symbols[kept - 1], pair.left, -word.count, word_index);
      change(symbols[kept - 1], result, word.count, word_index);
    }
    if (i + 2 < word.length) {
      change(pair.right, symbols[i + 2], -word.count, word_index);
      change(result, symbols[i + 2], word.count, word_index);
    }
    symbols[kept++] = result;
    ++i;
  }
  word.length = kept;
}

void MergeCounts::merge(const Pair& pair, std::uint32_t result) {
  const std::vector<std::uint32_t> words = std::exchange(word_lists_[pair.words], {});
  for (const std::uint32_t word : words) merge_word(word, pair, result);
}

}  // namespace trainyard
