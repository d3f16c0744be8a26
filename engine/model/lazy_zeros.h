// SPDX-License-Identifier: GPL-3.0-or-later
// Zeros in a processor's memory that take none of it before they are needed. Small ones, and those
// on other devices, are at::zeros() throughout.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

namespace trainyard {

// Whether zeros of this size and place take their memory late.
bool is_lazy(const at::Tensor& tensor);

// (elements), zero; memory is taken where it is written to, in pages of 2 MiB where the system has
// them.
at::Tensor lazy_zeros(std::int64_t elements, const at::TensorOptions& options);

// (elements) without memory, which nothing may touch before make_present(). The memory is the
// allocator's: what is freed there before, activations for instance, becomes gradients, and the
// other way round, without a way through the system.
at::Tensor absent_zeros(std::int64_t elements, const at::TensorOptions& options);

// Zeros in the whole storage of which this is a part, unless it has memory already.
void make_present(const at::Tensor& part);

// Zero again, and without memory.
void make_absent(at::Tensor zeros);

}  // namespace trainyard
