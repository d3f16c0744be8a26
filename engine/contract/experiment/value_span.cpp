// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/value_span.h"

#include "engine/contract/experiment/text_splice.h"

#include <algorithm>

namespace trainyard {
namespace {

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::optional<std::size_t> end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '\'' && at + 1 < text.size() && text[at + 1] == '\'')
        ++at;
      else
        return at + 1;
    }
  }
  return std::nullopt;
}

// A plain scalar contains its characters literally, except for line folding: any run of white space
// represents one.
std::optional<std::size_t> end_of_plain(std::string_view text, std::size_t at,
                                        std::string_view content) {
  for (std::size_t i = 0; i < content.size();) {
    if (at >= text.size()) return std::nullopt;
    if (is_space(content[i])) {
      if (!is_space(text[at])) return std::nullopt;
      while (i < content.size() && is_space(content[i])) ++i;
      while (at < text.size() && is_space(text[at])) ++at;
    } else if (content[i++] != text[at++]) {
      return std::nullopt;
    }
  }
  return at;
}

std::size_t end_of_line(std::string_view text, std::size_t at) {
  const auto found = text.find('\n', at);
  const std::size_t end = found == text.npos ? text.size() : found;
  return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

// A block scalar continues while lines are blank or indented more than its key.
std::size_t end_of_block_scalar(std::string_view text, std::size_t at, int parent_column) {
  std::size_t end = end_of_line(text, at);
  const bool keeps_blank_lines = text.substr(at, end - at).find('+') != text.npos;
  for (auto start = text.find('\n', at); start != text.npos; start = text.find('\n', start)) {
    ++start;
    const std::size_t line_end = end_of_line(text, start);
    std::size_t first = start;
    while (first < line_end && text[first] == ' ') ++first;
    if (skip_blanks(text, first) >= line_end) {
      if (keeps_blank_lines && start < text.size()) end = line_end;
      continue;
    }
    if (static_cast<int>(first - start) < parent_column) break;
    end = line_end;
  }
  return end;
}

// Skips white space, commas and comments of a flow collection, up to its closing bracket.
std::optional<std::size_t> end_of_flow(std::string_view text, std::size_t at) {
  for (; at < text.size(); ++at) {
    if (text[at] == '#' && is_space(text[at - 1])) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (text[at] == ']' || text[at] == '}') return at + 1;
    if (text[at] != ',' && !is_space(text[at])) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::size_t> end_of_scalar(std::string_view text, const YamlNode& node,
                                         int parent_column) {
  const char first = text[node.offset];
  if (!node.plain && (first == '"' || first == '\'')) return end_of_quoted(text, node.offset);
  if (!node.plain && (first == '|' || first == '>'))
    return end_of_block_scalar(text, node.offset, parent_column);
  return node.plain ? end_of_plain(text, node.offset, node.text) : std::nullopt;
}

std::optional<std::size_t> end_of_collection(std::string_view text, const YamlNode& node) {
  std::size_t end = node.flow ? node.offset + 1 : node.offset;
  if (node.flow && text[node.offset] != '{' && text[node.offset] != '[') return std::nullopt;
  if (!node.items.empty()) {
    const YamlNode& last = node.items.back();
    const auto span = span_of(text, last, node.column);
    if (!span) return std::nullopt;
    end = span->end;
  }
  if (!node.entries.empty()) {
    const auto span = span_of(text, node.entries.back());
    if (!span) return std::nullopt;
    end = span->end;
  }
  return node.flow ? end_of_flow(text, end) : std::optional(end);
}

// "null" and "~" are written, an empty value is not; the position of an empty value is that of the
// next token.
std::size_t length_of_null(std::string_view text, std::size_t at) {
  for (const std::string_view word : {"null", "Null", "NULL", "~"}) {
    if (!text.substr(at).starts_with(word)) continue;
    const std::size_t end = at + word.size();
    if (end == text.size() || is_space(text[end]) || text[end] == ',' || text[end] == '}' ||
        text[end] == ']')
      return word.size();
  }
  return 0;
}

}  // namespace

std::optional<Span> span_of(std::string_view text, const YamlNode& node, int parent_column) {
  if (node.broken || node.offset > text.size()) return std::nullopt;
  if (node.kind == YamlNode::Kind::null)
    return Span{node.offset, node.offset + length_of_null(text, node.offset)};
  if (node.offset >= text.size()) return std::nullopt;
  const auto end = node.kind == YamlNode::Kind::scalar ? end_of_scalar(text, node, parent_column)
                                                       : end_of_collection(text, node);
  if (!end) return std::nullopt;
  return Span{node.offset, *end};
}

std::optional<EntrySpan> span_of(std::string_view text, const YamlEntry& entry) {
  const auto& [key, value] = entry;
  const auto key_span = span_of(text, key, key.column);
  if (!key_span) return std::nullopt;
  EntrySpan out{key_span->begin, key_span->end, key_span->end, std::nullopt};
  const std::size_t colon = skip_blanks(text, key_span->end);
  if (colon < text.size() && text[colon] == ':') out.colon = out.end = colon + 1;
  if (value.broken) return std::nullopt;
  const bool is_null = value.kind == YamlNode::Kind::null;
  const bool can_belong = value.line == key.line || value.column > key.column;
  if (is_null &&
      (!can_belong || value.offset < out.colon || length_of_null(text, value.offset) == 0))
    return out;
  out.value = span_of(text, value, key.column);
  if (!out.value) return std::nullopt;
  out.end = out.value->end;
  return out;
}

}  // namespace trainyard
