// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/line_pattern.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// Places that are tried in one line: more than any honest pattern needs, and some microseconds.
constexpr int max_tries = 2000;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_in_name(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '/' || c == '@' || c == '-';
}

// The name in "{NAME}" or "{*}" at the beginning of `text`; empty if there is no placeholder.
std::string_view placeholder_at(std::string_view text) {
  if (text.starts_with("{*}")) return text.substr(1, 1);
  if (text.size() < 3 || text[0] != '{' || !is_letter(text[1])) return {};
  const auto end = std::find_if_not(text.begin() + 1, text.end(), is_in_name);
  if (end == text.end() || *end != '}') return {};
  return text.substr(1, static_cast<std::size_t>(end - text.begin()) - 1);
}

// How many bytes of `line` the literal covers; nothing if it does not begin there.
std::optional<std::size_t> literal_length(std::string_view line, std::string_view literal) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (!is_blank(literal[i])) {
      if (at >= line.size() || line[at] != literal[i]) return std::nullopt;
      ++at;
      continue;
    }
    if (at >= line.size() || !is_blank(line[at])) return std::nullopt;
    while (at < line.size() && is_blank(line[at])) ++at;
  }
  return at;
}

std::optional<std::pair<double, std::size_t>> word_at(std::string_view text, std::size_t sign) {
  constexpr std::pair<std::string_view, double> words[] = {
      {"infinity", std::numeric_limits<double>::infinity()},
      {"inf", std::numeric_limits<double>::infinity()},
      {"nan", std::numeric_limits<double>::quiet_NaN()}};
  for (const auto& [word, value] : words) {
    const std::string_view found = text.substr(sign, word.size());
    const auto equal = [](char a, char b) { return (is_letter(a) ? char(a | 0x20) : a) == b; };
    if (!std::equal(found.begin(), found.end(), word.begin(), word.end(), equal)) continue;
    const std::size_t end = sign + word.size();
    if (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) continue;
    return std::pair(sign > 0 && text[0] == '-' ? -value : value, end);
  }
  return std::nullopt;
}

// "D-03" of Fortran's double precision: the exponent and its length.
std::optional<std::pair<int, std::size_t>> exponent_behind_d(std::string_view text) {
  if (text.size() < 4 || (text[0] != 'D' && text[0] != 'd') || (text[1] != '+' && text[1] != '-'))
    return std::nullopt;
  int exponent = 0;
  std::size_t end = 2;
  while (end < text.size() && end < 5 && is_digit(text[end]))
    exponent = exponent * 10 + (text[end++] - '0');
  if (end < 4 || (end < text.size() && (is_digit(text[end]) || is_letter(text[end]))))
    return std::nullopt;
  return std::pair(text[1] == '-' ? -exponent : exponent, end);
}

}  // namespace

std::optional<std::pair<double, std::size_t>> number_at(std::string_view text) {
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  if (sign >= text.size()) return std::nullopt;
  if (is_letter(text[sign])) return word_at(text, sign);
  if (!is_digit(text[sign]) && text[sign] != '.') return std::nullopt;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data() + sign, end, value);
  if (error == std::errc::invalid_argument) return std::nullopt;
  std::size_t length = static_cast<std::size_t>(after - text.data());
  if (const auto fortran = exponent_behind_d(text.substr(length))) {
    value *= std::pow(10.0, fortran->first);
    length += fortran->second;
  }
  // Out of range: too large, or too close to zero, as its exponent says.
  if (error == std::errc::result_out_of_range)
    value = text.substr(0, length).find("e-") == text.npos &&
                    text.substr(0, length).find("E-") == text.npos
                ? std::numeric_limits<double>::infinity()
                : 0;
  return std::pair(text[0] == '-' ? -value : value, length);
}

Result<LinePattern> LinePattern::parse(std::string_view text) {
  if (text.size() > max_bytes) return make_error("pattern.too_long", {});
  if (text.find_first_of("\n\r") != text.npos) return make_error("pattern.line_break", {});
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  LinePattern pattern;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view name = placeholder_at(text.substr(at));
    if (name.empty()) {
      if (pattern.parts_.empty() || pattern.parts_.back().kind != Part::Kind::literal)
        pattern.parts_.push_back({Part::Kind::literal, {}});
      std::string& literal = pattern.parts_.back().text;
      if (!is_blank(text[at]))
        literal += text[at];
      else if (literal.empty() || literal.back() != ' ')
        literal += ' ';
      ++at;
      continue;
    }
    if (!pattern.parts_.empty() && pattern.parts_.back().kind != Part::Kind::literal)
      return make_error("pattern.side_by_side", {});
    const bool is_any = name == "*";
    if (const auto names = pattern.names();
        !is_any && std::find(names.begin(), names.end(), name) != names.end())
      return make_error("pattern.name_twice", {{"any", "{*}"}});
    pattern.parts_.push_back({is_any ? Part::Kind::any : Part::Kind::number, std::string(name)});
    at += name.size() + 2;
  }
  const auto names = pattern.names();
  const auto is_value = [](const std::string& name) {
    return name != "step" && name != "epoch" && name != "tokens";
  };
  if (std::none_of(names.begin(), names.end(), is_value))
    return make_error("pattern.no_value", {{"value", "{loss}"}});
  return pattern;
}

std::vector<std::string> LinePattern::names() const {
  std::vector<std::string> names;
  for (const Part& part : parts_)
    if (part.kind == Part::Kind::number) names.push_back(part.text);
  return names;
}

bool LinePattern::match_from(std::string_view line, std::size_t at, std::size_t part,
                             Values& values, int& tries) const {
  if (part == parts_.size()) return true;
  if (--tries < 0) return false;
  const Part& expected = parts_[part];
  if (expected.kind == Part::Kind::literal) {
    const auto length = literal_length(line.substr(at), expected.text);
    return length && match_from(line, at + *length, part + 1, values, tries);
  }
  if (expected.kind == Part::Kind::number) {
    std::size_t begin = at;
    // Numbers are padded with spaces to form columns.
    while (begin < line.size() && is_blank(line[begin])) ++begin;
    const auto number = number_at(line.substr(begin));
    if (!number) return false;
    values.emplace_back(expected.text, number->first);
    if (match_from(line, begin + number->second, part + 1, values, tries)) return true;
    values.pop_back();
    return false;
  }
  for (std::size_t end = at; end <= line.size() && tries >= 0; ++end)
    if (match_from(line, end, part + 1, values, tries)) return true;
  return false;
}

std::optional<LinePattern::Values> LinePattern::match(std::string_view line) const {
  int tries = max_tries;
  for (std::size_t at = 0; at <= line.size() && tries >= 0; ++at) {
    Values values;
    // A number is not read from its middle.
    if (parts_.front().kind == Part::Kind::number && at > 0 &&
        (is_digit(line[at - 1]) || line[at - 1] == '.' || is_letter(line[at - 1])))
      continue;
    if (match_from(line, at, 0, values, tries)) return values;
  }
  return std::nullopt;
}

}  // namespace trainyard
