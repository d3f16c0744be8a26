// SPDX-License-Identifier: GPL-3.0-or-later
// Scaled dot-product attention as every architecture here uses it.
#pragma once

#include <string_view>

#include <ATen/ATen.h>

#include "engine/model/dropout.h"
#include "engine/model/model.h"

namespace trainyard {

struct AttentionSettings {
  bool is_causal = true;    // else tokens also see those behind them
  std::int64_t window = 0;  // of a causal one: only the last so many tokens are seen; 0: all
  double scale = 1.0;
  double dropout = 0.0;
  DropoutPlace place;
};

// q (B, H, T, D), k and v (B, K, T, D), H a multiple of K: each head of k and v serves H / K
// neighbouring ones of q -> (B*T, H*D). A token sees those of its own document.
// Documents of one row are computed one by one, so that a long row costs no more than they do.
at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionSettings& settings, const Context& context);

// Numbers of documents (B, T) -> (B, 1, T, T) bool: where two tokens are of the same.
at::Tensor same_document(const at::Tensor& documents);

// The kernel that torch chose for the first attention on a GPU since this was last asked: "flash",
// "memory-efficient", "cuDNN" or "math"; empty when there was none.
std::string_view take_attention_backend();

}  // namespace trainyard
