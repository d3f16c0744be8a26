// SPDX-License-Identifier: GPL-3.0-or-later
// The columns in a CREATE TABLE statement, as far as trackers write such statements.
#include <algorithm>
#include <cctype>

#include "engine/trackers/sqlite_tables.h"

namespace trainyard {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

char closing(char opening) { return opening == '[' ? ']' : opening; }

bool is_quote(char c) { return c == '"' || c == '`' || c == '[' || c == '\''; }

struct Token {
  std::string text;
  bool is_quoted = false;
};

// Takes a word, a quoted name or text, or a sign; of comments, nothing. Empty at the end.
Token take_token(std::string_view& sql) {
  for (;;) {
    while (!sql.empty() && std::isspace(static_cast<unsigned char>(sql.front())) != 0)
      sql.remove_prefix(1);
    const bool is_line = sql.starts_with("--"), is_block = sql.starts_with("/*");
    if (!is_line && !is_block) break;
    const std::size_t end = is_line ? sql.find('\n') : sql.find("*/", 2);
    sql.remove_prefix(end == sql.npos ? sql.size() : end + (is_line ? 1 : 2));
  }
  if (sql.empty()) return {};
  const char first = sql.front();
  Token token;
  if (is_quote(first)) {
    token.is_quoted = true;
    std::size_t at = 1;
    for (; at < sql.size(); ++at) {
      if (sql[at] == closing(first)) {
        const bool is_doubled = first != '[' && at + 1 < sql.size() && sql[at + 1] == first;
        if (!is_doubled) break;
        ++at;
      }
      token.text += sql[at];
    }
    sql.remove_prefix(std::min(at + 1, sql.size()));
    return token;
  }
  std::size_t count = 0;
  while (count < sql.size() && is_word(sql[count])) ++count;
  count = std::max<std::size_t>(count, 1);
  token.text = lower(sql.substr(0, count));
  sql.remove_prefix(count);
  return token;
}

bool begins_constraint(const Token& token) {
  if (token.is_quoted) return false;
  for (const char* word : {"constraint", "primary", "unique", "check", "foreign"})
    if (token.text == word) return true;
  return false;
}

}  // namespace

std::vector<std::string> columns_declared_in(std::string_view sql) {
  std::vector<std::string> columns;
  Token token = take_token(sql);
  if (token.text != "create") return columns;
  while (!token.text.empty() && (token.is_quoted || token.text != "(")) token = take_token(sql);
  int depth = 1;
  bool begins = true, is_constraint = false;
  for (token = take_token(sql); !token.text.empty() || token.is_quoted; token = take_token(sql)) {
    const auto is = [&](const char* sign) { return !token.is_quoted && token.text == sign; };
    if (begins) {
      begins = false;
      is_constraint = begins_constraint(token);
      if (!is_constraint) columns.push_back(lower(token.text));
      continue;
    }
    if (is("(")) ++depth;
    if (is(")") && --depth == 0) return columns;
    if (depth == 1 && is(",")) begins = true;
    // A computed column has no place in the row, or may have one.
    if (depth == 1 && !is_constraint && (is("generated") || is("as"))) return {};
  }
  return {};
}

}  // namespace trainyard
