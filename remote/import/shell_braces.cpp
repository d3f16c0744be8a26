// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_braces.h"

#include <algorithm>

#include "remote/import/shell_arithmetic.h"

namespace trainyard {
namespace {

// Where the first braces open; npos behind a quote or ${.
std::size_t open_brace(std::string_view text) {
  const std::size_t at = text.find_first_of("'\"\\{");
  const std::size_t variable = text.find("${");
  return at == text.npos || text[at] != '{' || variable < at ? text.npos : at;
}

// b,c or 1..4; empty: nothing that is expanded.
std::vector<std::string> items_of(std::string_view inner) {
  std::vector<std::string> items;
  const auto dots = inner.find("..");
  if (inner.find(',') != inner.npos) {
    while (true) {
      const auto comma = std::min(inner.find(','), inner.size());
      items.emplace_back(inner.substr(0, comma));
      if (comma == inner.size()) return items;
      inner.remove_prefix(comma + 1);
    }
  }
  if (dots == inner.npos || dots == 0) return items;
  const auto from = arithmetic_value(inner.substr(0, dots)),
             to = arithmetic_value(inner.substr(dots + 2));
  if (!from || !to || *to - *from > 256 || *from - *to > 256) return items;
  for (std::int64_t i = *from;; i += *to > *from ? 1 : -1) {
    items.push_back(std::to_string(i));
    if (i == *to) return items;
  }
}

}  // namespace

void expand_braces(const std::string& text, std::vector<std::string>& out, int depth) {
  const std::size_t open = open_brace(text);
  const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
  const std::string inner =
      close == text.npos ? std::string() : text.substr(open + 1, close - open - 1);
  std::vector<std::string> items;
  if (inner.find_first_of("{$'\"\\ ") == inner.npos && depth <= 3 && out.size() <= 64)
    items = items_of(inner);
  if (items.empty()) out.push_back(text);
  for (const std::string& item : items)
    expand_braces(text.substr(0, open) + item + text.substr(close + 1), out, depth + 1);
}

}  // namespace trainyard
