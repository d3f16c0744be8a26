// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax and cross entropy of rows of logits in place, for CPUs: one pass each for the maximum,
// the sum and the gradient.
#pragma once

#include <cstdint>

#include "engine/data/micro_batch.h"

namespace trainyard {

// logits (rows, vocabulary) fp32, contiguous; targets (rows), kIgnoreIndex for none. With s the
// label smoothing, returns the sum of (1 - s) * -log p(target) + s * mean(-log p). With
// `gradient_scale`, logits are overwritten with d(sum * scale)/d(logits): scale * (p - (1 - s) *
// one_hot - s / vocabulary), 0 in rows without a target. The result does not depend on the number
// of threads.
double cross_entropy_rows(float* logits, const std::int64_t* targets, std::int64_t rows,
                          std::int64_t vocabulary, double label_smoothing,
                          const double* gradient_scale);

}  // namespace trainyard
