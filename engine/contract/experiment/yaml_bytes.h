// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a document's bytes before they are parsed as YAML, and maps byte offsets to lines and
// columns.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/contract/value.h"

namespace trainyard {

constexpr std::size_t kDocumentLimit = 1u << 20;

struct TextPlace {
  std::size_t offset = 0;    // in the whole text, including a byte order mark
  int line = 1, column = 1;  // columns count characters
};

struct ByteProblem {
  const char* code;
  Map arguments;
  TextPlace place;
};

// Returns the first reason not to parse the text: over 1 MiB, not UTF-8, or a control character
// other than tab, line feed and carriage return before a line feed.
std::optional<ByteProblem> check_bytes(std::string_view text);

// Lines and columns of byte offsets; fast for mostly ascending offsets. The text must outlive it.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);

  // The text without its byte order mark, as seen by the parser.
  std::string_view without_mark() const { return text_.substr(mark_); }

  // `offset` is relative to without_mark(); past the end means the end.
  TextPlace at(std::size_t offset);

 private:
  void count_column();  // of last_, relative to its line's start

  std::string_view text_;
  std::size_t mark_ = 0;
  TextPlace last_;
};

}  // namespace trainyard
