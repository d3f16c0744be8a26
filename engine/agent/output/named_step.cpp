// SPDX-License-Identifier: GPL-3.0-or-later
// The step of a line by the name that a person gave.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "engine/agent/output/line_values.h"

namespace trainyard::agent {

using std::string_view;

namespace {

bool is_same_name(string_view a, string_view b) {
  const auto folded = [](char c) {
    return c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return folded(x) == folded(y); });
}

// "samples seen: 1200", "samples_seen=1200": whether the words before the number are this name.
bool stands_behind(const std::vector<LineToken>& tokens, std::size_t number, string_view name) {
  std::size_t at = number;
  while (at > 0 && tokens[at - 1].kind == TokenKind::mark) --at;
  std::string words;
  for (int count = 0; count < 4 && at > 0 && tokens[at - 1].kind == TokenKind::word; ++count) {
    words.insert(0, std::string(tokens[--at].text) + (words.empty() ? "" : "_"));
    if (is_same_name(words, name)) return true;
  }
  return false;
}

}  // namespace

void use_as_step(LineReading& reading, const std::vector<LineToken>& tokens, string_view name) {
  std::optional<std::size_t> found;
  for (const ValueSlot& slot : reading.values)
    if (is_same_name(slot.name, name)) found = slot.token;
  for (std::size_t i = 0; i < tokens.size() && !found; ++i)
    if (tokens[i].kind == TokenKind::number || tokens[i].kind == TokenKind::ratio)
      if (stands_behind(tokens, i, name)) found = i;
  if (!found) return;
  reading.step = CounterSlot{*found, Counter::step, true};
  if (reading.epoch && reading.epoch->token == *found) reading.epoch.reset();
  if (reading.tokens && reading.tokens->token == *found) reading.tokens.reset();
  std::erase_if(reading.values, [&](const ValueSlot& slot) { return slot.token == *found; });
}

}  // namespace trainyard::agent
