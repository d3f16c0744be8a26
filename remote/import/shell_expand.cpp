// SPDX-License-Identifier: GPL-3.0-or-later
// One file because quotes, variables and arithmetic can be nested in each other.
#include "remote/import/shell_expand.h"

#include <algorithm>

#include "remote/import/shell_arithmetic.h"

namespace trainyard {
namespace {

constexpr int kDeepestExpansion = 20;

bool ends_field(char c) { return is_shell_blank(c) || c == '\n'; }

// Unquoted a{b,c}d and {1..4}: the words that they expand to.
void expand_braces(const std::string& text, std::vector<std::string>& out, int depth) {
  std::size_t open = std::string::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'' || text[i] == '"' || text[i] == '\\') break;
    if (text[i] == '$' && i + 1 < text.size() && text[i + 1] == '{') break;
    if (text[i] == '{') {
      open = i;
      break;
    }
  }
  const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
  const std::string inner =
      close == text.npos ? std::string() : text.substr(open + 1, close - open - 1);
  std::vector<std::string> items;
  const auto dots = inner.find("..");
  if (inner.find_first_of("{$'\"\\ ") != inner.npos || depth > 3 || out.size() > 64) {
    // Kept as it is.
  } else if (inner.find(',') != inner.npos) {
    for (std::string_view rest = inner;;) {
      const auto comma = std::min(rest.find(','), rest.size());
      items.emplace_back(rest.substr(0, comma));
      if (comma == rest.size()) break;
      rest.remove_prefix(comma + 1);
    }
  } else if (dots != inner.npos && dots > 0) {
    const ArithmeticVariables none{[](const std::string&) { return std::nullopt; },
                                   [](const std::string&, std::optional<std::int64_t>) {}};
    const auto from = arithmetic_value(inner.substr(0, dots), none),
               to = arithmetic_value(inner.substr(dots + 2), none);
    if (from && to && *to - *from <= 256 && *from - *to <= 256)
      for (std::int64_t i = *from;; i += *to > *from ? 1 : -1) {
        items.push_back(std::to_string(i));
        if (i == *to) break;
      }
  }
  if (items.empty()) {
    out.push_back(text);
    return;
  }
  for (const std::string& item : items)
    expand_braces(text.substr(0, open) + item + text.substr(close + 1), out, depth + 1);
}

}  // namespace

// A word under construction; blanks in variables start new ones.
struct ShellExpander::Field {
  ShellWords& out;
  int line;
  bool is_split;
  ShellText text = {};
  bool has_word = false;
  bool is_list = false;
  bool had_empty_list = false;  // "$@" without arguments is not a word

  void finish() {
    if (has_word) out.push_back(shell_word(std::move(text), line, is_list));
    text = ShellText();
    has_word = is_list = false;
  }
};

void ShellExpander::expand(const ShellSource& source, ShellWords& out) {
  std::vector<std::string> words;
  expand_braces(source.text, words, 0);
  for (const std::string& word : words) {
    Field field{out, source.line, dialect_.splits_words};
    // -o=~/x is not an assignment; NAME=$X after `env` is not split either.
    if (is_assignment(word)) field.is_split = false;
    read_word(word, source.line, field, false);
    field.finish();
  }
}

ShellText ShellExpander::value(std::string_view source, int line) {
  ShellWords words;
  Field field{words, line, false};
  read_word(source, line, field, true);
  return std::move(field.text);
}

ShellText ShellExpander::document(const ShellHereDocument& document) {
  if (document.is_plain) return ShellText(document.text);
  ShellWords words;
  Field field{words, document.line, false};
  for (std::size_t at = 0; at < document.text.size();) {
    const char c = document.text[at];
    if (c == '\\' && at + 1 < document.text.size() &&
        std::string_view("$`\\\n").find(document.text[at + 1]) != std::string_view::npos) {
      if (document.text[at + 1] != '\n') field.text.add(document.text[at + 1]);
      at += 2;
    } else if (c == '$' || c == '`') {
      expansion(document.text, at, document.line, field, true);
    } else {
      field.text.add(c);
      ++at;
    }
  }
  return std::move(field.text);
}

