// SPDX-License-Identifier: GPL-3.0-or-later
// How state and work are spread over ranks and memory.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class Recompute { none, selective, full };
template <>
struct Names<Recompute> {
  static constexpr std::pair<Recompute, std::string_view> all[] = {
      {Recompute::none, "none"}, {Recompute::selective, "selective"}, {Recompute::full, "full"}};
};

struct ParallelSection {
  std::int64_t zero_stage = 0;
  bool offload_optimizer = false;
  bool offload_parameters = false;
  Recompute recompute = Recompute::none;
  bool offload_activations = false;
};

inline void describe(Section<ParallelSection>& section) {
  section.field("zero_stage", &ParallelSection::zero_stage)
      .label("ZeRO stage")
      .help(
          "What is split over the processes instead of copied: 0 nothing, 1 optimizer state, 2 "
          "also gradients, 3 "
          "also parameters.")
      .minimum(0)
      .maximum(3)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("offload_optimizer", &ParallelSection::offload_optimizer)
      .label("Optimizer in main memory")
      .help(
          "Keeps the optimizer's state in the machine's memory instead of the GPU's. It saves GPU "
          "memory and costs "
          "speed.")
      .when("workload=engine")
      .tier(Tier::expert)
      .affects(Affects::speed);
  section.field("offload_parameters", &ParallelSection::offload_parameters)
      .label("Parameters in main memory")
      .help(
          "Keeps parameters in the machine's memory until they are needed. It saves GPU memory and "
          "costs speed.")
      .when("workload=engine")
      .tier(Tier::expert)
      .affects(Affects::speed);
  section.field("recompute", &ParallelSection::recompute)
      .label("Recomputation")
      .help(
          "What the backward pass computes again instead of keeping it: full, all inner values of "
          "a "
          "layer, for about a third of the speed; selective, only the weights of attention that "
          "has dropout.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("offload_activations", &ParallelSection::offload_activations)
      .label("Activations in main memory")
      .help(
          "What the backward pass needs waits in the machine's memory instead of the GPU's, copied "
          "there and back beside the computation. With full recomputation only the layers' inputs "
          "are left to move.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::speed);
}

}  // namespace trainyard
