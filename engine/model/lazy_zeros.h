// SPDX-License-Identifier: GPL-3.0-or-later
// Zeros that take up no memory until it is needed.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

namespace trainyard {

// Whether zeros of this size and on this device are allocated lazily.
bool is_lazy(const at::Tensor& tensor);

// Zeros (elements); memory is allocated where it is written to, in pages of 2 MiB where the system
// has them. Small tensors and those on other devices are plain at::zeros().
at::Tensor lazy_zeros(std::int64_t elements, const at::TensorOptions& options);

// A tensor (elements) without memory, on any device, which must not be accessed before
// make_present(). The memory comes from the allocator: what was freed there before, such as
// activations, is reused for gradients and vice versa, without returning to the system.
at::Tensor absent_tensor(std::int64_t elements, const at::TensorOptions& options);

// The same for large tensors on a CPU; others are plain at::zeros().
at::Tensor absent_zeros(std::int64_t elements, const at::TensorOptions& options);

bool is_absent(const at::Tensor& part);

// Allocates the whole storage that this is a part of, unless it has memory already.
void make_present(const at::Tensor& part);  // and zeroes it
void make_present_uninitialized(const at::Tensor& part);

// Releases the memory of an absent_tensor(); it must be made present again before use.
void release(const at::Tensor& tensor);

// Of absent_zeros(): releases the memory, or sets it to zero where it stays.
void make_absent(at::Tensor zeros);

}  // namespace trainyard
