// SPDX-License-Identifier: GPL-3.0-or-later
// A mask of dropout for tests, and what it multiplies numbers by. Two rows have a key, and their
// numbers wrap around.
#pragma once

#include "engine/system/random_bits.h"
#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

struct MaskReference {
  MaskReference(std::int64_t rows, double dropped_share)
      : keys((rows + 1) / 2), first_rows((rows + 1) / 2) {
    for (std::int64_t i = 0; i < keys.size(); ++i) {
      keys[i] = (i + 1) * 0x123456789abcdefLL;
      first_rows[i] = i * 0x7fffffffLL + 5;
    }
    mask = {.keys = keys.data(),
            .first_rows = first_rows.data(),
            .rows_per_key = 2,
            .layer = -1,
            .site = 3,
            .threshold = static_cast<std::uint32_t>(dropped_share * 0x1p32),
            .kept = static_cast<float>(1.0 / (1.0 - dropped_share))};
  }

  double factor(std::int64_t row, std::int64_t i, std::int64_t width) const {
    const std::int64_t row_of_key = first_rows[row / 2] + row % 2;
    const std::uint64_t key =
        place_key(static_cast<std::uint64_t>(keys[row / 2]), mask.layer, mask.site);
    const auto index = static_cast<std::uint32_t>(row_of_key * width + i);
    return random_bits(key, index) < mask.threshold ? 0.0 : mask.kept;
  }

  Buffer<std::int64_t> keys, first_rows;
  DropoutMask mask;
};

}  // namespace trainyard::kernels
