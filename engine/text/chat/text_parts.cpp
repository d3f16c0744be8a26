// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/text_parts.h"

#include <algorithm>

#include "engine/text/unicode/python_characters.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

// Line breaks of str.splitlines; the length of the one at `at`, or 0.
std::size_t break_length(std::string_view text, std::size_t at) {
  const auto [c, length] = decode_utf8(text, at);
  if (c == '\r') return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
  const bool breaks = (c >= '\n' && c <= '\f') || (c >= 0x1C && c <= 0x1E) || c == 0x85 ||
                      c == 0x2028 || c == 0x2029;
  return breaks ? length : 0;
}

}  // namespace

std::string_view stripped(std::string_view text, std::optional<std::string_view> characters,
                          bool at_begin, bool at_end) {
  const auto goes = [&](std::size_t at) {
    const auto [code_point, length] = decode_utf8(text, at);
    if (!characters) return python::is_space(code_point);
    return characters->find(text.substr(at, length)) != std::string_view::npos;
  };
  std::size_t begin = 0, end = text.size();
  while (at_begin && begin < end && goes(begin)) begin += decode_utf8(text, begin).length;
  while (at_end && end > begin && goes(character_before(text, end)))
    end = character_before(text, end);
  return text.substr(begin, end - begin);
}

Any part_of(const Any& whole, std::string_view part) {
  if (part.size() == whole.text().size()) return whole;
  Any made = whole.is_borrowed() ? Any::borrowed(part) : Any::text(std::string(part));
  return whole.is_markup() ? std::move(made).as_markup() : made;
}

Any marked_like(const Any& source, std::string text) {
  Any made = Any::text(std::move(text));
  return source.is_markup() ? std::move(made).as_markup() : made;
}

std::vector<std::string_view> lines_of(std::string_view text, bool keeps_breaks) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = break_length(text, at);
    if (length == 0) {
      at += decode_utf8(text, at).length;
      continue;
    }
    lines.push_back(text.substr(begin, at - begin + (keeps_breaks ? length : 0)));
    begin = at += length;
  }
  if (begin < text.size()) lines.push_back(text.substr(begin));
  return lines;
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view separator,
                                       std::int64_t most, bool from_right) {
  if (separator.empty()) fail("chat.empty_separator");
  std::vector<std::string_view> parts;
  while (most < 0 || static_cast<std::int64_t>(parts.size()) < most) {
    const std::size_t place = from_right ? text.rfind(separator) : text.find(separator);
    if (place == std::string_view::npos) break;
    parts.push_back(from_right ? text.substr(place + separator.size()) : text.substr(0, place));
    text = from_right ? text.substr(0, place) : text.substr(place + separator.size());
  }
  parts.push_back(text);
  if (from_right) std::ranges::reverse(parts);
  return parts;
}

std::vector<std::string_view> split_at_space(std::string_view text, std::int64_t most,
                                             bool from_right) {
  const auto is_space_at = [&](std::size_t at) {
    return python::is_space(decode_utf8(text, at).code_point);
  };
  std::vector<std::string_view> parts;
  for (;;) {
    text = stripped(text, {}, !from_right, from_right);
    if (text.empty()) break;
    std::size_t cut = from_right ? text.size() : 0;
    if (most >= 0 && static_cast<std::int64_t>(parts.size()) == most)
      cut = text.size() - cut;
    else if (from_right)
      while (cut > 0 && !is_space_at(character_before(text, cut)))
        cut = character_before(text, cut);
    else
      while (cut < text.size() && !is_space_at(cut)) cut += decode_utf8(text, cut).length;
    parts.push_back(from_right ? text.substr(cut) : text.substr(0, cut));
    text = from_right ? text.substr(0, cut) : text.substr(cut);
  }
  if (from_right) std::ranges::reverse(parts);
  return parts;
}

std::string replaced(std::string_view text, std::string_view old, std::string_view made,
                     std::int64_t most, Work& work) {
  work.spend_bytes(text.size());
  std::string out;
  std::size_t at = 0;
  for (std::int64_t count = 0; most < 0 || count < most; ++count) {
    work.spend_bytes(made.size());
    if (out.size() > (std::size_t{64} << 20)) fail("chat.too_large");
    const std::size_t place = text.find(old, at);
    if (place == std::string_view::npos) break;
    out += text.substr(at, place - at);
    out += made;
    at = place + old.size();
    if (!old.empty()) continue;
    // The empty text occurs before each character, and at the end.
    if (at == text.size()) break;
    const std::size_t length = decode_utf8(text, at).length;
    out += text.substr(at, length);
    at += length;
  }
  return out += text.substr(at);
}

bool is_all_of_case(std::string_view text, bool is_upper) {
  const unsigned wanted = is_upper ? python::trait_upper : python::trait_lower;
  const unsigned unwanted = python::trait_title | python::trait_upper | python::trait_lower;
  bool found = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, length, traits] = python::traited_character(text, at);
    if ((traits & (unwanted & ~wanted)) != 0) return false;
    found = found || (traits & wanted) != 0;
    at += length;
  }
  return found;
}

}  // namespace trainyard::chat
