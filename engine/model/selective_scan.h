// SPDX-License-Identifier: GPL-3.0-or-later
// The recurrence of a selective state space (Gu and Dao, 2023, algorithm 2).
#pragma once

#include <ATen/ATen.h>

namespace trainyard {

// For each row, channel d and state n: h_t = exp(dt_t a) h_(t-1) + dt_t x_t b_t, starting at h = 0;
// y_t = sum over n of h_t c_t. x, dt (B, T, D), a (D, N), b, c (B, T, N), all fp32 -> (B, T, D). On
// a CPU in one pass that saves only its inputs; elsewhere as one kernel each way where the engine's
// own are open, or selective_scan_chunks.h.
at::Tensor selective_scan(const at::Tensor& x, const at::Tensor& dt, const at::Tensor& a,
                          const at::Tensor& b, const at::Tensor& c);

}  // namespace trainyard
