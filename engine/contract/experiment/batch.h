// SPDX-License-Identifier: GPL-3.0-or-later
// How many sequences make one optimizer step.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

struct BatchSection {
  std::int64_t per_device = 8;
  std::int64_t gradient_accumulation_steps = 1;
  std::optional<std::int64_t> global;
  bool group_by_length = false;
};

inline void describe(Section<BatchSection>& section) {
  section.field("per_device", &BatchSection::per_device)
      .label("Batch size per device")
      .help("Sequences that one process handles at a time. Memory use grows with it.")
      .unit("sequences")
      .minimum(1)
      .maximum(65536)
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("gradient_accumulation_steps", &BatchSection::gradient_accumulation_steps)
      .label("Gradient accumulation steps")
      .help(
          "Batches whose gradients are summed before each optimizer step. It gives a larger "
          "effective batch with the same memory.")
      .unit("batches")
      .minimum(1)
      .maximum(65536)
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("global", &BatchSection::global)
      .label("Global batch size")
      .help(
          "Sequences per optimizer step over all processes. Each process takes its share in pieces "
          "of at most the batch size per device, so any number of processes gives the same curve. "
          "Null means batch size per device x accumulation steps x processes.")
      .unit("sequences")
      .minimum(1)
      .maximum(1 << 24)
      .when("workload=engine")
      .affects(Affects::numerics);
  section.field("group_by_length", &BatchSection::group_by_length)
      .label("Group by length")
      .help(
          "Batches rows of similar length together so that there is less padding. Language "
          "modeling on text has no padding and is unaffected.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