void ShellExpander::read_word(std::string_view text, int line, Field& field, bool is_value) {
  if (depth_ > kDeepestExpansion) return put_unknown(text, field, true);
  ++depth_;
  if (text.starts_with("<(") || text.starts_with(">(")) {
    --depth_;
    return put_unknown(text, field, true);
  }
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\n') ++line;
    if (c == '\'' || (c == '$' && text.substr(at).starts_with("$'"))) {
      at += c == '$' ? 2 : 1;
      const auto end = std::min(text.find('\'', at), text.size());
      field.text.add(text.substr(at, end - at));
      field.has_word = true;
      at = end + 1;
    } else if (c == '"' || (c == '$' && text.substr(at).starts_with("$\""))) {
      at += c == '$' ? 2 : 1;
      double_quotes(text, at, line, field);
    } else if (c == '\\') {
      const bool is_continued = text.substr(at).starts_with("\\\n");
      const bool is_long = text.substr(at).starts_with("\\\r\n");
      if (!is_continued && !is_long && at + 1 < text.size()) {
        field.text.add(text[at + 1]);
        field.has_word = true;
      }
      at += is_long ? 3 : 2;
    } else if (c == '$' || c == '`') {
      expansion(text, at, line, field, is_value);
    } else if (c == '~' && (at == 0 || text[at - 1] == '=' || text[at - 1] == ':') &&
               (at + 1 == text.size() || text[at + 1] == '/')) {
      put_unknown("$HOME", field, true);
      ++at;
    } else if (c == '*' && !is_value) {
      // The files that it matches.
      put_unknown("*", field, false);
      ++at;
    } else {
      field.text.add(c);
      field.has_word = true;
      ++at;
    }
  }
  --depth_;
}

void ShellExpander::double_quotes(std::string_view text, std::size_t& at, int line, Field& field) {
  const bool had_word = field.has_word;
  field.has_word = true;
  field.had_empty_list = false;
  while (at < text.size() && text[at] != '"') {
    const char c = text[at];
    if (c == '\\' && at + 1 < text.size() &&
        std::string_view("\"\\$`\n").find(text[at + 1]) != std::string_view::npos) {
      if (text[at + 1] != '\n') field.text.add(text[at + 1]);
      at += 2;
    } else if (c == '$' || c == '`') {
      expansion(text, at, line, field, true);
    } else {
      field.text.add(c);
      ++at;
    }
  }
  ++at;
  if (field.had_empty_list && field.text.empty()) field.has_word = had_word;
}

void ShellExpander::expansion(std::string_view text, std::size_t& at, int line, Field& field,
                              bool is_quoted) {
  const std::size_t begin = at++;
  const auto written = [&] { return text.substr(begin, at - begin); };
  if (text[begin] == '`') {
    at = std::min(text.find('`', at), text.size() - 1) + 1;
    return put_unknown(written(), field, is_quoted);
  }
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("((")) {
    at = end_of_brackets(text, at);
    const std::string_view inner =
        written().size() > 5 ? written().substr(3, written().size() - 5) : std::string_view();
    const auto value = arithmetic(inner, line);
    if (!value) return put_unknown(written(), field, true);
    field.text.add(std::to_string(*value));
    field.has_word = true;
    return;
  }
  if (rest.starts_with("(")) {
    at = end_of_brackets(text, at);
    return put_unknown(written(), field, is_quoted);
  }
  if (rest.starts_with("{")) {
    at = end_of_brackets(text, at);
    return braced(written().substr(2, written().size() < 3 ? 0 : written().size() - 3), written(),
                  line, field, is_quoted);
  }
  const std::size_t length = name_length(rest);
  if (length > 0) {
    at += length;
    return variable(rest.substr(0, length), written(), line, field, is_quoted);
  }
  if (!rest.empty() && std::string_view("0123456789@*#?$!-").find(rest[0]) != rest.npos) {
    ++at;
    return arguments(rest[0], written(), field, is_quoted);
  }
  field.text.add('$');
  field.has_word = true;
}

void ShellExpander::note_unset(std::string_view name, int line) {
  constexpr std::size_t limit = 100;
  if (state_.is_strict && limits_.unset.size() < limit)
    limits_.unset.push_back({std::string(name), {}, line});
}

