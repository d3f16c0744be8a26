// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_token.h"

#include <algorithm>
#include <array>

#include "engine/system/utf8_sequence.h"
#include "engine/text/unicode/python_characters.h"

namespace trainyard {
namespace {

// The role of a byte below 0x80.
enum : std::uint8_t { kNonWord = 1, kClosing = 2, kSpace = 4, kAlone = 8, kMayEnd = 16 };

constexpr std::array<std::uint8_t, 128> ascii_kinds() {
  std::array<std::uint8_t, 128> kinds{};
  const auto mark = [&](std::string_view characters, std::uint8_t kind) {
    for (const char c : characters) kinds[static_cast<unsigned char>(c)] |= kind;
  };
  mark(")\";}]*:@'({[?!", kNonWord | kMayEnd);
  mark("\"')]}", kClosing);
  mark("\t\n\v\f\r ", kSpace | kMayEnd);
  mark("(\"`{[:;&#*@)}]-,", kAlone);  // no word starts with these
  mark("-.,", kMayEnd);
  return kinds;
}
constexpr auto kKinds = ascii_kinds();

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
std::uint8_t kind_of(char c) { return kKinds[static_cast<unsigned char>(c)]; }

// The bytes of a quote outside ASCII: « » U+2018 U+2019 U+201C U+201D.
std::size_t wide_quote_length(std::string_view text, std::size_t at) {
  const auto [code_point, length] = decode_utf8(text, at);
  const bool is_quote = code_point == 0xAB || code_point == 0xBB || code_point == 0x2018 ||
                        code_point == 0x2019 || code_point == 0x201C || code_point == 0x201D;
  return is_quote && length > 1 ? length : 0;
}

std::size_t quote_length(std::string_view text, std::size_t at, std::uint8_t kind) {
  if (at >= text.size()) return 0;
  if (is_ascii(text[at])) return (kind_of(text[at]) & kind) != 0 ? 1 : 0;
  return wide_quote_length(text, at);
}

// The position after the full stop and the one white space at `at`; 0 if they are not there.
std::size_t spaced_period_end(std::string_view line, std::size_t at) {
  if (at >= line.size() || line[at] != '.') return 0;
  const std::size_t space = punkt_space_length(line, at + 1);
  return space == 0 ? 0 : at + 1 + space;
}

bool is_at(std::string_view line, std::size_t at, char c) {
  return at < line.size() && line[at] == c;
}

// Whether two hyphens, two full stops, or three full stops separated by single spaces start at
// `at`.
bool is_multiple_mark(std::string_view line, std::size_t at) {
  if (!is_at(line, at, '-') && !is_at(line, at, '.')) return false;
  if (is_at(line, at + 1, line[at])) return true;
  const std::size_t second = spaced_period_end(line, at);
  const std::size_t third = second == 0 ? 0 : spaced_period_end(line, second);
  return third != 0 && is_at(line, third, '.');
}

// The end of the longest match of is_multiple_mark().
std::size_t multiple_mark_end(std::string_view line, std::size_t at) {
  const char mark = line[at];
  if (is_at(line, at + 1, mark)) {
    while (is_at(line, at, mark)) ++at;
    return at;
  }
  // It ends with the last full stop, followed by a space or not.
  std::size_t last = at;
  for (std::size_t next = spaced_period_end(line, at); next != 0;) {
    if (!is_at(line, next, '.')) break;
    last = next;
    next = spaced_period_end(line, next);
  }
  return last + 1;
}

// Whether a word ends before `at`, ignoring a comma there.
bool ends_before(std::string_view line, std::size_t at) {
  return at >= line.size() || punkt_space_length(line, at) != 0 ||
         punkt_non_word_length(line, at) != 0 || is_multiple_mark(line, at);
}

// The end of the word that starts at `at`, where there is no white space.
std::size_t word_end(std::string_view line, std::size_t at) {
  if (is_multiple_mark(line, at)) return multiple_mark_end(line, at);
  if (is_ascii(line[at]) && (kind_of(line[at]) & kAlone) != 0) return at + 1;
  at += decode_utf8(line, at).length;
  while (at < line.size()) {
    if (is_ascii(line[at])) {
      if ((kind_of(line[at]) & kMayEnd) != 0 &&
          (ends_before(line, at) || (line[at] == ',' && ends_before(line, at + 1))))
        break;
      ++at;
    } else {
      if (ends_before(line, at)) break;
      at += decode_utf8(line, at).length;
    }
  }
  return at;
}

// ^-?[.,]?\d[\d,.-]*\.?$
bool is_punkt_number(std::string_view lower) {
  std::size_t at = lower.starts_with('-') ? 1 : 0;
  if (is_at(lower, at, '.') || is_at(lower, at, ',')) ++at;
  for (bool is_first = true; is_first || at < lower.size(); is_first = false) {
    if (at >= lower.size()) return false;
    const auto character = python::traited_character(lower, at);
    const bool is_digit = (character.traits & python::trait_regex_digit) != 0;
    const char32_t c = character.code_point;
    if (!is_digit && (is_first || (c != ',' && c != '.' && c != '-'))) return false;
    at += character.length;
  }
  return true;
}

bool is_punkt_letter(std::string_view text, std::size_t at, std::size_t& length) {
  const auto character = python::traited_character(text, at);
  length = character.length;
  return (character.traits & python::trait_regex_letter) != 0;
}

}  // namespace

std::size_t punkt_non_word_length(std::string_view text, std::size_t at) {
  return quote_length(text, at, kNonWord);
}

std::size_t punkt_closing_length(std::string_view text, std::size_t at) {
  return quote_length(text, at, kClosing);
}

std::size_t punkt_space_length(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (is_ascii(text[at])) return (kind_of(text[at]) & kSpace) != 0 ? 1 : 0;
  const auto character = python::traited_character(text, at);
  return (character.traits & python::trait_regex_space) != 0 ? character.length : 0;
}

// Finds the next line that is not blank. Lines end only at "\n".
bool PunktWords::next_line() {
  while (!is_done_) {
    const std::size_t end = std::min(text_.find('\n', next_line_), text_.size());
    const std::string_view line = text_.substr(next_line_, end - next_line_);
    is_done_ = end == text_.size();
    next_line_ = end + 1;
    if (python::end_without_space(line) != 0) {
      line_ = line;
      at_ = 0;
      new_line_ = true;
      return true;
    }
    after_blank_ = true;
  }
  return false;
}

bool PunktWords::next(std::string_view& word) {
  for (;;) {
    while (const std::size_t space = punkt_space_length(line_, at_)) at_ += space;
    if (at_ < line_.size()) break;
    if (!next_line()) return false;
  }
  begins_line_ = new_line_;
  begins_paragraph_ = new_line_ && after_blank_;
  if (new_line_) after_blank_ = false;
  new_line_ = false;
  const std::size_t end = word_end(line_, at_);
  word = line_.substr(at_, end - at_);
  at_ = end;
  return true;
}

void PunktToken::set(std::string_view word) {
  word_ = word;
  lower_.clear();
  python::append_lower_case(word, lower_);
  is_number_ = is_punkt_number(lower_);
  is_all_periods_ = word.find_first_not_of('.') == word.npos;
  ends_sentence = is_abbreviation = false;
}

std::string_view PunktToken::type_without_period() const {
  std::string_view bare = type();
  if (bare.size() > 1 && bare.ends_with('.')) bare.remove_suffix(1);
  return bare;
}

bool PunktToken::is_initial() const {
  std::size_t length = 0;
  return ends_with_period() && is_punkt_letter(word_, 0, length) && word_.size() == length + 1;
}

bool PunktToken::is_alphabetic() const {
  for (std::size_t at = 0, length = 0; at < word_.size(); at += length)
    if (!is_punkt_letter(word_, at, length)) return false;
  return true;
}

bool PunktToken::begins_upper() const {
  return (python::traited_character(word_, 0).traits & python::trait_upper) != 0;
}

bool PunktToken::begins_lower() const {
  return (python::traited_character(word_, 0).traits & python::trait_lower) != 0;
}

bool has_punkt_letter(std::string_view type) {
  for (std::size_t at = 0, length = 0; at < type.size(); at += length)
    if (is_punkt_letter(type, at, length)) return true;
  return false;
}

}  // namespace trainyard
