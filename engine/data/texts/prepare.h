// SPDX-License-Identifier: GPL-3.0-or-later
// From texts to prepared data: vocabulary loaded or trained, texts encoded and concatenated, splits
// written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/contract/experiment/data.h"
#include "engine/contract/experiment/tokenizer.h"
#include "engine/contract/result.h"
#include "engine/data/described_key.h"
#include "engine/data/prepared.h"
#include "engine/data/text_sources.h"
#include "engine/data/texts/texts.h"

namespace trainyard {

struct TextDataSettings {
  TextSources sources;
  // Without texts_per_group all texts of a split are one group, which is divided into rows of
  // sequence_length when it is read.
  DataSection data;
  std::optional<std::filesystem::path>
      tokenizer;             // file or folder; none: one is trained on the training texts
  TokenizerSection trained;  // settings for that
  // Maximum tokens per text, including special tokens; longer texts are truncated. None: no limit.
  std::optional<std::int64_t> longest_text;
  bool keep_texts_apart = false;   // one row per text, without groups
  bool is_streamed = false;        // texts are streamed for training: `sources` has none for it
  std::int64_t vocab_size = 8192;  // of a trained tokenizer
  // A given tokenizer must have a mask token; a trained one is BERT's WordPiece.
  bool needs_mask = false;
  int num_threads = 1;
};

// Returns everything that is wrong with the sources (the first 256 MiB of each, so that it takes
// seconds) and the tokenizer, without preparing anything.
std::vector<Error> check_text_sources(const TextDataSettings& settings);

// Creates `folder`, which must not exist, atomically: it is written under a temporary name next to
// it and renamed. Errors name file, line and offset (exit code 2), or what could not be written
// (exit code 3).
Result<PreparedData> prepare_text(const TextDataSettings& settings,
                                  const std::filesystem::path& folder,
                                  const PrepareProgress& progress);

// Returns what the result depends on: source_key(), and all fields of `data` and, if a tokenizer is
// trained, `tokenizer` that affect results, except those that are not used here.
Result<Map> text_key(const TextDataSettings& settings, const PrepareProgress& progress);
FieldNames fields_without_use(const TextDataSettings& settings);

// Trains only the tokenizer, into a folder.
Result<void> train_vocabulary(const TextDataSettings& settings, const std::filesystem::path& folder,
                              const PrepareProgress& progress);
// Adds to `key` what the trained tokenizer depends on besides the texts.
Result<void> add_vocabulary_key(const TextDataSettings& settings, Map& key);

}  // namespace trainyard
