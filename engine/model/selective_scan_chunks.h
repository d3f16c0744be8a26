// SPDX-License-Identifier: GPL-3.0-or-later
// selective_scan() by operators on tensors, for devices that are fed with kernels: some tokens at a
// time, in which every token's state comes of log2(tokens) products over all of them (Hillis and
// Steele, 1986).
#pragma once

#include <array>
#include <cstdint>

#include <ATen/ATen.h>

namespace trainyard {

// Tokens at a time: their states, (B, tokens, D, N), exist several times over.
inline constexpr std::int64_t kScanTokens = 64;

struct ScannedChunks {
  at::Tensor y;       // (B, T, D)
  at::Tensor states;  // (chunks, B, D, N): what each chunk began with
};

// x, dt, a, b, c as selective_scan() has them, in this order.
using ScanInputs = std::array<at::Tensor, 5>;

ScannedChunks scan_chunks(const ScanInputs& inputs);

// The gradients of x, dt, a, b and c. `states` of the forward pass.
ScanInputs scan_chunks_backward(const ScanInputs& inputs, const at::Tensor& states,
                                const at::Tensor& d_y);

}  // namespace trainyard
