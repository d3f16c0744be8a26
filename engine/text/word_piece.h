// SPDX-License-Identifier: GPL-3.0-or-later
// WordPiece: the longest entry at the start of a word, then its longest continuation, and so on.
// Ids as in the `tokenizers` library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/byte_span.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// One per thread: keeps its buffer. The vocabulary must outlive it.
class WordPieceSplitter {
 public:
  explicit WordPieceSplitter(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // Appends the ids of `word`, valid UTF-8: only the unknown token if a part of it is not an entry
  // or it is too long; none for white space. The bytes of each go to `spans` if given.
  void split(std::string_view word, std::vector<std::uint32_t>& ids,
             std::vector<ByteSpan>* spans = nullptr);

 private:
  const Vocabulary& vocabulary_;
  std::string piece_;
};

}  // namespace trainyard
