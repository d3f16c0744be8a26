#include "engine/text/chat/character_traits.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/text/utf8_decode.h"

namespace trainyard::chat {
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

// The place before which the character that ends before `at` starts.
std::size_t before(std::string_view text, std::size_t at) {
  do --at;
  while (at > 0 && (text[at] & 0xC0) == 0x80);
  return at;
}

// A capital sigma at `at` ends a word (Unicode 3.13, Final_Sigma).
bool is_final_sigma(std::string_view text, std::size_t at) {
  std::size_t place = at;
  bool follows_cased = false;
  while (place > 0) {
    place = before(text, place);
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

// The characters of ASCII are most of what is asked for.
const std::array<std::uint16_t, 128>& ascii_traits() {
  static const auto table = [] {
    std::array<std::uint16_t, 128> traits{};
    for (std::size_t i = 0; i < num_trait_ranges && trait_ranges[i].first < 128; ++i)
      for (char32_t c = trait_ranges[i].first; c <= trait_ranges[i].last && c < 128; ++c)
        traits[c] = trait_ranges[i].traits;
    return traits;
  }();
  return table;
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
  if (code_point < 128) return ascii_traits()[code_point];
  const TraitRange* const end = trait_ranges + num_trait_ranges;
  const TraitRange* const range =
      std::ranges::lower_bound(trait_ranges, end, code_point, {}, &TraitRange::last);
  return range != end && range->first <= code_point ? range->traits : 0;
}

bool is_space(char32_t c) {
  if (c < 128) return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
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

std::string lower_case(std::string_view text) {
  if (is_ascii(text)) {
    std::string out(text);
    for (char& c : out)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return out;
  }
  return each_character(
      text, [&](char32_t c, std::size_t at, std::string& out) { append_lower(text, at, c, out); });
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

std::string swapped_case(std::string_view text) {
  return each_character(text, [&](char32_t c, std::size_t at, std::string& out) {
    const unsigned traits = traits_of(c);
    if ((traits & trait_upper) != 0)
      append_lower(text, at, c, out);
    else if ((traits & trait_lower) != 0)
      append_case(c, upper_table(), out);
    else
      append_utf8(c, out);
  });
}

std::size_t num_characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (c & 0xC0) != 0x80;
  return count;
}

std::size_t byte_of_character(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if ((text[at] & 0xC0) == 0x80) continue;
    if (index == 0) return at;
    --index;
  }
  return at;
}

}  // namespace trainyard::chat
