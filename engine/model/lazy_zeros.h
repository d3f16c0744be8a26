// Zeros in a processor's memory that take none of it before they are written to.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

namespace trainyard {

// (elements), zero; in pages of 2 MiB where the system has them. Small ones, and those on other
// devices, are at::zeros().
at::Tensor lazy_zeros(std::int64_t elements, const at::TensorOptions& options);

// Zero again: the memory of a large one that lazy_zeros() made is given back until it is next
// written to.
void zero_lazily(at::Tensor zeros);

}  // namespace trainyard
