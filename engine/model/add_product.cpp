// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/add_product.h"

#include <ATen/ATen.h>

#include <atomic>

namespace trainyard {

namespace {

// Whether the device's library can; asked by the first product.
std::atomic<bool> can_add_in_fp32 = true;

bool can_add_to(const at::Tensor& gradient, const at::Tensor& factor) {
  // The meta device stands for a GPU, once use_meta_kernels() has been called.
  const bool is_gpu = gradient.is_cuda() || gradient.is_meta();
  return is_gpu && gradient.scalar_type() == at::kFloat && factor.scalar_type() != at::kFloat &&
         can_add_in_fp32;
}

bool add_in_fp32(at::Tensor& gradient, const at::Tensor& a, const at::Tensor& b) {
  if (!can_add_to(gradient, a)) return false;
  try {
    at::addmm_out(gradient, gradient, a.t(), b, at::kFloat);
    return true;
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error&) {  // a device that has failed says so again
    can_add_in_fp32 = false;
    return false;
  }
}

}  // namespace

void add_product(at::Tensor gradient, const at::Tensor& a, const at::Tensor& b) {
  if (a.scalar_type() == gradient.scalar_type())
    gradient.addmm_(a.t(), b);
  else if (!add_in_fp32(gradient, a, b))
    gradient.add_(at::mm(a.t(), b));
}

namespace {

// A column of `count` ones that is kept from product to product.
at::Tensor column_of_ones(const at::Tensor& y, std::int64_t count) {
  static thread_local at::Tensor kept;
  if (!kept.defined() || kept.device() != y.device() || kept.scalar_type() != y.scalar_type() ||
      kept.size(0) < count)
    kept = at::ones({count, 1}, y.options());
  return kept.narrow(0, 0, count);
}

}  // namespace

void add_row_sums(at::Tensor gradient, const at::Tensor& y) {
  at::Tensor row = gradient.unsqueeze(0);
  if (!can_add_to(gradient, y) || !add_in_fp32(row, column_of_ones(y, y.size(0)), y))
    gradient.add_(y.sum(0, /*keepdim=*/false, at::kFloat));
}

}  // namespace trainyard
