// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/batch.h"

namespace trainyard {

std::vector<KeyedTokens> keyed_tokens(const Batch& batch, std::int64_t rows, std::int64_t length) {
  const std::vector<std::uint64_t>& keys = batch.row_keys;
  const bool is_joined = !batch.joined_lengths.empty();
  const std::size_t wanted =
      is_joined ? batch.joined_lengths.size() : static_cast<std::size_t>(rows);
  TORCH_CHECK(keys.size() == wanted, "random numbers need a key for each of the batch's ", wanted,
              " rows");
  std::vector<KeyedTokens> parts;
  std::int64_t first = 0;
  for (std::size_t i = 0; i < wanted; ++i) {
    parts.push_back({keys[i], first, is_joined ? batch.joined_lengths[i] : length});
    first += parts.back().count;
  }
  TORCH_CHECK(first == rows * length, "the joined rows have ", first, " of ", rows * length,
              " tokens");
  return parts;
}

}  // namespace trainyard
