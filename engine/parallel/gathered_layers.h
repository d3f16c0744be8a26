// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers a layer's values from the ranks that share them out shortly before they are read, and
// frees them afterwards (stage 3 of ZeRO, Rajbhandari et al., 2020).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "engine/model/model.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

// While a layer is computed, the next one is gathered; two are in memory at a time, and what the
// head reads. All ranks gather and sum in the same order, which is that of the table: it depends on
// no rank's rows and on no timing.
class GatheredLayers final : public LayerAccess {
 public:
  // `keeps_first`: the head reads the first layer, which is then kept between forward and backward
  // pass. Parameters and group must outlive it.
  GatheredLayers(Parameters& parameters, ProcessGroup& group, bool keeps_first);
  ~GatheredLayers() override;
  GatheredLayers(const GatheredLayers&) = delete;
  GatheredLayers& operator=(const GatheredLayers&) = delete;

  void before_forward(std::size_t layer) override;
  void before_backward(std::size_t layer) override;
  void finish_backward() override { before_backward(0); }
  void notify(std::function<void(std::size_t)> has_passed) override;
  void invalidate() override;

 private:
  void gather(std::size_t layer);
  void release_layer(std::size_t layer);
  void reach_backward(std::size_t layer);

  Parameters& parameters_;
  ProcessGroup& group_;
  const bool keeps_first_;
  std::size_t num_left_ = 0;  // leading layers that the backward pass has not reached
  std::function<void(std::size_t)> has_passed_;
};

// Where values are freed: what a model reads them by; else null.
std::unique_ptr<GatheredLayers> gathered_layers(const Model& model, Parameters& parameters,
                                                ProcessGroup& group);

}  // namespace trainyard
