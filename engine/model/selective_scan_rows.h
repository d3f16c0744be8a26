// SPDX-License-Identifier: GPL-3.0-or-later
// selective_scan() on a processor: some channels of one row through all of its tokens.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// Channels that go side by side, as wide as two vectors of AVX2.
inline constexpr std::int64_t kScanChannels = 16;

// One row of x, dt and y (tokens, channels), b and c (tokens, states); a (channels, states).
struct ScanRow {
  std::int64_t tokens = 0, channels = 0, states = 0;
  const float *x = nullptr, *dt = nullptr, *a = nullptr, *b = nullptr, *c = nullptr;
};

// Of the row's gradients: d_x, d_dt as x and are written; d_a as a, d_b and d_c as b are those of
// these channels alone, and are added to.
struct ScanGradients {
  const float* d_y = nullptr;
  float *d_x = nullptr, *d_dt = nullptr, *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
};

// Channels [first, first + kScanChannels), as far as there are so many.
void scan_channels(const ScanRow& row, std::int64_t first, float* y);

// The states are computed again, into `states` (tokens * row.states * kScanChannels numbers).
void scan_channels_backward(const ScanRow& row, std::int64_t first, const ScanGradients& gradients,
                            std::vector<float>& states);

}  // namespace trainyard
