// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of weights in bf16, where the device adds products in fp32. A GPU does; here a kernel
// for the processor stands for it, which adds the same products of bf16 numbers in fp32.
#include "engine/model/add_product.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/library.h>

namespace trainyard {
namespace {

at::Tensor& add_in_fp32_here(const at::Tensor& sum, const at::Tensor& a, const at::Tensor& b,
                             at::ScalarType type, const at::Scalar&, const at::Scalar&,
                             at::Tensor& out) {
  TORCH_CHECK(type == at::kFloat, "products are asked for in ", type);
  return at::addmm_out(out, sum, a.to(at::kFloat), b.to(at::kFloat));
}

at::Tensor draws(at::IntArrayRef shape, std::uint64_t seed) {
  return at::randn(shape, at::make_generator<at::CPUGeneratorImpl>(seed));
}

double distance(const at::Tensor& found, const at::Tensor& exact) {
  return ((found.to(at::kDouble) - exact).norm() / exact.norm()).item<double>();
}

struct Added {
  at::Tensor weight, bias;
};

// Four times of what a micro-batch adds.
Added added(const std::vector<at::Tensor>& inputs, const std::vector<at::Tensor>& outputs) {
  Added sums{at::zeros({24, 40}), at::zeros({24})};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    add_product(sums.weight, outputs[i], inputs[i]);
    add_row_sums(sums.bias, outputs[i]);
  }
  return sums;
}

TEST(AddProduct, AddsProductsOfBf16InFp32) {
  std::vector<at::Tensor> inputs, outputs;
  at::Tensor weight = at::zeros({24, 40}, at::kDouble), bias = at::zeros({24}, at::kDouble);
  for (std::uint64_t i = 0; i < 4; ++i) {
    inputs.push_back(draws({500, 40}, i).to(at::kBFloat16));
    outputs.push_back(draws({500, 24}, 10 + i).to(at::kBFloat16));
    weight += at::mm(outputs.back().t().to(at::kDouble), inputs.back().to(at::kDouble));
    bias += outputs.back().to(at::kDouble).sum(0);
  }
  const Added rounded = added(inputs, outputs);
  EXPECT_GT(distance(rounded.weight, weight), 1e-4) << "a product is rounded to bf16";

  torch::Library library = MAKE_TORCH_LIBRARY_IMPL(aten, CPU);
  library.impl("addmm.dtype_out", add_in_fp32_here);
  const Added sums = added(inputs, outputs);
  EXPECT_LT(distance(sums.weight, weight), 1e-6);
  EXPECT_LT(distance(sums.bias, bias), 1e-6);
}

}  // namespace
}  // namespace trainyard
