// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/conll_parser.h"

#include <algorithm>
#include <utility>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {
constexpr const char* column_separators = " \t\r";
}  // namespace

ConllParser::ConllParser(const std::filesystem::path& file, RowKind rows, TakeRecord take)
    : file_(file), has_labels_(has_labels(rows)), take_(std::move(take)) {}

Result<void> ConllParser::add(std::string_view block) {
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\n'), block.size());
    text_ += block.substr(0, end);
    record_bytes_ += end;
    if (record_bytes_ > max_record_bytes)
      return record_error(file_, line_, make_error("record.too_long", {}));
    if (end == block.size()) return {};
    TRY(take_line());
    block.remove_prefix(end + 1);
  }
  return {};
}

Result<void> ConllParser::finish() {
  TRY(take_line());
  return end_text();
}

Result<void> ConllParser::take_line() {
  const std::string_view line = text_;
  const std::size_t first = line.find_first_not_of(column_separators);
  if (first == line.npos || line.starts_with("-DOCSTART-")) {
    TRY(end_text());
  } else {
    const std::size_t end = line.find_last_not_of(column_separators) + 1;
    const std::size_t word_end = std::min(line.find_first_of(column_separators, first), end);
    if (has_labels_ && word_end == end)
      return record_error(file_, line_, make_error("record.no_word_label", {}));
    if (record_.words.empty()) record_.line = line_;
    record_.words.emplace_back(line.substr(first, word_end - first));
    const std::size_t label = line.find_last_of(column_separators, end - 1) + 1;
    if (has_labels_) record_.labels.emplace_back(line.substr(label, end - label));
  }
  text_.clear();
  ++line_;
  return {};
}

Result<void> ConllParser::end_text() {
  record_bytes_ = 0;
  if (record_.words.empty()) return {};
  record_.file = &file_;
  return take_(std::exchange(record_, {}));
}

}  // namespace trainyard
