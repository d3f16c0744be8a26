// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes single words with the model of a vocabulary.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/text/byte_span.h"
#include "engine/text/unigram.h"
#include "engine/text/vocabulary.h"
#include "engine/text/word_merger.h"
#include "engine/text/word_piece.h"

namespace trainyard {

// One per thread: keeps its buffers. The vocabulary must outlive it.
class WordEncoder {
 public:
  explicit WordEncoder(const Vocabulary& vocabulary)
      : vocabulary_(vocabulary),
        merger_(vocabulary),
        word_piece_(vocabulary),
        unigram_(vocabulary) {}

  // Appends the ids of `word`, and the bytes of each to `spans` if given.
  void encode(std::string_view word, std::vector<std::uint32_t>& ids,
              std::vector<ByteSpan>* spans = nullptr);

 private:
  const Vocabulary& vocabulary_;
  WordMerger merger_;
  WordPieceSplitter word_piece_;
  UnigramSplitter unigram_;
};

}  // namespace trainyard
