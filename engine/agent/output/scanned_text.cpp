// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/scanned_text.h"

#include <string>
#include <tuple>

#include "engine/contract/line_pattern.h"

namespace trainyard::agent {
namespace {

using std::string_view;

// Where the word ends that goes on at `from`, with `more` characters in it.
std::size_t end_of_word(string_view rest, std::size_t from, string_view more) {
  std::size_t stop = from;
  while (stop < rest.size() && (is_in_word(rest[stop]) || more.find(rest[stop]) != more.npos))
    ++stop;
  while (stop > from && (rest[stop - 1] == ',' || rest[stop - 1] == ':' || rest[stop - 1] == '.'))
    --stop;
  return stop;
}

// "2024-01-01", "01/02 12:34:56", "2024/05/01", "01-05-24", but not "100/98/98". 0: no date.
std::size_t end_of_date(string_view rest, const WrittenNumber& number) {
  const char next = char_at(rest, number.length);
  if ((next != '-' && next != '/') || !is_digit(char_at(rest, number.length + 1))) return 0;
  const std::size_t second = number.length + 1 + count_digits(rest, number.length + 1);
  const bool is_clock_next = char_at(rest, second) == ' ' && count_digits(rest, second + 1) == 2 &&
                             char_at(rest, second + 3) == ':';
  const std::size_t middle = second - number.length - 1, last = count_digits(rest, second + 1);
  const bool is_date = char_at(rest, second) == next && middle <= 2 && number.digits != 3 &&
                       (number.digits == 4 ? last > 0 && last <= 2 : last == 2 || last == 4);
  if (!is_date && !is_clock_next) return 0;
  return end_of_word(rest, second, is_clock_next ? "" : ":-/.");
}

// Where brackets end that belong to a word: "D(G(z))", "time(s)", "Epoch(train)". 0: they do not.
std::size_t end_of_brackets(string_view rest, std::size_t open) {
  int depth = 0;
  std::size_t close = open;
  for (; close < rest.size() && close < open + 20; ++close) {
    if (rest[close] == '(') ++depth;
    if (rest[close] == ')' && --depth == 0) break;
    if (!is_name_letter(rest[close]) && rest[close] != '(' && rest[close] != '%' &&
        rest[close] != '/' && rest[close] != ')')
      return 0;
  }
  if (close == rest.size() || rest[close] != ')' || depth != 0 || close == open + 1) return 0;
  return close + 1;
}

}  // namespace

std::optional<WrittenNumber> written_number(string_view rest, bool may_group) {
  WrittenNumber number;
  number.has_sign = is_sign(rest[0]);
  const std::size_t begin = number.has_sign ? 1 : 0;
  number.digits = count_digits(rest, begin);
  const std::size_t end = begin + number.digits;
  std::size_t grouped = end;
  while (number.digits > 0 && number.digits <= 3 && may_group && char_at(rest, grouped) == ',' &&
         count_digits(rest, grouped + 1) == 3)
    grouped += 4;
  if (grouped == end) {
    const auto read = number_at(rest);
    if (!read) return std::nullopt;
    std::tie(number.value, number.length) = *read;
    // "iter 3." ends a sentence.
    if (number.length > 1 && rest[number.length - 1] == '.' &&
        !is_name_letter(char_at(rest, number.length)))
      --number.length;
    number.is_whole = number.length == end;
    return number;
  }
  std::string plain;
  for (const char c : rest.substr(0, grouped))
    if (c != ',') plain += c;
  number.length = grouped;
  if (char_at(rest, grouped) == '.' && is_digit(char_at(rest, grouped + 1))) {
    const std::size_t more = 1 + count_digits(rest, grouped + 1);
    plain += rest.substr(grouped, more);
    number.length += more;
    number.is_whole = false;
  }
  number.value = number_at(plain)->first;
  return number;
}

std::size_t end_of_opaque(string_view rest, const WrittenNumber& number) {
  const std::size_t length = number.length;
  const char next = char_at(rest, length);
  const bool is_before_clock =
      next == ' ' && count_digits(rest, length + 1) == 2 && char_at(rest, length + 3) == ':' &&
      count_digits(rest, length + 4) == 2 && char_at(rest, length + 6) == ':';
  if (number.is_whole && number.digits >= 4 && number.digits <= 8 && is_before_clock)
    return end_of_word(rest, length, "");  // 0501 10:00:00
  if (number.is_whole && number.digits <= 4 && !number.has_sign) {
    if (next == ':' && count_digits(rest, length + 1) == 2 &&
        !is_name_letter(char_at(rest, length + 3)))
      return end_of_word(rest, length, ":.,");  // 12:34:56,789
    if (const std::size_t end = end_of_date(rest, number); end > 0) return end;
  }
  if (next == '.' && is_digit(char_at(rest, length + 1)) && !number.is_whole)
    return end_of_word(rest, length, ".-");  // 1.2.3
  return 0;
}

std::size_t more_of_word(string_view rest, std::size_t end) {
  const char c = rest[end], next = char_at(rest, end + 1);
  if (is_in_word(c)) return 1;
  if (c == '-' && next != '-' && is_in_word(next) && end > 0) return 1;
  if ((c == '.' || c == '/' || c == '@' || c == '\'' || c == '^') && is_in_word(next)) return 1;
  if (c == ':' && next == ':' && is_in_word(char_at(rest, end + 2))) return 2;
  if ((c == '@' || (c == ':' && rest.substr(0, end).find('@') != rest.npos)) && next == '.' &&
      is_digit(char_at(rest, end + 2)))
    return 2;  // mAP@.5:.95
  if (c != '(') return 0;
  const std::size_t close = end_of_brackets(rest, end);
  return close > 0 ? close - end : 0;
}

}  // namespace trainyard::agent
