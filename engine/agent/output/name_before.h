// SPDX-License-Identifier: GPL-3.0-or-later
// What stands before a number in a line: its name, and what separates them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/agent/output/line_tokens.h"

namespace trainyard::agent {

// The tokens of a line, of which some are taken.
class TokenView {
 public:
  explicit TokenView(const std::vector<LineToken>& tokens) : tokens_(tokens) {}

  bool is_mark(std::size_t i, std::string_view marks) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::mark &&
           marks.find(tokens_[i].mark) != marks.npos;
  }
  bool is_word(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::word;
  }
  bool is_number(std::size_t i) const {
    return i < tokens_.size() &&
           (tokens_[i].kind == TokenKind::number || tokens_[i].kind == TokenKind::ratio);
  }

 protected:
  const std::vector<LineToken>& tokens_;
};

bool is_log_level(std::string_view word);
// "is", "was": between a name and its value.
bool joins(std::string_view word);

// What stands before a number.
struct NameBefore {
  std::vector<std::string_view> words;
  std::size_t first = 0;       // the first token that belongs to it
  bool has_separator = false;  // ':' or '='
  char bracket = 0;            // opened directly before the number
  std::string_view unit;       // "ms" of "time (ms)"
  bool is_empty() const { return words.empty(); }
};

// Of the number at this token, from the first one that is not `taken` by an earlier value.
NameBefore name_before(const std::vector<LineToken>& tokens, std::size_t taken, std::size_t number);

}  // namespace trainyard::agent
