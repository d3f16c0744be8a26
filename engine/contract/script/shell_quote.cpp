// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/shell_quote.h"

#include <algorithm>
#include <cassert>

namespace trainyard {
namespace {

bool is_plain(char c) {
  constexpr std::string_view others = "_-./,:@+%";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         others.find(c) != others.npos;
}

}  // namespace

std::string quote_for_shell(std::string_view text) {
  assert(text.find('\0') == text.npos);
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text)
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  return quoted + "'";
}

}  // namespace trainyard
