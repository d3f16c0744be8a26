// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and tokenizes texts in a thread of its own, ahead of the training.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/experiment/data.h"
#include "engine/contract/result.h"
#include "engine/data/texts/encode.h"
#include "engine/data/read_ahead.h"
#include "engine/data/streams/buffer_shuffle.h"

namespace trainyard {

struct StreamedTexts {
  std::vector<std::filesystem::path> files;
  DataSection data;
  Tokenizer tokenizer;
};

// One pass over the files. Memory: a few batches of some MB, or the longest text.
class TextsAhead {
 public:
  // Starts at the text with this number; those before it are read, but not tokenized. `texts` must
  // outlive the object.
  TextsAhead(const StreamedTexts& texts, std::int64_t first);

  // Returns the tokens of the next text; false after the last. Errors: those of TextFile, also for
  // what is not text, and of walk_texts.
  Result<bool> next(TokenRow& ids);

  // How much of the files has been read up to that text, a function of its number.
  double share_read() const;

 private:
  struct Batch {
    EncodedTexts texts;
    std::vector<double> shares_read;  // for each of them
  };
  static Result<void> tokenize(const StreamedTexts& texts, std::int64_t first,
                               ReadAhead<Batch>& batches);

  Batch batch_;
  std::size_t used_ = 0;  // texts of it
  ReadAhead<Batch> batches_;
};

}  // namespace trainyard
