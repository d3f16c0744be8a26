// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/parallel.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<ParallelSection>& section) {
  section.field("zero_stage", &ParallelSection::zero_stage)
      .label("ZeRO stage")
      .help(
          "What is sharded over the processes instead of replicated: 0 nothing, 1 optimizer state, "
          "2 gradients as well, 3 parameters as well.")
      .minimum(0)
      .maximum(3)
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("shard_degree", &ParallelSection::shard_degree)
      .label("Shard degree")
      .help(
          "How many processes share out the state, such as those of one machine. Each group of "
          "that "
          "many has all of it, so that only sums of gradients travel between groups. Null means "
          "all "
          "processes.")
      .minimum(2)
      .tier(Tier::expert)
      .affects(Affects::speed);
  section.field("offload_optimizer", &ParallelSection::offload_optimizer)
      .label("Offload the optimizer")
      .help(
          "Keeps the optimizer state in host memory instead of GPU memory. Saves GPU memory at the "
          "cost of speed.")
      .tier(Tier::expert)
      .affects(Affects::speed);
  section.field("offload_parameters", &ParallelSection::offload_parameters)
      .label("Offload parameters")
      .help(
          "Keeps parameters in host memory until they are needed. Saves GPU memory at the cost of "
          "speed.")
      .tier(Tier::expert)
      .affects(Affects::speed);
  section.field("recompute", &ParallelSection::recompute)
      .label("Activation checkpointing")
      .help(
          "What the backward pass recomputes instead of storing: full, all activations inside a "
          "layer, which costs about a third of the speed; selective, only the attention weights, "
          "where attention has dropout.")
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("offload_activations", &ParallelSection::offload_activations)
      .label("Offload activations")
      .help(
          "Keeps what the backward pass needs in host memory instead of GPU memory, copied there "
          "and back during the computation. With full activation checkpointing only the inputs of "
          "the layers are moved.")
      .tier(Tier::advanced)
      .affects(Affects::speed);
  section.field("connect_timeout_seconds", &ParallelSection::connect_timeout_seconds)
      .label("Connection timeout")
      .help(
          "How long processes wait at the start until all of them, and their GPUs, are connected. "
          "After that the run ends and names those that are missing.")
      .unit("seconds")
      .minimum(10)
      .maximum(86400)
      .tier(Tier::expert);
}

}  // namespace trainyard
