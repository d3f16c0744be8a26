// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes labelled texts as rows of tokens, like transformers' tokenizers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/labelled/labelled_record.h"
#include "engine/data/labelled/labels.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/split_writer.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

// Settings shared by all rows of a data set. It and what it refers to must outlive its encoders.
struct RowRules {
  const LabelledTextSettings& settings;
  const Labels& labels;
  Tokenizer tokenizer;     // for words, the pre-split variant
  PairTemplate parts;      // for single texts it lacks the second
  std::size_t num_around;  // number of special tokens added

  // Error: settings.data.sequence_length has no room for a token of each text.
  static Result<RowRules> create(const LabelledTextSettings& settings, const Labels& labels,
                                 const Tokenizer& tokenizer);
  std::int64_t num_token_types() const;
};

// One per thread.
class RowEncoder {
 public:
  RowEncoder(const RowRules& rules, std::size_t cache_bytes)
      : rules_(rules), encoder_(rules.tokenizer, cache_bytes) {}

  // Appends the row of a record. The first token of a word gets its label or, without labels, the
  // word's number from 0; its other tokens and special tokens get -100. Errors, with file and line:
  // an unknown label; no tokens at all.
  Result<void> encode(const LabelledRecord& record, EncodedRows& rows);

  // The number of records so far that were longer than a row, and of texts that start with the
  // token that is prepended to them.
  std::int64_t num_cut() const { return num_cut_; }
  std::int64_t num_begins_twice() const { return num_begins_twice_; }

 private:
  Result<void> encode_words(const LabelledRecord& record);
  void truncate();
  void put_together(EncodedRows& rows) const;
  Result<void> add_row_labels(const LabelledRecord& record, EncodedRows& rows) const;

  const RowRules& rules_;
  TextEncoder encoder_;
  std::vector<std::uint32_t> first_, second_;
  std::vector<std::int64_t> first_labels_;  // for words: one per token of first_
  std::int64_t num_cut_ = 0, num_begins_twice_ = 0;
};

}  // namespace trainyard
