// SPDX-License-Identifier: GPL-3.0-or-later
// Byte pair encoding of one word: applies the merge of lowest rank first, the leftmost in case of a
// tie, until none applies.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/text/byte_span.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// One per thread: keeps its buffers. The vocabulary must outlive it.
class WordMerger {
 public:
  explicit WordMerger(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // Appends the ids of `word` (any bytes, fewer than 2^32) to `ids`, and the bytes of each to
  // `spans` if given. Time n log n.
  void merge(std::string_view word, std::vector<std::uint32_t>& ids,
             std::vector<ByteSpan>* spans = nullptr);

 private:
  struct Symbol {
    std::uint32_t id;
    std::uint32_t rank;  // of the merge with the next symbol
    std::uint32_t next;  // positions of the neighbours (long words)
    std::uint32_t previous;
    std::uint32_t size;  // in bytes of the word
  };
  struct Candidate {
    std::uint32_t rank;
    std::uint32_t position;
    // The heap's top is the lowest rank, the leftmost in case of a tie.
    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : position > other.position;
    }
  };

  std::uint32_t rank_of(std::uint32_t left, std::uint32_t right) const {
    return vocabulary_.merge_of_pair.find(left, right);
  }
  // Set the symbols of a word before any merge.
  void start_bytes(std::string_view word);
  void start_characters(std::string_view word);
  void append_unknown(std::string_view character);
  void push(std::uint32_t id, std::size_t size);
  void merge_short();
  void merge_long();
  void offer(std::uint32_t position);
  void merge_at(std::uint32_t position);

  const Vocabulary& vocabulary_;
  std::vector<Symbol> symbols_;
  std::vector<Candidate> heap_;
  bool is_unknown_last_ = false;
};

}  // namespace trainyard