void ShellExpander::variable(std::string_view name, std::string_view written, int line,
                             Field& field, bool is_quoted) {
  const ShellVariable* found = state_.find(name);
  if (!found) {
    note_unset(name, line);
    return put_unknown(written, field, is_quoted);
  }
  if (found->is_array && !dialect_.splits_words)  // zsh: the whole array
    return put_list(found->words, written, field, is_quoted);
  if (!found->words.empty()) put(found->words.front(), field, is_quoted);
  field.has_word |= is_quoted;
}

// $1, "$@" etc.: known in a function; for the script, only when it is submitted.
void ShellExpander::arguments(char sign, std::string_view written, Field& field, bool is_quoted) {
  const std::vector<ShellText>& all = state_.arguments;
  if (!state_.has_arguments || std::string_view("?$!-0").find(sign) != std::string_view::npos) {
    const bool is_list = sign == '@' || sign == '*';
    put_unknown(written, field, is_quoted && !is_list);
    field.is_list |= is_list;
    return;
  }
  if (sign == '@' || sign == '*') return put_list(all, written, field, is_quoted);
  if (sign == '#') {
    field.text.add(std::to_string(all.size()));
    field.has_word = true;
    return;
  }
  const auto index = static_cast<std::size_t>(sign - '1');
  if (index < all.size())
    put(all[index], field, is_quoted);
  else
    note_unset(std::string_view(&sign, 1), 0);
  field.has_word |= is_quoted;
}

// ${...}: `inner` is what is between the braces.
void ShellExpander::braced(std::string_view inner, std::string_view written, int line, Field& field,
                           bool is_quoted) {
  if (inner.starts_with('#') && inner.size() > 1) {
    std::string_view name = inner.substr(1);
    const bool is_list = name.ends_with("[@]") || name.ends_with("[*]");
    if (is_list) name.remove_suffix(3);
    const ShellVariable* found = state_.find(name);
    if (!found || (!is_list && !(found->words.size() == 1 && found->words[0].is_known())))
      return put_unknown(written, field, is_quoted);
    const std::size_t size = is_list ? found->words.size() : found->words[0].written().size();
    field.text.add(std::to_string(size));
    field.has_word = true;
    return;
  }
  const bool is_argument =
      !inner.empty() && std::string_view("0123456789@*").find(inner[0]) != std::string_view::npos;
  const std::size_t length = is_argument ? 1 : name_length(inner);
  if (length == 0) return put_unknown(written, field, is_quoted);
  const std::string name(inner.substr(0, length));
  std::string_view rest = inner.substr(length);
  std::optional<ShellText> text;
  bool is_set = false;
  if (is_argument) {
    if (rest.empty()) return arguments(name[0], written, field, is_quoted);
    const auto index = static_cast<std::size_t>(name[0] - '1');
    if (state_.has_arguments && name[0] >= '1' && name[0] <= '9' && index < state_.arguments.size())
      text = state_.arguments[index];
    is_set = text.has_value();
  } else if (const ShellVariable* found = state_.find(name)) {
    if (rest == "[@]" || rest == "[*]") return put_list(found->words, written, field, is_quoted);
    is_set = true;
    if (rest.starts_with('[') && rest.find(']') != rest.npos) {
      text = element(*found, rest.substr(1, rest.find(']') - 1), line);
      rest.remove_prefix(rest.find(']') + 1);
      if (!text) return put_unknown(written, field, is_quoted);
    } else {
      text = found->words.empty() ? ShellText() : found->words.front();
    }
  }
  const bool is_colon = rest.starts_with(':') && rest.size() > 1 &&
                        std::string_view("-=+?").find(rest[1]) != std::string_view::npos;
  const char sign = rest.empty() ? ' ' : rest[is_colon ? 1 : 0];
  if (std::string_view("-=+?").find(sign) == std::string_view::npos) {
    if (!is_argument && !is_set) note_unset(name, line);
    if (text && !rest.empty()) text = changed(*text, rest, line);
    if (!text) return put_unknown(written, field, is_quoted);
    put(*text, field, is_quoted);
    field.has_word |= is_quoted;
    return;
  }
  const std::string_view other = rest.substr(is_colon ? 2 : 1);
  if (is_set && is_colon && !text->empty() && !text->is_known() && sign == '+')
    return put_unknown(written, field, is_quoted);
  const bool counts = is_set && !(is_colon && text->empty());
  if (sign == '+') {
    if (!is_set && !(is_argument && state_.has_arguments))
      return put_unknown(written, field, is_quoted);
    if (counts) put(value(other, line), field, is_quoted);
    field.has_word |= is_quoted;
    return;
  }
  if (!counts && sign == '?') return put_unknown(written, field, is_quoted);
  // ${NAME:-} only avoids an error with `set -u`: the environment's value counts.
  if (!is_set && other.empty() && !(is_argument && state_.has_arguments))
    return put_unknown(written, field, is_quoted);
  if (!counts) {
    text = value(other, line);
    // The environment, or whoever submits it, may have set it.
    if (!is_set && text->is_known() && !(is_argument && state_.has_arguments))
      limits_.defaults.push_back({is_argument ? "$" + name : name, text->written(), line});
    if (sign == '=' && !is_argument) state_.set(name, *text, line);
  }
  put(*text, field, is_quoted);
  field.has_word |= is_quoted;
}

