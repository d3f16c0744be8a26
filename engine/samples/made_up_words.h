// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences, records and notes that are made up, the same ones each time: so regular that a small
// model learns something of them in a few steps.
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

  // From 0 to limit - 1, limit being at least 1.
  std::uint64_t below(std::uint64_t limit);
  std::string_view one_of(std::span<const std::string_view> words);

  // "The old nurse reads a short letter in the morning."
  std::string sentence();
  std::string sentences(int count);  // with spaces between

 private:
  std::uint64_t state_;
};

}  // namespace trainyard
