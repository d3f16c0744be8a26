// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a printed line into words, numbers and punctuation, and gives the line's shape: lines that
// differ in nothing but numbers, times and paths have the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::agent {

enum class TokenKind : std::uint8_t {
  word,
  number,
  ratio,   // 3/12, 3 / 12: two counts
  opaque,  // a time, a date, a duration, a version, a path, an identifier: never a value
  rule,    // a run such as "-----" or "====>....": a line under a header, or a bar
  mark     // one character of punctuation
};

enum class UnitKind : std::uint8_t { none, time, size, percent, rate, other };

struct LineToken {
  TokenKind kind = TokenKind::mark;
  UnitKind unit_kind = UnitKind::none;
  char mark = 0;                // '|' and '-' also for the lines and dashes of Unicode
  bool is_whole = false;        // a number without a point or an exponent
  bool is_missing = false;      // "None", "n/a": stands where a number would
  std::uint8_t space = 0;       // spaces before it; a tab counts as 8
  double value = 0, total = 0;  // of a number; of both counts of a ratio
  std::string_view text;
  std::string_view unit;  // "ms", "%", "it/s", "MB"; empty: none
};

class LineTokens {
 public:
  // More is not a line that tells of a training.
  static constexpr std::size_t max_line_bytes = 2000, max_tokens = 400;

  // False for a line that is too long to be looked at. The tokens' text lies in this object.
  bool read(std::string_view line);

  const std::vector<LineToken>& tokens() const { return tokens_; }
  std::string_view plain() const { return line_; }
  bool has_number() const { return has_number_; }
  std::uint64_t shape() const;

 private:
  void take(std::string_view& rest, std::uint8_t space);
  void take_number(std::string_view& rest, std::uint8_t space);
  void take_infinite(std::string_view& rest, std::uint8_t space);
  bool take_count(std::string_view& rest, LineToken& number);
  void take_word(std::string_view& rest, std::uint8_t space);
  void take_mark(std::string_view& rest, std::uint8_t space);
  bool take_rule(std::string_view& rest, std::uint8_t space);
  void join_durations();
  void take_unit(std::string_view& rest, LineToken& number);
  void take_attached_unit(std::string_view& rest, LineToken& number, std::string_view word);
  void add_opaque(std::string_view& rest, std::size_t length, std::uint8_t space);
  void add_word(std::string_view text, std::uint8_t space);
  LineToken& add(TokenKind kind, std::string_view text, std::uint8_t space);

  std::string line_;
  std::vector<LineToken> tokens_;
  bool has_number_ = false;
};

// Copies `line` without escape sequences of terminals and other control characters, and without
// what is written over behind backspaces.
void append_plain(std::string& plain, std::string_view line);

}  // namespace trainyard::agent
