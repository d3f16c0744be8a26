// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's own kernels (engine/kernels) for the tensors of a kind of device, where they are
// open. What computes with them asks for them by a tensor, and has tensor operators for when there
// are none, or when they take no such arguments.
#pragma once

#include <cstdint>

#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>

#include "engine/kernels/kernels.h"

namespace trainyard {

struct FusedKernels {
  const kernels::Table* table = nullptr;
  // What the current thread's work on the current device is queued on.
  kernels::Stream (*current_stream)() = nullptr;
  // The rows of partial sums that gradients of weights are summed in.
  std::int64_t num_partial = 0;
};

// Opens them for the tensors of a kind of device, or with an empty value closes them. To be called
// while nothing computes.
void set_fused_kernels(at::DeviceType device, const FusedKernels& kernels);

// Null: there are none for this device, or that of `x`.
const FusedKernels* fused_kernels_on(at::Device device);
inline const FusedKernels* fused_kernels_for(const at::Tensor& x) {
  return fused_kernels_on(x.device());
}

// Whether kernels take numbers of this type: fp32 and bf16.
bool is_kernel_type(at::ScalarType type);
kernels::NumberType kernel_type(const at::Tensor& x);

// The memory of a tensor; null for an undefined one, and on the meta device.
template <class Number = void>
Number* kernel_memory(const at::Tensor& x) {
  return x.defined() && !x.is_meta() ? static_cast<Number*>(x.mutable_data_ptr()) : nullptr;
}

// Whether a kernel's work was queued; false: it takes no such arguments. Throws c10::Error for any
// other result.
bool is_queued(int result, const char* name);

// Queues a kernel as an operator of this name, as profiles show it, and returns is_queued().
template <class Arguments>
bool queue_kernel(const FusedKernels& kernels,
                  int (*kernels::Table::*function)(const Arguments*, kernels::Stream),
                  const Arguments& arguments, const char* name) {
  RECORD_FUNCTION(name, c10::ArrayRef<const c10::IValue>());
  return is_queued((kernels.table->*function)(&arguments, kernels.current_stream()), name);
}

}  // namespace trainyard
