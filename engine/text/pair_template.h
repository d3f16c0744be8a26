// SPDX-License-Identifier: GPL-3.0-or-later
// How a post-processor combines two texts.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

struct PairPart {
  enum class Kind : std::uint8_t { token, first, second };
  Kind kind = Kind::token;
  std::uint32_t id = 0;    // for a token
  std::uint32_t type = 0;  // token type of this part's tokens
};

// [CLS] A [SEP] B [SEP] is {token, first, token, second, token}. Each text occurs once.
using PairTemplate = std::vector<PairPart>;

// Without a post-processor: concatenated, all of type 0.
inline PairTemplate plain_pair() {
  return {{.kind = PairPart::Kind::first}, {.kind = PairPart::Kind::second}};
}

}  // namespace trainyard
