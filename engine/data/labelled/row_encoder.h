// SPDX-License-Identifier: GPL-3.0-or-later
// Labelled texts as rows of tokens, as transformers' tokenizers make them.
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

// What is the same for all rows of some data. It and what it refers to outlive its encoders.
struct RowRules {
  const LabelledTextSettings& settings;
  const Labels& labels;
  Tokenizer tokenizer;     // of words the one for them
  PairTemplate parts;      // of one text it lacks the second
  std::size_t num_around;  // tokens that are put around

  // Error: settings.data.sequence_length leaves no room for a token of each text.
  static Result<RowRules> create(const LabelledTextSettings& settings, const Labels& labels,
                                 const Tokenizer& tokenizer);
  std::int64_t num_token_types() const;
};

// One per thread.
class RowEncoder {
 public:
  RowEncoder(const RowRules& rules, std::size_t cache_bytes)
      : rules_(rules), encoder_(rules.tokenizer, cache_bytes) {}

  // Appends the row of a record. The first token of a word has its label, or without labels the
  // word's number from 0; its others and those put around have -100. Errors, with file and line: a
  // label that is not known; no token at all.
  Result<void> encode(const LabelledRecord& record, EncodedRows& rows);

  // Records so far that were longer than a row, and texts that begin with the token that is put
  // before them.
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
  std::vector<std::int64_t> first_labels_;  // a token of first_, of words
  std::int64_t num_cut_ = 0, num_begins_twice_ = 0;
};

}  // namespace trainyard
