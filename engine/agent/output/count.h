// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in what programs print.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace trainyard::agent {

// More steps or tokens than any training counts. Sums of a few of them are integers, too, and a
// double holds each of them.
constexpr std::int64_t max_count = 9'000'000'000'000'000;

// Reads "10" from the front of "10/32", behind spaces. False if there is none, or one that is below
// zero or too large.
inline bool take_count(std::string_view& text, std::int64_t& count) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || count < 0 || count > max_count) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// The count that a number is; nothing for 1.5, -1 or infinity.
inline std::optional<std::int64_t> count_of(double number) {
  if (!(number >= 0) || number > static_cast<double>(max_count) || std::floor(number) != number)
    return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace trainyard::agent
