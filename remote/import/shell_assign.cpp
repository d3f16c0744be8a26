// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_assign.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr std::size_t kItemLimit = 2000;  // per array

}  // namespace

bool ShellAssigner::assign(const ShellSource& source, bool is_exported) {
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
  ShellText content = expander_.value(rest, source.line);
  if (index) {
    assign_element(name, *index, std::move(content), source.line);
    return true;
  }
  if (is_appended) content = appended(name, content);
  if (!limits_.spend(content.written().size() + 1)) {
    state_.set_unknown(name, source.line);
    return true;
  }
  state_.set(name, std::move(content), source.line);
  state_.variables[name].is_exported |= is_exported;
  return true;
}

ShellText ShellAssigner::appended(const std::string& name, const ShellText& content) const {
  ShellText whole;
  if (const ShellVariable* before = state_.find(name)) {
    if (!before->words.empty()) whole = before->words.front();
  } else {
    whole.add(ShellPiece{"$" + name, false, {}});
  }
  whole.add(content);
  return whole;
}

void ShellAssigner::assign_element(const std::string& name, std::string_view index,
                                   ShellText content, int line) {
  ShellVariable& variable = state_.variables[name];
  const auto at = expander_.arithmetic(index, line);
  const bool is_next = variable.names.empty() && at && *at >= 0 && *at >= first_index_ &&
                       *at - first_index_ <= std::ssize(variable.words);
  if (is_next) {
    const auto place = static_cast<std::size_t>(*at - first_index_);
    if (place == variable.words.size()) variable.words.emplace_back();
    variable.words[place] = std::move(content);
  } else {
    // An associative array, or one with gaps.
    const ShellText key = expander_.value(index, line);
    if (!key.is_known() || variable.names.size() != variable.words.size()) {
      state_.variables.erase(name);
      return;
    }
    variable.names.push_back(key.written());
    variable.words.push_back(std::move(content));
  }
  variable.is_array = true;
  variable.line = line;
}

ShellAssigner::Items ShellAssigner::items_of(std::string_view inner, int line) {
  Items items{{}, {}, line};
  for (std::size_t at = 0; at < inner.size() && items.words.size() < kItemLimit;) {
    if (is_shell_blank(inner[at]) || inner[at] == '\n' || inner[at] == ';') {
      items.line += inner[at] == '\n' ? 1 : 0;
      ++at;
    } else if (inner[at] == '#') {
      at = std::min(inner.find('\n', at), inner.size());
    } else if (inner.substr(at).starts_with("\\\n")) {
      ++items.line;
      at += 2;
    } else {
      const std::size_t end = std::max(end_of_word(inner, at), at + 1);
      std::string_view one = inner.substr(at, end - at);
      if (const auto sign = one.find("]="); one.starts_with('[') && sign != one.npos) {
        items.names.push_back(expander_.value(one.substr(1, sign - 1), items.line).written());
        one.remove_prefix(sign + 2);
        items.words.push_back(shell_word(expander_.value(one, items.line), items.line, false));
      } else {
        expander_.expand({std::string(one), items.line}, items.words);
      }
      at = end;
    }
  }
  return items;
}

void ShellAssigner::assign_list(const std::string& name, std::string_view inner, bool is_appended,
                                int line, bool is_exported) {
  Items items = items_of(inner, line);
  ShellVariable& variable = state_.variables[name];
  if (!is_appended) {
    variable.words.clear();
    variable.names.clear();
  }
  // An item whose content is unknown, such as "${A[@]}", represents all of it.
  for (ShellWord& item : items.words) variable.words.push_back(std::move(item.parts));
  variable.names.insert(variable.names.end(), items.names.begin(), items.names.end());
  variable.is_array = true;
  variable.is_exported |= is_exported;
  variable.line = items.line;
  if (variable.words.size() > kItemLimit) state_.variables.erase(name);
}

}  // namespace trainyard
