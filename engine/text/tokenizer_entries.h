// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the readers of tokenizer files: their errors, the table of entries, and the list of
// merges.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/vocabulary.h"

namespace trainyard {

// The error code is that of the reason, or of what is not supported.
Error damaged_tokenizer(const std::string& file, const Error& reason);
Error damaged_tokenizer(const std::string& file, const char* code, Map arguments = {});
Error unsupported_tokenizer(const std::string& file, const char* code, Map arguments = {});

// An integer from 0 to max_token_id.
std::optional<std::uint32_t> token_id_of(const Value& value);

// Reads {"token": id, ...} into `ids`.
Result<void> read_vocab(const Map& vocab, const std::string& file, TokenIds& ids);

// Collects merges in order; if a pair occurs twice, the later one counts, as in the `tokenizers`
// library.
class MergeBuilder {
 public:
  MergeBuilder(Vocabulary& vocabulary, std::string file)
      : vocabulary_(vocabulary), file_(std::move(file)) {}

  Result<void> add(std::string_view left, std::string_view right);
  Result<void> add_line(std::string_view line);  // "left right"
  std::size_t count() const { return count_; }

 private:
  std::int64_t number() const { return static_cast<std::int64_t>(count_); }

  Vocabulary& vocabulary_;
  std::string file_;
  std::size_t count_ = 0;
  std::string joined_;
};

// Removes all but the last of equal pairs, keeping the order.
void keep_last_of_equal_merges(std::vector<BpeMerge>& merges);

}  // namespace trainyard
