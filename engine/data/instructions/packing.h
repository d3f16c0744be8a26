// SPDX-License-Identifier: GPL-3.0-or-later
// Combines rows of tokens into packs of a given length, using only their lengths. The packs are
// those of trl 0.19.1's pack_dataset.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard {

enum class PackStrategy {
  first_fit_decreasing,  // whole rows, longest first; tokens beyond `length` are dropped
  wrapped,               // rows are concatenated and cut anywhere
};

struct PackSettings {
  PackStrategy strategy = PackStrategy::first_fit_decreasing;
  // Maximum tokens per pack, 1 to max_pack_length. For first_fit_decreasing preferably a power of
  // two: otherwise trl opens more packs than needed (fit_tree.h), and so does this.
  std::int64_t length = 1024;
  // Rows are packed in groups of this many; 0: all at once. 1000 is what the `datasets` library
  // passes to trl; larger groups leave less unused space.
  std::int64_t rows_at_once = 1000;
};

inline constexpr std::int64_t max_pack_length = 1 << 24;

// Tokens [begin, end) of a row.
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
  std::int64_t num_empty_rows = 0;   // they are in no pack (trl rejects them)
  std::int64_t num_cut_rows = 0;     // first_fit_decreasing: longer than a pack
  std::int64_t num_left_tokens = 0;  // dropped from those

  std::span<const PackPiece> pack(std::size_t number) const;
};

// `lengths`: tokens of each row, fewer than 2^32 rows. Time n log n; memory besides the packs: 12
// bytes per row and 20 per pack of the current group, and 16 bytes per token of `length`. Errors:
// an invalid length or number of rows.
Result<Packs> pack_rows(std::span<const std::uint32_t> lengths, const PackSettings& settings);

}  // namespace trainyard
