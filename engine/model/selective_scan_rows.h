// SPDX-License-Identifier: GPL-3.0-or-later
// selective_scan() on a CPU: some channels of one row through all of its tokens.
#pragma once

#include <cstdint>
#include <vector>

namespace trainyard {

// Channels computed together, the width of two AVX2 vectors.
inline constexpr std::int64_t kScanChannels = 16;

// One row of x, dt and y (tokens, channels), b and c (tokens, states); a (channels, states).
struct ScanRow {
  std::int64_t tokens = 0, channels = 0, states = 0;
  const float *x = nullptr, *dt = nullptr, *a = nullptr, *b = nullptr, *c = nullptr;
};

// The row's gradients: d_x and d_dt, laid out like x, are written; d_a (like a), d_b and d_c (like
// b) hold the part of these channels and are added to.
struct ScanGradients {
  const float* d_y = nullptr;
  float *d_x = nullptr, *d_dt = nullptr, *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
};

// Computes channels [first, first + kScanChannels), or fewer at the end.
void scan_channels(const ScanRow& row, std::int64_t first, float* y);

// The states are recomputed into `states` (tokens * row.states * kScanChannels numbers).
void scan_channels_backward(const ScanRow& row, std::int64_t first, const ScanGradients& gradients,
                            std::vector<float>& states);

}  // namespace trainyard
