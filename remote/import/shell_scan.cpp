// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_scan.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kDeepestBrackets = 100;

// The position after the quote that closes the one at `at`.
std::size_t end_of_quote(std::string_view text, std::size_t at, int depth) {
  if (depth > kDeepestBrackets) return text.size();
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) {
    if (quote == '"' && text[at] == '$' && at + 1 < text.size() &&
        (text[at + 1] == '(' || text[at + 1] == '{')) {
      at = end_of_brackets(text, at + 1, depth + 1);
      continue;
    }
    at += text[at] == '\\' && quote != '\'' ? 2 : 1;
  }
  return std::min(at + 1, text.size());
}

}  // namespace

bool ends_shell_word(char c) {
  return is_shell_blank(c) || std::string_view("\n;&|()<>").find(c) != std::string_view::npos;
}

bool is_shell_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

std::size_t name_length(std::string_view text) {
  if (text.empty() || !is_name_part(text.front()) || (text.front() >= '0' && text.front() <= '9'))
    return 0;
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_name_part) -
                                  text.begin());
}

bool is_assignment(std::string_view word) {
  const std::size_t length = name_length(word);
  if (length == 0) return false;
  std::string_view rest = word.substr(length);
  if (rest.starts_with('[') && rest.find(']') != rest.npos) rest.remove_prefix(rest.find(']') + 1);
  return rest.starts_with('=') || rest.starts_with("+=");
}

std::size_t end_of_brackets(std::string_view text, std::size_t at, int depth) {
  if (depth > kDeepestBrackets) return text.size();
  const char open = text[at], close = open == '{' ? '}' : ')';
  int open_ones = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\'' || c == '"' || c == '`') {
      at = end_of_quote(text, at, depth + 1);
      continue;
    }
    if (c == '\\') ++at;
    if (c == open) ++open_ones;
    if (c == close && --open_ones == 0) return at + 1;
    ++at;
  }
  return text.size();
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && !ends_shell_word(text[at])) {
    const char c = text[at];
    if (c == '\'' || c == '"' || c == '`') {
      at = end_of_quote(text, at, 0);
    } else if (c == '\\') {
      at += text.substr(at).starts_with("\\\r\n") ? 3 : 2;
    } else if (c == '$' && at + 1 < text.size() && (text[at + 1] == '(' || text[at + 1] == '{')) {
      at = end_of_brackets(text, at + 1);
    } else if (c == '=' && at + 1 < text.size() && text[at + 1] == '(' &&
               is_assignment(text.substr(begin, at + 1 - begin))) {
      at = end_of_brackets(text, at + 1);
    } else {
      ++at;
    }
  }
  return std::min(at, text.size());
}

}  // namespace trainyard
