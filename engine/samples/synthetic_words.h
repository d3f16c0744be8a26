// SPDX-License-Identifier: GPL-3.0-or-later
// Generated sentences, records and notes, always the same: so regular that a small model learns
// something about them in a few steps.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/system/splitmix64.h"

namespace trainyard {

class SyntheticWords {
 public:
  explicit SyntheticWords(std::uint64_t seed) : state_(splitmix64(seed)) {}

  // Returns a number from 0 to limit - 1; limit must be at least 1.
  std::uint64_t below(std::uint64_t limit);
  std::string_view one_of(std::span<const std::string_view> words);

  // "The old nurse reads a short letter in the morning."
  std::string sentence();
  std::string sentences(int count);  // separated by spaces

 private:
  std::uint64_t state_;
};

}  // namespace trainyard
