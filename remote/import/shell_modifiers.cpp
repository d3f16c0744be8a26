// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_modifiers.h"

#include "remote/import/shell_arithmetic.h"

namespace trainyard {

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

std::optional<std::string> with_replaced(const std::string& text, const std::string& operand,
                                         bool is_all) {
  const auto slash = operand.find('/');
  const std::string from = operand.substr(0, slash),
                    to = slash == operand.npos ? std::string() : operand.substr(slash + 1);
  if (from.empty() || from.find_first_of("*?[#%") != from.npos) return std::nullopt;
  std::string out;
  for (std::size_t at = 0;;) {
    const auto found = text.find(from, at);
    if (found == text.npos || (!is_all && at > 0)) return out + text.substr(at);
    out += text.substr(at, found - at) + to;
    at = found + from.size();
    if (out.size() > 65536) return std::nullopt;
  }
}

}  // namespace trainyard
