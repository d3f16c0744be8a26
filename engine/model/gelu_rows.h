// The feed-forward's activation on a processor: bias, GELU (its tanh form) and the slope in one
// pass.
#pragma once

#include <cstdint>

namespace trainyard {

// u = values + bias; activation = gelu(u), values become d gelu / d u. values and activation (rows,
// width), bias (width). With s = 1 / (1 + e^-2z), z = sqrt(2 / pi) (u + 0.044715 u^3): gelu = u s,
// slope = s + 2 u s (1 - s) dz/du.
void gelu_tanh_rows(float* values, const float* bias, float* activation, std::int64_t rows,
                    std::int64_t width);

}  // namespace trainyard
