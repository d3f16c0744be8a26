// SPDX-License-Identifier: GPL-3.0-or-later
// Dropout whose masks are a function of a row's key, the place in the row and that in the network,
// so that they do not depend on ranks, gradient accumulation, resuming, or on the rows that a row
// is padded with or joined to.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// A place in the network with its own masks: `layer` is -1 for the embedding; `site` counts within
// a layer.
struct DropoutPlace {
  std::int64_t layer = -1;
  std::int64_t site = 0;
};

bool is_dropped(const Context& context, double probability);

// The key of all masks of a row with this key.
std::uint64_t dropout_key(std::uint64_t row_key);

// The rule for the mask of a row: element i is zeroed if random_bits(key, i) is below `threshold`,
// and otherwise multiplied by `kept`; the key is place_key() of dropout_key() and the place.
struct MaskRule {
  std::uint32_t threshold;
  float kept;
  explicit MaskRule(double probability)
      : threshold(static_cast<std::uint32_t>(probability * 0x1p32)),
        kept(static_cast<float>(1.0 / (1.0 - probability))) {}
};

// x (B, ...) or (B*T, ...), contiguous, its first dimension a multiple of the batch's rows: each
// element is zeroed with the given probability (to 2^-32), the others are divided by 1 -
// probability. Returns x itself if dropout does not apply.
at::Tensor dropout(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place);

// Dropout on attention weights (B, H, T, T): the mask of a query and a key does not depend on T.
at::Tensor dropout_of_attention(const at::Tensor& weights, double probability,
                                const Context& context, DropoutPlace place);

// Returns one key for all rows of the batch in their order, for kernels that draw for all of them
// at once.
std::uint64_t batch_key(const Context& context, DropoutPlace place);

// Returns x times its mask; `keys` are those of the rows at a place. Uses a loop on a CPU and
// operators on any other device, with identical results.
// `firsts` are the indices of the rows' first numbers; empty: all 0.
at::Tensor masked_by_rows(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys, double probability,
                          c10::ArrayRef<std::int64_t> firsts = {});
at::Tensor masked_by_operators(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys,
                               double probability, c10::ArrayRef<std::int64_t> firsts = {});

}  // namespace trainyard
