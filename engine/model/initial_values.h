// SPDX-License-Identifier: GPL-3.0-or-later
// What a parameter has before it is trained or loaded.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

#include "engine/model/parameters.h"

namespace trainyard {

// Of the parameter's shape, on a CPU, in fp32; depends on `seed` and the parameter's name alone.
at::Tensor initial_values(const ParameterSpec& spec, std::uint64_t seed);

}  // namespace trainyard
