// SPDX-License-Identifier: GPL-3.0-or-later
// Words with labels as the CoNLL tasks have them.
#pragma once

#include <string>

#include "engine/data/labelled/record_parser.h"

namespace trainyard {

// A word a line: columns separated by blanks or tabs, the word in the first and its label, where
// the rows have some, in the last; an empty line ends a text. Lines that begin with -DOCSTART- end
// one too and are left out.
class ConllParser final : public RecordParser {
 public:
  // `file` outlives the parser.
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
  std::string text_;  // of the line, as far as it is read
  LabelledRecord record_;
};

}  // namespace trainyard
