// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/iso_time.h"

#include <charconv>
#include <cstddef>
#include <ctime>

namespace trainyard {
namespace {

bool take(std::string_view& text, char letter) {
  if (!text.starts_with(letter)) return false;
  text.remove_prefix(1);
  return true;
}

// The next `digits` digits as a number of at most `limit`.
std::optional<int> take_number(std::string_view& text, std::size_t digits, int limit) {
  int number = 0;
  if (text.size() < digits) return std::nullopt;
  for (const char letter : text.substr(0, digits)) {
    if (letter < '0' || letter > '9') return std::nullopt;
    number = number * 10 + (letter - '0');
  }
  text.remove_prefix(digits);
  return number <= limit ? std::optional(number) : std::nullopt;
}

// ".492284", or nothing: 0.
double take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  double fraction = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), fraction, std::chars_format::fixed);
  if (error == std::errc()) text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return fraction;
}

// Seconds east of Greenwich of "Z", "+01:00" or "-0330"; nothing for anything else.
std::optional<int> take_offset(std::string_view& text) {
  if (take(text, 'Z')) return 0;
  const bool is_west = text.starts_with('-');
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  const auto hours = take_number(text, 2, 23);
  take(text, ':');
  const auto minutes = take_number(text, 2, 59);
  if (!hours || !minutes) return std::nullopt;
  return (is_west ? -1 : 1) * (*hours * 3600 + *minutes * 60);
}

}  // namespace

std::optional<double> seconds_from_iso(std::string_view text, WithoutOffset without) {
  const auto year = take_number(text, 4, 9999);
  const auto month = take(text, '-') ? take_number(text, 2, 12) : std::nullopt;
  const auto day = take(text, '-') ? take_number(text, 2, 31) : std::nullopt;
  if (!year || !month || !day || (!take(text, 'T') && !take(text, ' '))) return std::nullopt;
  const auto hour = take_number(text, 2, 23);
  const auto minute = take(text, ':') ? take_number(text, 2, 59) : std::nullopt;
  const auto second = take(text, ':') ? take_number(text, 2, 60) : std::nullopt;
  if (!hour || !minute || !second) return std::nullopt;
  std::tm parts{};
  parts.tm_year = *year - 1900;
  parts.tm_mon = *month - 1;
  parts.tm_mday = *day;
  parts.tm_hour = *hour;
  parts.tm_min = *minute;
  parts.tm_sec = *second;
  parts.tm_isdst = -1;
  const double fraction = take_fraction(text);
  if (text.empty()) {
    const bool is_utc = without == WithoutOffset::utc;
    return static_cast<double>(is_utc ? ::timegm(&parts) : std::mktime(&parts)) + fraction;
  }
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return static_cast<double>(::timegm(&parts)) - *offset + fraction;
}

}  // namespace trainyard
