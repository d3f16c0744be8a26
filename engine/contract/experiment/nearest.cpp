// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/nearest.h"

#include <algorithm>
#include <vector>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// Optimal string alignment distance: a transposition counts once.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] =
          std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > 64) return std::nullopt;
  std::size_t best = (word.size() < 4 ? 1 : std::max<std::size_t>(2, word.size() / 3)) + 1;
  std::optional<std::string> out;
  for (const std::string& candidate : candidates) {
    const std::size_t found = distance(word, candidate);
    if (found < best && found < word.size()) {
      best = found;
      out = candidate;
    }
  }
  if (out) return out;
  // A shortened or lengthened name: "gradient_accumulation" for "gradient_accumulation_steps".
  for (const std::string& candidate : candidates)
    if (word.size() >= 4 && (candidate.starts_with(word) || word.starts_with(candidate)))
      return candidate;
  return std::nullopt;
}

Error unknown_key(std::string_view key, std::string path, std::span<const std::string> keys) {
  Map arguments{{"key", std::move(path)}};
  const auto near = nearest(key, keys);
  if (near) arguments.emplace_back("nearest", *near);
  return make_error(near ? "key.unknown_near" : "key.unknown", std::move(arguments));
}

}  // namespace trainyard
