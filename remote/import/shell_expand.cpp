// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_expand.h"

#include <algorithm>

#include "remote/import/shell_arithmetic.h"
#include "remote/import/shell_braces.h"
#include "remote/import/shell_modifiers.h"

namespace trainyard {
namespace {

constexpr int kDeepestExpansion = 20;

bool is_any_of(char c, std::string_view all) { return all.find(c) != all.npos; }

}  // namespace

void ShellExpander::expand(const ShellSource& source, ShellWords& out) {
  std::vector<std::string> words;
  expand_braces(source.text, words);
  for (const std::string& word : words) {
    // -o=~/x is not an assignment; NAME=$X after `env` is not split either.
    const bool is_split = dialect_.splits_words && !is_assignment(word);
    ShellField field{out, limits_, source.line, is_split};
    read_word(word, source.line, field, false);
    field.finish();
  }
}

ShellText ShellExpander::value(std::string_view source, int line) {
  ShellWords words;
  ShellField field{words, limits_, line, false};
  read_word(source, line, field, true);
  return std::move(field.text);
}

ShellText ShellExpander::document(const ShellHereDocument& document) {
  if (document.is_plain) return ShellText(document.text);
  return quoted_text(document.text, document.line, "$`\\\n");
}

ShellText ShellExpander::quoted_text(std::string_view text, int line, std::string_view escaped) {
  ShellWords words;
  ShellField field{words, limits_, line, false};
  std::size_t at = 0;
  quoted(text, at, line, field, escaped, false);
  return std::move(field.text);
}

void ShellExpander::read_word(std::string_view text, int line, ShellField& field, bool is_value) {
  const bool is_process = text.starts_with("<(") || text.starts_with(">(");
  if (depth_ > kDeepestExpansion || is_process) return field.put_unknown(text, true);
  ++depth_;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool is_dollar = c == '$' && at + 1 < text.size() && is_any_of(text[at + 1], "'\"");
    const char quote = is_dollar ? text[at + 1] : c;
    if (c == '\n') ++line;
    if (quote == '\'') {
      at += is_dollar ? 2 : 1;
      const auto end = std::min(text.find('\'', at), text.size());
      field.put_known(text.substr(at, end - at));
      at = end + 1;
    } else if (quote == '"') {
      at += is_dollar ? 2 : 1;
      double_quotes(text, at, line, field);
    } else if (c == '\\') {
      const bool is_continued = text.substr(at).starts_with("\\\n");
      const bool is_long = text.substr(at).starts_with("\\\r\n");
      if (!is_continued && !is_long && at + 1 < text.size())
        field.put_known(text.substr(at + 1, 1));
      at += is_long ? 3 : 2;
    } else if (c == '$' || c == '`') {
      expansion(text, at, line, field, is_value);
    } else if (c == '~' && (at == 0 || text[at - 1] == '=' || text[at - 1] == ':') &&
               (at + 1 == text.size() || text[at + 1] == '/')) {
      field.put_unknown("$HOME", true);
      ++at;
    } else if (c == '*' && !is_value) {
      field.put_unknown("*", false);  // the files that it matches
      ++at;
    } else {
      field.put_known(text.substr(at++, 1));
    }
  }
  --depth_;
}

void ShellExpander::double_quotes(std::string_view text, std::size_t& at, int line,
                                  ShellField& field) {
  const bool had_word = field.has_word;
  field.has_word = true;
  field.had_empty_list = false;
  quoted(text, at, line, field, "\"\\$`\n", true);
  ++at;
  if (field.had_empty_list && field.text.empty()) field.has_word = had_word;
}

// Text in which only $ and ` count, and \ before one of the `escaped`.
void ShellExpander::quoted(std::string_view text, std::size_t& at, int line, ShellField& field,
                           std::string_view escaped, bool ends_at_quote) {
  while (at < text.size() && !(ends_at_quote && text[at] == '"')) {
    const char c = text[at];
    if (c == '\\' && at + 1 < text.size() && is_any_of(text[at + 1], escaped)) {
      if (text[at + 1] != '\n') field.text.add(text[at + 1]);
      at += 2;
    } else if (c == '$' || c == '`') {
      expansion(text, at, line, field, true);
    } else {
      field.text.add(c);
      ++at;
    }
  }
}

