// SPDX-License-Identifier: GPL-3.0-or-later
// Sums the gradients over the ranks while the backward pass still goes on, as
// DistributedDataParallel does with its buckets; here a bucket is a layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <torch/csrc/autograd/function.h>

#include "engine/model/parameters.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// Lives over the last backward pass of an optimizer step, its forward pass included. A layer's sum
// is started when the pass has reached a layer before it, since nothing more is added to its
// gradients then: from the last layer to the first, on every rank. Nothing happens with one rank.
class GradientReduction {
 public:
  GradientReduction(Parameters& parameters, ProcessGroup& group);
  ~GradientReduction();
  GradientReduction(const GradientReduction&) = delete;
  GradientReduction& operator=(const GradientReduction&) = delete;

  // Starts what the pass has not (all of it where there was none) and finishes all sums, which
  // depend on the number of ranks alone.
  void finish();

 private:
  // Of the layers from `first` on.
  void start_down_to(std::size_t first);

  Parameters& parameters_;
  ProcessGroup& group_;
  std::size_t num_left_;  // layers whose sum is not started: the first ones
  // A tensor holds its accumulator weakly; with these the forward pass uses the same.
  std::vector<std::pair<std::shared_ptr<torch::autograd::Node>, std::uintptr_t>> hooks_;
};

}  // namespace trainyard
