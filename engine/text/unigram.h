// SPDX-License-Identifier: GPL-3.0-or-later
// The unigram language model (Kudo, 2018, 3.2): of all ways to split a word into entries, the one
// with the highest sum of scores. Ids as in the `tokenizers` library.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/text/byte_span.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// One per thread: keeps its buffers. The vocabulary must outlive it.
class UnigramSplitter {
 public:
  explicit UnigramSplitter(const Vocabulary& vocabulary);

  // Appends the ids of `word`, valid UTF-8, and the bytes of each to `spans` if given. Consecutive
  // characters that are not in the vocabulary become one unknown token, or their bytes if these are
  // entries. Time grows with the length times that of the longest entry.
  void split(std::string_view word, std::vector<std::uint32_t>& ids,
             std::vector<ByteSpan>* spans = nullptr);

 private:
  // The best way to split the text up to a byte: its score and its last piece.
  struct Ending {
    double score = 0;
    std::uint32_t begin = nowhere;
    std::uint32_t id = 0;
  };
  static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

  template <typename Take>
  void each_entry_at(std::string_view text, const Take& take) const;
  void offer(std::size_t begin, std::size_t size, double score, std::uint32_t id);
  void find_endings(std::string_view word);
  void append_piece(std::string_view piece, ByteSpan span, std::vector<std::uint32_t>& ids,
                    std::vector<ByteSpan>* spans) const;

  const Vocabulary& vocabulary_;
  double unknown_score_ = 0;
  std::vector<std::uint32_t> sorted_;  // entries sorted by their bytes
  std::vector<Ending> endings_;        // by byte
  std::vector<ByteSpan> pieces_;
};

}  // namespace trainyard