void ShellExpander::expansion(std::string_view text, std::size_t& at, int line, ShellField& field,
                              bool is_quoted) {
  const std::size_t begin = at++;
  const auto written = [&] { return text.substr(begin, at - begin); };
  const auto here = [&] { return Expansion{written(), line, field, is_quoted}; };
  const std::string_view rest = text.substr(at);
  if (text[begin] == '`') {
    at = std::min(text.find('`', at), text.size() - 1) + 1;
    here().put_unknown();
  } else if (rest.starts_with("((")) {
    at = end_of_brackets(text, at);
    const std::string_view inner =
        written().size() > 5 ? written().substr(3, written().size() - 5) : std::string_view();
    if (const auto value = arithmetic(inner, line))
      field.put_known(std::to_string(*value));
    else
      field.put_unknown(written(), true);
  } else if (rest.starts_with("(")) {
    at = end_of_brackets(text, at);
    here().put_unknown();
  } else if (rest.starts_with("{")) {
    at = end_of_brackets(text, at);
    braced(written().substr(2, written().size() < 3 ? 0 : written().size() - 3), here());
  } else if (const std::size_t length = name_length(rest); length > 0) {
    at += length;
    variable(rest.substr(0, length), here());
  } else if (!rest.empty() && is_any_of(rest[0], "0123456789@*#?$!-")) {
    ++at;
    arguments(rest[0], here());
  } else {
    field.put_known("$");
  }
}

void ShellExpander::note_unset(std::string_view name, int line) {
  constexpr std::size_t limit = 100;
  if (state_.is_strict && limits_.unset.size() < limit)
    limits_.unset.push_back({std::string(name), {}, line});
}

void ShellExpander::variable(std::string_view name, const Expansion& expansion) {
  const ShellVariable* found = state_.find(name);
  if (!found) {
    note_unset(name, expansion.line);
    return expansion.put_unknown();
  }
  if (found->is_array && !dialect_.splits_words)  // zsh: the whole array
    return expansion.put_list(found->words);
  expansion.put(found->words.empty() ? ShellText() : found->words.front());
}

// $1, "$@" etc.: known in a function; for the script, only when it is submitted.
void ShellExpander::arguments(char sign, const Expansion& expansion) {
  const std::vector<ShellText>& all = state_.arguments;
  const bool is_list = sign == '@' || sign == '*';
  if (!state_.has_arguments || is_any_of(sign, "?$!-0")) {
    expansion.field.put_unknown(expansion.written, expansion.is_quoted && !is_list);
    expansion.field.is_list |= is_list;
    return;
  }
  if (is_list) return expansion.put_list(all);
  if (sign == '#') return expansion.field.put_known(std::to_string(all.size()));
  const auto index = static_cast<std::size_t>(sign - '1');
  if (index >= all.size()) note_unset(std::string_view(&sign, 1), 0);
  expansion.put(index < all.size() ? all[index] : ShellText());
}

// ${#name}
void ShellExpander::size_of(std::string_view name, const Expansion& expansion) {
  const bool is_list = name.ends_with("[@]") || name.ends_with("[*]");
  if (is_list) name.remove_suffix(3);
  const ShellVariable* found = state_.find(name);
  if (!found || (!is_list && !(found->words.size() == 1 && found->words[0].is_known())))
    return expansion.put_unknown();
  const std::size_t size = is_list ? found->words.size() : found->words[0].written().size();
  expansion.field.put_known(std::to_string(size));
}

