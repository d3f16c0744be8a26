// SPDX-License-Identifier: GPL-3.0-or-later
// The product that gradients of weights are sums of.
#pragma once

#include <ATen/core/Tensor.h>

namespace trainyard {

// gradient += a^T b: gradient (M, N), a (K, M), b (K, N). On a GPU, factors of 16 bits are added in
// the gradient's fp32 by the product itself, without a result that is rounded to 16 bits.
void add_product(at::Tensor gradient, const at::Tensor& a, const at::Tensor& b);

// gradient += the sum of the rows of y: gradient (N), y (K, N). On a GPU one product with ones,
// which adds in fp32, instead of a sum and an addition.
void add_row_sums(at::Tensor gradient, const at::Tensor& y);

}  // namespace trainyard
