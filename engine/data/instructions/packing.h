// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of tokens put together into packs of a given length, from their lengths alone. The packs are
// those of trl 0.19.1's pack_dataset.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class PackStrategy {
  first_fit_decreasing,  // whole rows, longest first; a row's tokens behind `length` are left out
  wrapped,               // rows one behind the other, cut anywhere
};

struct PackSettings {
  PackStrategy strategy = PackStrategy::first_fit_decreasing;
  // Most tokens of a pack, 1 to most_pack_length. Of first_fit_decreasing best a power of two:
  // of others trl opens packs that it need not (fit_tree.h), and so does this.
  std::int64_t length = 1024;
  // Rows are packed by so many at a time, one part after the other; 0: all at once. 1000 is what
  // the `datasets` library hands to trl; more leave less room unused.
  std::int64_t rows_at_once = 1000;
};

inline constexpr std::int64_t most_pack_length = 1 << 24;

// Tokens of a row, from `begin` to before `end`.
struct PackPiece {
  std::uint32_t row = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const PackPiece&) const = default;
};

struct Packs {
  PackStrategy strategy = PackStrategy::first_fit_decreasing;
  std::vector<PackPiece> pieces;     // pack after pack
  std::vector<std::uint64_t> ends;   // of each pack among `pieces`
  std::int64_t num_empty_rows = 0;   // they are in no pack (trl refuses them)
  std::int64_t num_cut_rows = 0;     // first_fit_decreasing: longer than a pack
  std::int64_t num_left_tokens = 0;  // of those

  std::span<const PackPiece> pack(std::size_t number) const;
};

// `lengths`: tokens of each row, fewer than 2^32 rows. Time grows with n log n; memory beside
// the packs: 12 bytes a row and 20 a pack of those packed at a time, and 16 bytes a token of
// `length`. Errors: a length or number of
// rows that is not as it must be.
Result<Packs> pack_rows(std::span<const std::uint32_t> lengths, const PackSettings& settings);

}  // namespace trainyard
