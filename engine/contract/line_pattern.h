// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern by which numbers are read from a printed line: text with placeholders, as in
// "iter {step}: loss {loss}, {*} lr {lr}". It is no regular expression, so no pattern can take
// long.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

class LinePattern {
 public:
  static constexpr std::size_t max_bytes = 500;

  using Values = std::vector<std::pair<std::string, double>>;

  // {NAME} stands for a number (digits, an exponent, nan, inf) and {*} for any text, the shortest
  // that fits. A NAME has letters, digits and _ . / @ - and begins with a letter or _. Spaces stand
  // for any number of spaces or tabs, at least one; every other character stands for itself, other
  // braces, too. Errors: "pattern.too_long", "pattern.line_break", "pattern.side_by_side",
  // "pattern.name_twice", "pattern.no_value".
  static Result<LinePattern> parse(std::string_view text);

  // The numbers of the first place in `line` that fits, by their names, in the pattern's order;
  // nothing if there is none. A pattern that ends with a number reads all of that number.
  std::optional<Values> match(std::string_view line) const;

  // The names of all numbers, in the pattern's order.
  std::vector<std::string> names() const;

 private:
  struct Part {
    enum class Kind { literal, number, any } kind;
    std::string text;  // of a literal: its text; of a number: its name
  };

  bool match_from(std::string_view line, std::size_t at, std::size_t part, Values& values,
                  int& tries) const;

  std::vector<Part> parts_;
};

// The number at the beginning of `text` and its length in bytes: "-1.5e-3", ".5", "nan", "-inf",
// "Infinity"; nothing if there is none, or if letters or digits follow a word such as "nan".
std::optional<std::pair<double, std::size_t>> number_at(std::string_view text);

}  // namespace trainyard
