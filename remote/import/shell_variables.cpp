// SPDX-License-Identifier: GPL-3.0-or-later
// Assignments, array elements and modifiers in ${name...}: the second half of shell_expand.h.
#include <algorithm>

#include "remote/import/shell_arithmetic.h"
#include "remote/import/shell_expand.h"

namespace trainyard {
namespace {

constexpr std::size_t kItemLimit = 2000;  // per array

// ${name#pattern} etc. on known text.
std::string without_match(const std::string& text, std::string_view pattern, bool is_front,
                          bool is_longest) {
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::size_t size = is_longest ? text.size() - i : i;
    const std::string_view part = is_front ? std::string_view(text).substr(0, size)
                                           : std::string_view(text).substr(text.size() - size);
    if (matches_pattern(part, pattern))
      return is_front ? text.substr(size) : text.substr(0, text.size() - size);
  }
  return text;
}

std::string with_case(std::string text, bool is_upper, bool is_all) {
  for (char& c : text) {
    if (is_upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    if (!is_upper && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    if (!is_all) break;
  }
  return text;
}

}  // namespace

std::optional<ShellText> ShellExpander::changed(const ShellText& text, std::string_view operation,
                                                int line) {
  if (!text.is_known()) return std::nullopt;
  const std::string known = text.written();
  // A multi-byte character must not be split.
  if (std::any_of(known.begin(), known.end(), [](char c) { return (c & 0x80) != 0; }))
    return std::nullopt;
  const char sign = operation[0];
  const bool is_double = operation.size() > 1 && operation[1] == sign;
  const ShellText operand_text = value(operation.substr(is_double ? 2 : 1), line);
  if (!operand_text.is_known()) return std::nullopt;
  const std::string operand = operand_text.written();
  if (sign == '#' || sign == '%')
    return ShellText(without_match(known, operand, sign == '#', is_double));
  if (sign == '^' || sign == ',') return ShellText(with_case(known, sign == '^', is_double));
  if (sign == ':') {
    const auto colon = operand.find(':');
    const auto from = arithmetic(operand.substr(0, colon), line);
    const auto count = colon == operand.npos ? std::optional<std::int64_t>(known.size())
                                             : arithmetic(operand.substr(colon + 1), line);
    if (!from || !count || *from < 0 || *count < 0) return std::nullopt;
    if (static_cast<std::size_t>(*from) >= known.size()) return ShellText();
    return ShellText(
        known.substr(static_cast<std::size_t>(*from), static_cast<std::size_t>(*count)));
  }
  if (sign != '/') return std::nullopt;
  const auto slash = operand.find('/');
  const std::string from = operand.substr(0, slash),
                    to = slash == operand.npos ? std::string() : operand.substr(slash + 1);
  if (from.empty() || from.find_first_of("*?[#%") != from.npos) return std::nullopt;
  std::string out;
  for (std::size_t at = 0;;) {
    const auto found = known.find(from, at);
    if (found == known.npos || (!is_double && at > 0)) return ShellText(out + known.substr(at));
    out += known.substr(at, found - at) + to;
    at = found + from.size();
    if (out.size() > 65536) return std::nullopt;
  }
}

// ${name[index]}; if the index has several possible values, so has the result.
std::optional<ShellText> ShellExpander::element(const ShellVariable& variable,
                                                std::string_view index, int line) {
  const ShellText which = value(index, line);
  if (!variable.names.empty()) {
    const auto found = std::find(variable.names.begin(), variable.names.end(), which.written());
    if (!which.is_known() || found == variable.names.end()) return std::nullopt;
    return variable.words[static_cast<std::size_t>(found - variable.names.begin())];
  }
  const auto number = arithmetic(index, line);
  if (!number) return std::nullopt;
  const std::int64_t size = static_cast<std::int64_t>(variable.words.size());
  const std::int64_t at = *number < 0 ? size + *number : *number - dialect_.first_index;
  if (at < 0 || at >= size) return ShellText();
  return variable.words[static_cast<std::size_t>(at)];
}

bool ShellExpander::assign(const ShellSource& source, bool is_exported) {
  const std::string_view text = source.text;
  if (!is_assignment(text)) return false;
  const std::size_t length = name_length(text);
  const std::string name(text.substr(0, length));
  std::string_view rest = text.substr(length);
  std::optional<std::string_view> index;
  if (rest.starts_with('[')) {
    index = rest.substr(1, rest.find(']') - 1);
    rest.remove_prefix(rest.find(']') + 1);
  }
  const bool is_appended = rest.starts_with('+');
  rest.remove_prefix(is_appended ? 2 : 1);
  if (rest.starts_with('(') && !index) {
    assign_list(name, rest.substr(1, rest.size() - (rest.ends_with(')') ? 2 : 1)), is_appended,
                source.line, is_exported);
    return true;
  }
  ShellText content = value(rest, source.line);
  if (index) {
    ShellVariable& variable = state_.variables[name];
    const auto at = arithmetic(*index, source.line);
    const bool is_next =
        variable.names.empty() && at && *at >= 0 &&
        *at - dialect_.first_index <= static_cast<std::int64_t>(variable.words.size()) &&
        *at >= dialect_.first_index;
    if (!is_next) {
      // An associative array, or one with gaps.
      const ShellText key = value(*index, source.line);
      if (!key.is_known() || variable.names.size() != variable.words.size()) {
        state_.variables.erase(name);
        return true;
      }
      variable.names.push_back(key.written());
      variable.words.push_back(std::move(content));
    } else {
      const auto place = static_cast<std::size_t>(*at - dialect_.first_index);
      if (place == variable.words.size()) variable.words.emplace_back();
      variable.words[place] = std::move(content);
    }
    variable.is_array = true;
    variable.line = source.line;
    return true;
  }
  if (is_appended) {
    ShellText whole;
    if (const ShellVariable* before = state_.find(name)) {
      if (!before->words.empty()) whole = before->words.front();
    } else {
      whole.add(ShellPiece{"$" + name, false, {}});
    }
    whole.add(content);
    content = std::move(whole);
  }
  const std::size_t size = content.written().size() + 1;
  if (limits_.expansion < size) {
    state_.set_unknown(name, source.line);
    return true;
  }
  limits_.expansion -= size;
  state_.set(name, std::move(content), source.line);
  state_.variables[name].is_exported |= is_exported;
  return true;
}

void ShellExpander::assign_list(const std::string& name, std::string_view inner, bool is_appended,
                                int line, bool is_exported) {
  ShellWords items;
  std::vector<std::string> names;
  for (std::size_t at = 0; at < inner.size() && items.size() < kItemLimit;) {
    if (is_shell_blank(inner[at]) || inner[at] == '\n' || inner[at] == ';') {
      line += inner[at] == '\n' ? 1 : 0;
      ++at;
    } else if (inner[at] == '#') {
      at = std::min(inner.find('\n', at), inner.size());
    } else if (inner.substr(at).starts_with("\\\n")) {
      ++line;
      at += 2;
    } else {
      const std::size_t end = std::max(end_of_word(inner, at), at + 1);
      std::string_view one = inner.substr(at, end - at);
      if (one.starts_with('[') && one.find("]=") != one.npos) {
        names.push_back(value(one.substr(1, one.find("]=") - 1), line).written());
        one.remove_prefix(one.find("]=") + 2);
        items.push_back(shell_word(value(one, line), line, false));
      } else {
        expand({std::string(one), line}, items);
      }
      at = end;
    }
  }
  ShellVariable& variable = state_.variables[name];
  if (!is_appended) variable.words.clear();
  if (!is_appended) variable.names.clear();
  for (ShellWord& item : items) {
    if (item.is_list && item.parts.pieces().size() == 1 && !item.parts.is_known()) {
      // Its content is unknown: "${A[@]}" represents all of it.
      ShellPiece piece = item.parts.pieces().front();
      variable.words.emplace_back().add(std::move(piece));
    } else {
      variable.words.push_back(std::move(item.parts));
    }
  }
  for (std::string& key : names) variable.names.push_back(std::move(key));
  variable.is_array = true;
  variable.is_exported |= is_exported;
  variable.line = line;
  if (variable.words.size() > kItemLimit) state_.variables.erase(name);
}

}  // namespace trainyard
