// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/python_characters.h"

#include <algorithm>
#include <vector>

#include "engine/system/utf8_sequence.h"

namespace trainyard::python {
namespace {

struct CaseTable {
  const CaseRange* ranges;
  std::size_t num_ranges;
  const CaseText* texts;
  std::size_t num_texts;
};

void append_case(char32_t code_point, const CaseTable& table, std::string& out) {
  const CaseText* const texts_end = table.texts + table.num_texts;
  const CaseText* const text =
      std::ranges::lower_bound(table.texts, texts_end, code_point, {}, &CaseText::code_point);
  if (text != texts_end && text->code_point == code_point) {
    out += text->text;
    return;
  }
  const CaseRange* const ranges_end = table.ranges + table.num_ranges;
  const CaseRange* const range =
      std::ranges::lower_bound(table.ranges, ranges_end, code_point, {}, &CaseRange::last);
  if (range != ranges_end && range->first <= code_point &&
      (code_point - range->first) % range->step == 0)
    code_point = static_cast<char32_t>(static_cast<std::int32_t>(code_point) + range->difference);
  append_utf8(code_point, out);
}

const CaseTable& upper_table() {
  static const CaseTable table = {upper_ranges, num_upper_ranges, upper_texts, num_upper_texts};
  return table;
}
const CaseTable& lower_table() {
  static const CaseTable table = {lower_ranges, num_lower_ranges, lower_texts, num_lower_texts};
  return table;
}
const CaseTable& title_table() {
  static const CaseTable table = {title_ranges, num_title_ranges, title_texts, num_title_texts};
  return table;
}

// Whether a capital sigma at `at` ends a word (Unicode 3.13, Final_Sigma).
bool is_final_sigma(std::string_view text, std::size_t at) {
  std::size_t place = at;
  bool follows_cased = false;
  while (place > 0) {
    place = character_before(text, place);
    const unsigned traits = traits_of(decode_utf8(text, place).code_point);
    if ((traits & trait_case_ignorable) != 0) continue;
    follows_cased = (traits & trait_cased) != 0;
    break;
  }
  if (!follows_cased) return false;
  for (place = at + 2; place < text.size();) {
    const auto [code_point, length] = decode_utf8(text, place);
    const unsigned traits = traits_of(code_point);
    if ((traits & trait_case_ignorable) == 0) return (traits & trait_cased) == 0;
    place += length;
  }
  return true;
}

void append_lower(std::string_view text, std::size_t at, char32_t code_point, std::string& out) {
  if (code_point == 0x3A3)
    append_utf8(is_final_sigma(text, at) ? 0x3C2 : 0x3C3, out);
  else
    append_case(code_point, lower_table(), out);
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Two bytes per code point: one lookup instead of a search through the ranges.
std::vector<std::uint16_t> spread_ranges() {
  std::vector<std::uint16_t> traits(0x110000, 0);
  for (std::size_t i = 0; i < num_trait_ranges; ++i)
    std::fill(traits.begin() + trait_ranges[i].first, traits.begin() + trait_ranges[i].last + 1,
              trait_ranges[i].traits);
  return traits;
}

template <class Change>
std::string each_character(std::string_view text, Change change) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, length] = decode_utf8(text, at);
    change(code_point, at, out);
    at += length;
  }
  return out;
}

}  // namespace

unsigned traits_of(char32_t code_point) {
  static const std::vector<std::uint16_t> traits = spread_ranges();
  return code_point < traits.size() ? traits[code_point] : 0;
}

TraitedCharacter traited_character(std::string_view text, std::size_t at) {
  const auto [code_point, length] = decode_utf8(text, at);
  return {code_point, length, traits_of(code_point)};
}

bool is_space(char32_t c) {
  return (c >= 0x1C && c <= 0x1F) || (traits_of(c) & trait_regex_space) != 0;
}

std::size_t space_length(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  const auto [code_point, length] = decode_utf8(text, at);
  return is_space(code_point) ? length : 0;
}

std::size_t end_without_space(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0) {
    const std::size_t begin = character_before(text, end);
    if (begin + space_length(text, begin) != end) break;
    end = begin;
  }
  return end;
}

std::string_view strip(std::string_view text) {
  text = text.substr(0, end_without_space(text));
  while (const std::size_t length = space_length(text, 0)) text.remove_prefix(length);
  return text;
}

std::string upper_case(std::string_view text) {
  if (is_ascii(text)) {
    std::string out(text);
    for (char& c : out)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    return out;
  }
  return each_character(
      text, [](char32_t c, std::size_t, std::string& out) { append_case(c, upper_table(), out); });
}

void append_lower_case(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      ++at;
      continue;
    }
    const auto [code_point, length] = decode_utf8(text, at);
    append_lower(text, at, code_point, out);
    at += length;
  }
}

std::string lower_case(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_lower_case(text, out);
  return out;
}

std::string capitalized(std::string_view text) {
  return each_character(text, [&](char32_t c, std::size_t at, std::string& out) {
    if (at == 0)
      append_case(c, title_table(), out);
    else
      append_lower(text, at, c, out);
  });
}

std::string title_case(std::string_view text) {
  bool follows_cased = false;
  return each_character(text, [&](char32_t c, std::size_t at, std::string& out) {
    if (follows_cased)
      append_lower(text, at, c, out);
    else
      append_case(c, title_table(), out);
    follows_cased = (traits_of(c) & trait_cased) != 0;
  });
}

std::size_t num_characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += !is_continuation_byte(c);
  return count;
}

std::size_t byte_of_character(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_continuation_byte(text[at])) continue;
    if (index == 0) return at;
    --index;
  }
  return at;
}

}  // namespace trainyard::python
