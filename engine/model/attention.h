// SPDX-License-Identifier: GPL-3.0-or-later
// Scaled dot-product attention as used by all architectures here.
#pragma once

#include <string_view>

#include <ATen/ATen.h>

#include "engine/model/dropout.h"
#include "engine/model/model.h"

namespace trainyard {

struct AttentionSettings {
  bool is_causal = true;    // false: tokens also see later ones
  std::int64_t window = 0;  // causal only: a token sees this many last tokens; 0: all
  double scale = 1.0;
  double dropout = 0.0;
  DropoutPlace place;
};

// q (B, H, T, D), k and v (B, K, T, D), H a multiple of K: each head of k and v serves H / K
// neighbouring heads of q -> (B*T, H*D). A token sees only tokens of its own document. The
// documents of a row are computed one by one, so a long row costs no more than its documents.
at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                     const AttentionSettings& settings, const Context& context);

// Document numbers (B, T) -> (B, 1, T, T) bool: whether two tokens belong to the same document.
at::Tensor same_document(const at::Tensor& documents);

// Returns the kernel that torch chose for the first attention on a GPU since the last call:
// "flash", "memory-efficient", "cuDNN" or "math"; empty if there was none.
std::string_view take_attention_backend();

}  // namespace trainyard
