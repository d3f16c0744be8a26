// SPDX-License-Identifier: GPL-3.0-or-later
// counter_random.h as tensor operators: the same numbers, computed on any device.
#pragma once

#include <ATen/ATen.h>

namespace trainyard {

// random_bits(key, first + i) for each key and i in [0, elements): (keys, elements) int32 with the
// same bits. `firsts` are the keys' own; empty: all 0.
at::Tensor random_bits_of(c10::ArrayRef<std::int64_t> keys, std::int64_t elements,
                          at::Device device, c10::ArrayRef<std::int64_t> firsts = {});

// Whether the bits, as an unsigned number, are at least `threshold`: bool of the same shape. `bits`
// is modified.
at::Tensor are_at_least(at::Tensor&& bits, std::uint32_t threshold);

}  // namespace trainyard
