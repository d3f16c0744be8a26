// SPDX-License-Identifier: GPL-3.0-or-later
// Words with labels in the format of the CoNLL shared tasks.
#pragma once

#include <string>

#include "engine/data/labelled/record_parser.h"

namespace trainyard {

// One word per line: columns separated by blanks or tabs, with the word in the first and its label,
// if there are labels, in the last; an empty line ends a text. Lines starting with -DOCSTART- also
// end one and are skipped.
class ConllParser final : public RecordParser {
 public:
  // `file` must outlive the parser.
  ConllParser(const std::filesystem::path& file, RowKind rows, TakeRecord take);

  Result<void> add(std::string_view block) override;
  Result<void> finish() override;

 private:
  Result<void> take_line();
  Result<void> end_text();

  const std::filesystem::path& file_;
  const bool has_labels_;
  TakeRecord take_;
  std::int64_t line_ = 1;
  std::size_t record_bytes_ = 0;
  std::string text_;  // of the line, as far as it has been read
  LabelledRecord record_;
};

}  // namespace trainyard
