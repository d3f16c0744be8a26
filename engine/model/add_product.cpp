// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/add_product.h"

#include <ATen/ATen.h>

#include <atomic>

namespace trainyard {

namespace {

// Whether the device's library can; asked by the first product.
std::atomic<bool> can_add_in_fp32 = true;

bool add_in_fp32(at::Tensor& gradient, const at::Tensor& a, const at::Tensor& b) {
  if (!gradient.is_cuda() || gradient.scalar_type() != at::kFloat || !can_add_in_fp32) return false;
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

}  // namespace trainyard
