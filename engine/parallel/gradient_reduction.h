// SPDX-License-Identifier: GPL-3.0-or-later
// Sums gradients over the ranks while the backward pass is still running, like
// DistributedDataParallel's buckets; here a bucket is a layer. Of parameters that the ranks share
// out (ZeRO, Rajbhandari et al., 2020), each rank gets the sum of what it owns alone.
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

// To be alive during the last backward pass of an optimizer step, including its forward pass; where
// gradients are freed, one for each pass. A layer's sum starts when the pass reaches an earlier
// layer, as its gradients are final by then: from the last layer to the first, on every rank. Does
// nothing with a single rank.
class GradientReduction {
 public:
  // `is_last`: of the step's passes.
  GradientReduction(Parameters& parameters, ProcessGroup& group, bool is_last = true);
  ~GradientReduction();
  GradientReduction(const GradientReduction&) = delete;
  GradientReduction& operator=(const GradientReduction&) = delete;

  // Starts the sums that the pass has not started (all if there was no pass) and finishes all of
  // them. Results depend only on the number of ranks.
  void finish();

 private:
  // Starts the sums of the layers from `first` on.
  void start_down_to(std::size_t first);
  void start_shares(LayerParameters& layer);
  // Adds the layer's sum that is in progress to what this rank owns, and frees its gradients.
  void take_share();

  Parameters& parameters_;
  ProcessGroup& group_;
  const bool is_last_;
  LayerParameters* in_progress_ = nullptr;  // where gradients are freed: one layer at a time
  std::size_t num_left_;                    // number of leading layers whose sum has not started
  // Tensors hold their gradient accumulators weakly; keeping them here makes the forward pass use
  // the same ones.
  std::vector<std::pair<std::shared_ptr<torch::autograd::Node>, std::uintptr_t>> hooks_;
};

// Where ranks share out parameters: completes what the model reads of them from what each rank has
// updated.
void gather_values(const Parameters& parameters, ProcessGroup& group);

}  // namespace trainyard
