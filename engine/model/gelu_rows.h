// SPDX-License-Identifier: GPL-3.0-or-later
// The activation of the feed-forward with its bias, for CPUs: GELU in its tanh approximation.
#pragma once

#include <cstdint>

namespace trainyard {

// u = values + bias, activation = gelu(u). values and activation (rows, width), bias (width). With
// s = 1 / (1 + e^-2z), z = sqrt(2 / pi) (u + 0.044715 u^3): gelu = u s.
void gelu_tanh_rows(const float* values, const float* bias, float* activation, std::int64_t rows,
                    std::int64_t width);

// Also computes slope = d gelu / d u = s + 2 u s (1 - s) dz/du, (rows, width).
void gelu_tanh_rows_with_slope(const float* values, const float* bias, float* activation,
                               float* slope, std::int64_t rows, std::int64_t width);

}  // namespace trainyard
