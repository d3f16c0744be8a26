// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/text_splice.h"

#include <algorithm>

#include "engine/contract/experiment/scalar.h"

namespace trainyard {
namespace {

// The position after the line break of the line that contains `at`, or the end of the text.
std::size_t next_line(std::string_view text, std::size_t at) {
  const auto found = text.find('\n', at);
  return found == text.npos ? text.size() : found + 1;
}

bool is_deeper_comment(std::string_view text, std::size_t start, std::size_t indent) {
  const auto first = text.find_first_not_of(' ', start);
  return first != text.npos && text[first] == '#' && first - start > indent;
}

}  // namespace

std::string_view line_break(std::string_view text) {
  const auto first = text.find('\n');
  return first != text.npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
}

std::size_t start_of_line(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  const auto found = text.rfind('\n', at - 1);
  return found == text.npos ? 0 : found + 1;
}

std::string splice(std::string_view text, std::size_t begin, std::size_t end,
                   std::string_view replacement) {
  std::string out(text.substr(0, begin));
  out += replacement;
  return out += text.substr(end);
}

std::string insert_line_after(std::string_view text, std::size_t at, std::size_t indent,
                              std::string_view line) {
  std::size_t place = next_line(text, at);
  while (place < text.size() && is_deeper_comment(text, place, indent))
    place = next_line(text, place);
  const std::string added = std::string(indent, ' ') + std::string(line);
  const std::string end(line_break(text));
  if (place == text.size() && !text.ends_with('\n')) return splice(text, place, place, end + added);
  return splice(text, place, place, added + end);
}

std::string insert_line_before(std::string_view text, std::size_t at, std::size_t indent,
                               std::string_view line) {
  // `at` minus its indentation, not the start of the text, which may have a byte order mark.
  std::size_t place = at;
  while (place > 0 && text[place - 1] == ' ') --place;
  return splice(text, place, place,
                std::string(indent, ' ') + std::string(line) + std::string(line_break(text)));
}

std::string append_line(std::string_view text, std::string_view line) {
  const std::string end(line_break(text));
  const bool needs_break = !text.empty() && !text.ends_with('\n') && text != "\xef\xbb\xbf";
  return std::string(text) + (needs_break ? end : "") + std::string(line) + end;
}

std::string cut_lines(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t first = begin;
  while (first > 0 && text[first - 1] == ' ') --first;
  std::size_t rest = end;
  while (rest < text.size() && is_blank(text[rest])) ++rest;
  if (rest < text.size() && text[rest] == '#') return splice(text, begin, rest, "");
  const bool is_last = text.find('\n', end) == text.npos;
  if (is_last && first > 0) {
    // Removes the line break before it, as there is none after it.
    --first;
    if (first > 0 && text[first - 1] == '\r') --first;
    return splice(text, first, text.size(), "");
  }
  return splice(text, first, next_line(text, end), "");
}

std::string cut_flow_entry(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t behind = end;
  while (behind < text.size() && is_space(text[behind])) ++behind;
  if (behind < text.size() && text[behind] == ',') {
    ++behind;
    while (behind < text.size() && is_blank(text[behind])) ++behind;
    return splice(text, begin, behind, "");
  }
  std::size_t before = begin;
  while (before > 0 && is_space(text[before - 1])) --before;
  if (before > 0 && text[before - 1] == ',') return splice(text, before - 1, end, "");
  return splice(text, begin, end, "");
}

std::string spell_block(const Value& value, std::size_t indent, std::string_view line_break) {
  std::string out;
  const auto start = [&]() -> std::string& {
    return out.empty() ? out : (out += line_break).append(indent, ' ');
  };
  if (const auto* list = value.get_if<List>())
    for (const Value& item : *list) start() += "- " + spell(item);
  if (const auto* map = value.get_if<Map>())
    for (const auto& [key, item] : *map) start() += spell(key) + ": " + spell(item);
  return out;
}

}  // namespace trainyard
