// SPDX-License-Identifier: GPL-3.0-or-later
// selective_scan() with tensor operators, for devices that run kernels: chunks of tokens, in which
// the states of all tokens are computed in log2(tokens) products over the whole chunk (Hillis and
// Steele, 1986).
#pragma once

#include <array>
#include <cstdint>

#include <ATen/ATen.h>

namespace trainyard {

// Tokens per chunk: their states, (B, tokens, D, N), exist several times at once.
inline constexpr std::int64_t kScanTokens = 64;

struct ScannedChunks {
  at::Tensor y;       // (B, T, D)
  at::Tensor states;  // (chunks, B, D, N): the state at the start of each chunk
};

// x, dt, a, b, c as in selective_scan(), in this order.
using ScanInputs = std::array<at::Tensor, 5>;

ScannedChunks scan_chunks(const ScanInputs& inputs);

// Returns the gradients of x, dt, a, b and c. `states` are those of the forward pass.
ScanInputs scan_chunks_backward(const ScanInputs& inputs, const at::Tensor& states,
                                const at::Tensor& d_y);

}  // namespace trainyard
