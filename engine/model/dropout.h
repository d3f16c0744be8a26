// SPDX-License-Identifier: GPL-3.0-or-later
// Dropout whose masks are a function of a row's key and the place in the network, so that neither
// ranks nor accumulation nor a resume change them.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// A place in the network that has masks of its own: `layer` is -1 for the embedding; `site` counts
// within a layer.
struct DropoutPlace {
  std::int64_t layer = -1;
  std::int64_t site = 0;
};

bool is_dropped(const Context& context, double probability);

// x (B, ...) or (B*T, ...), contiguous, its first extent a multiple of the batch's rows: each
// element is zeroed with the probability (to 2^-32), the others are divided by 1 - probability.
// Returns x itself when it is not dropped.
at::Tensor dropout(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place);

// The same of attention's weights, (B, H, T, T): the mask of a query and a key depends on neither
// T.
at::Tensor dropout_of_attention(const at::Tensor& weights, double probability,
                                const Context& context, DropoutPlace place);

// One for all rows of the batch in their order, for kernels that draw for all of them at once.
std::uint64_t batch_key(const Context& context, DropoutPlace place);

// x times its mask, `keys` those of the rows at a place: by a loop on a processor, and with
// operators on any device; the same numbers.
at::Tensor masked_by_rows(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys,
                          double probability);
at::Tensor masked_by_operators(const at::Tensor& x, c10::ArrayRef<std::int64_t> keys,
                               double probability);

}  // namespace trainyard
