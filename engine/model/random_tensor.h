// SPDX-License-Identifier: GPL-3.0-or-later
// counter_random.h in operators on tensors: the same numbers on any device, made there.
#pragma once

#include <ATen/ATen.h>

namespace trainyard {

// random_bits(key, i) of each key for i in [0, elements): (keys, elements) int32 of the same bits.
at::Tensor random_bits_of(c10::ArrayRef<std::int64_t> keys, std::int64_t elements,
                          at::Device device);

// Whether the bits as a number without a sign are at least `threshold`: bool, of their shape, which
// they are changed for.
at::Tensor are_at_least(at::Tensor&& bits, std::uint32_t threshold);

}  // namespace trainyard
