// Dropout whose masks are a function of seed, step, place in the network and position of the
// sequence in the global batch.
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// One forward's dropout, in the order of its calls: the n-th call draws the same masks in every
// forward with the same mode, whatever the other calls were.
class DropoutSites {
 public:
  DropoutSites(const ForwardMode& mode, std::int64_t batch) : mode_(mode), batch_(batch) {}

  bool active(double probability) const { return mode_.training && probability > 0.0; }

  // x (B, ...) or (B*T, ...), contiguous, its first extent a multiple of the batch: each element is
  // zeroed with the probability (to 2^-32), the others are divided by 1 - probability. Returns x
  // itself when it is not active.
  at::Tensor apply(const at::Tensor& x, double probability);

 private:
  ForwardMode mode_;
  std::int64_t batch_;
  std::uint64_t site_ = 0;
};

// The mask that apply() multiplies with, fp32: for every row b of the batch, `elements` values.
at::Tensor dropout_mask(const ForwardMode& mode, std::uint64_t site, std::int64_t batch,
                        std::int64_t elements, double probability);

}  // namespace trainyard
