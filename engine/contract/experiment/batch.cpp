// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/batch.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<BatchSection>& section) {
  section.field("per_device", &BatchSection::per_device)
      .label("Batch size per device")
      .help("Sequences that one process handles at a time. Memory use grows with it.")
      .unit("sequences")
      .minimum(1)
      .maximum(65536)
      .hugging_face({"per_device_train_batch_size", "per_gpu_train_batch_size"});
  section.field("gradient_accumulation_steps", &BatchSection::gradient_accumulation_steps)
      .label("Gradient accumulation steps")
      .help(
          "Batches whose gradients are summed before each optimizer step. It gives a larger "
          "effective batch with the same memory.")
      .unit("batches")
      .minimum(1)
      .maximum(65536)
      .tier(Tier::advanced)
      .hugging_face({"gradient_accumulation_steps"});
  section.field("global", &BatchSection::global)
      .label("Global batch size")
      .help(
          "Sequences per optimizer step over all processes. Each process takes its share in pieces "
          "of at most the batch size per device, so any number of processes gives the same curve. "
          "Null means batch size per device x accumulation steps x processes.")
      .unit("sequences")
      .minimum(1)
      .maximum(1 << 24);
  section.field("group_by_length", &BatchSection::group_by_length)
      .label("Group by length")
      .help(
          "Batches rows of similar length together so that there is less padding. Language "
          "modeling on text has no padding and is unaffected.")
      .tier(Tier::advanced);
}

}  // namespace trainyard
