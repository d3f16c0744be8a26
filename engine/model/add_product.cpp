// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/add_product.h"

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <atomic>

namespace trainyard {

namespace {

// Whether the device's library does what it has a kernel for; asked by the first product.
std::atomic<bool> is_refused = false;

// A GPU has a kernel for products that are added in fp32; the meta device, which stands for one,
// once use_meta_kernels() has been called.
bool has_kernel(const at::Tensor& gradient) {
  static const auto product =
      c10::Dispatcher::singleton().findSchemaOrThrow("aten::addmm", "dtype_out");
  const c10::DispatchKey key = gradient.is_cuda()   ? c10::DispatchKey::CUDA
                               : gradient.is_meta() ? c10::DispatchKey::Meta
                                                    : c10::DispatchKey::CPU;
  return product.hasKernelForDispatchKey(key);
}

bool can_add_to(const at::Tensor& gradient, const at::Tensor& factor) {
  return gradient.scalar_type() == at::kFloat && factor.scalar_type() != at::kFloat &&
         !is_refused && has_kernel(gradient);
}

bool add_in_fp32(at::Tensor& gradient, const at::Tensor& a, const at::Tensor& b) {
  if (!can_add_to(gradient, a)) return false;
  try {
    at::addmm_out(gradient, gradient, a.t(), b, at::kFloat);
    return true;
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error&) {  // a device that has failed says so again
    is_refused = true;
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