// ${...}: `inner` is what is between the braces.
void ShellExpander::braced(std::string_view inner, const Expansion& expansion) {
  if (inner.starts_with('#') && inner.size() > 1) return size_of(inner.substr(1), expansion);
  const bool is_argument = !inner.empty() && is_any_of(inner[0], "0123456789@*");
  const std::size_t length = is_argument ? 1 : name_length(inner);
  if (length == 0) return expansion.put_unknown();
  Parameter parameter{inner.substr(0, length), inner.substr(length), is_argument};
  std::string_view& rest = parameter.rest;
  if (is_argument) {
    const char sign = inner[0];
    if (rest.empty()) return arguments(sign, expansion);
    const auto index = static_cast<std::size_t>(sign - '1');
    parameter.is_set =
        state_.has_arguments && sign >= '1' && sign <= '9' && index < state_.arguments.size();
    if (parameter.is_set) parameter.text = state_.arguments[index];
  } else if (const ShellVariable* found = state_.find(parameter.name)) {
    if (rest == "[@]" || rest == "[*]") return expansion.put_list(found->words);
    parameter.is_set = true;
    parameter.text = found->words.empty() ? ShellText() : found->words.front();
    if (rest.starts_with('[') && rest.find(']') != rest.npos) {
      parameter.text = element(*found, rest.substr(1, rest.find(']') - 1), expansion.line);
      rest.remove_prefix(rest.find(']') + 1);
      if (!parameter.text) return expansion.put_unknown();
    }
  }
  const std::size_t sign = rest.starts_with(':') && rest.size() > 1 ? 1 : 0;
  if (!rest.empty() && is_any_of(rest[sign], "-=+?")) return with_default(parameter, expansion);
  plain(parameter, expansion);
}

// ${name} and its modifiers.
void ShellExpander::plain(Parameter& parameter, const Expansion& expansion) {
  if (!parameter.is_argument && !parameter.is_set) note_unset(parameter.name, expansion.line);
  if (parameter.text && !parameter.rest.empty())
    parameter.text = changed(*parameter.text, parameter.rest, expansion.line);
  if (!parameter.text) return expansion.put_unknown();
  expansion.put(*parameter.text);
}

// ${name:-other}, ${name-other}, and the same with = + ?
void ShellExpander::with_default(Parameter& parameter, const Expansion& expansion) {
  auto& [name, rest, is_argument, is_set, text] = parameter;
  const bool is_colon = rest.starts_with(':');
  const char sign = rest[is_colon ? 1 : 0];
  const std::string_view other = rest.substr(is_colon ? 2 : 1);
  // The environment, or whoever submits it, may have set it.
  const bool is_open = !is_set && !(is_argument && state_.has_arguments);
  const bool counts = is_set && !(is_colon && text->empty());
  if (sign == '+') {
    const bool may_be_empty = is_set && is_colon && !text->empty() && !text->is_known();
    if (may_be_empty || is_open) return expansion.put_unknown();
    return expansion.put(counts ? value(other, expansion.line) : ShellText());
  }
  if (counts) return expansion.put(*text);
  // ${NAME:-} only avoids an error with `set -u`: the environment's value counts.
  if (sign == '?' || (is_open && other.empty())) return expansion.put_unknown();
  text = value(other, expansion.line);
  if (is_open && text->is_known())
    limits_.defaults.push_back(
        {(is_argument ? "$" : "") + std::string(name), text->written(), expansion.line});
  if (sign == '=' && !is_argument) state_.set(std::string(name), *text, expansion.line);
  expansion.put(*text);
}

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
  if (sign == '/') {
    const auto replaced = with_replaced(known, operand, is_double);
    return replaced ? std::optional(ShellText(*replaced)) : std::nullopt;
  }
  if (sign != ':') return std::nullopt;
  const auto colon = operand.find(':');
  const auto from = arithmetic(operand.substr(0, colon), line);
  const auto count = colon == operand.npos ? std::optional<std::int64_t>(known.size())
                                           : arithmetic(operand.substr(colon + 1), line);
  if (!from || !count || *from < 0 || *count < 0) return std::nullopt;
  if (static_cast<std::size_t>(*from) >= known.size()) return ShellText();
  return ShellText(known.substr(static_cast<std::size_t>(*from), static_cast<std::size_t>(*count)));
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

std::optional<std::int64_t> ShellExpander::arithmetic(std::string_view text, int line) {
  // A part with a $ is expanded first, as in bash.
  const ShellText whole = quoted_text(text, line, {});
  if (depth_ > kDeepestExpansion) return std::nullopt;
  const ArithmeticVariables variables{
      [&](const std::string& name) -> std::optional<std::int64_t> {
        const ShellVariable* found = state_.find(name);
        if (!found || found->words.empty() || !found->words.front().is_known()) return std::nullopt;
        return arithmetic_value(found->words.front().written());
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