void ShellExpander::put(const ShellText& text, Field& field, bool is_quoted) {
  const std::size_t size = text.written().size() + 1;
  if (limits_.expansion < size) return put_unknown("...", field, true);
  limits_.expansion -= size;
  if (is_quoted || !field.is_split) {
    field.text.add(text);
    field.has_word |= !text.empty();
    return;
  }
  for (const ShellPiece& piece : text.pieces()) {
    if (!piece.is_known) {
      field.text.add(piece);
      field.has_word = field.is_list = true;
      continue;
    }
    for (const char c : piece.text) {
      if (ends_field(c)) {
        field.finish();
        continue;
      }
      field.text.add(c);
      field.has_word = true;
    }
  }
}

void ShellExpander::put_list(const std::vector<ShellText>& words, std::string_view, Field& field,
                             bool is_quoted) {
  field.had_empty_list |= words.empty();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && field.is_split) field.finish();
    if (i > 0 && !field.is_split) field.text.add(' ');
    // "${A[@]}" for an array whose end is unknown.
    const bool is_rest = !words[i].empty() && words[i].written().ends_with("[@]}");
    put(words[i], field, is_quoted);
    field.has_word |= is_quoted;
    field.is_list |= is_rest;
  }
}

void ShellExpander::put_unknown(std::string_view written, Field& field, bool is_quoted) {
  field.text.add(ShellPiece{std::string(written), false, {}});
  field.has_word = true;
  field.is_list |= !is_quoted && field.is_split;
}

std::optional<std::int64_t> ShellExpander::arithmetic(std::string_view text, int line) {
  // A part with a $ is expanded first, as in bash.
  ShellText whole;
  {
    ShellWords words;
    Field field{words, line, false};
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '$' || text[at] == '`')
        expansion(text, at, line, field, true);
      else
        field.text.add(text[at++]);
    }
    whole = std::move(field.text);
  }
  if (depth_ > kDeepestExpansion) return std::nullopt;
  const ArithmeticVariables variables{
      [&](const std::string& name) -> std::optional<std::int64_t> {
        const ShellVariable* found = state_.find(name);
        if (!found || found->words.empty() || !found->words.front().is_known()) return std::nullopt;
        const ArithmeticVariables none{[](const std::string&) { return std::nullopt; },
                                       [](const std::string&, std::optional<std::int64_t>) {}};
        return arithmetic_value(found->words.front().written(), none);
      },
      [&](const std::string& name, std::optional<std::int64_t> value) {
        if (value)
          state_.set(name, ShellText(std::to_string(*value)), line);
        else
          state_.set_unknown(name, line);
      }};
  if (!whole.is_known()) {
    // An assignment in it still takes effect.
    static_cast<void>(arithmetic_value(text, variables));
    return std::nullopt;
  }
  return arithmetic_value(whole.written(), variables);
}

}  // namespace trainyard
