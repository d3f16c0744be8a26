// SPDX-License-Identifier: GPL-3.0-or-later
// What `engine plan --json` prints: what a training would take, computed from its document without
// training. The window shows it while a document is edited.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/describe/record.h"

namespace trainyard {

inline constexpr std::int64_t kPlanFormat = 1;

// Bytes per rank while a step is taken, the caches of torch and CUDA not counted.
struct PlannedMemory {
  std::int64_t per_device = 1;   // rows of a micro-batch
  std::int64_t parameters = 0;   // fp32, trained ones
  std::int64_t copies = 0;       // in the compute type, and all frozen parameters
  std::int64_t gradients = 0;    // fp32
  std::int64_t optimizer = 0;    // its state
  std::int64_t activations = 0;  // the peak of a step beyond these, logits included
  std::int64_t host = 0;  // in main memory instead of these: what is offloaded, with its gradients

  std::int64_t total() const { return parameters + copies + gradients + optimizer + activations; }
};

// A setting with which a step takes less.
struct MemorySaving {
  std::string setting;     // "parallel.recompute=full"
  std::int64_t bytes = 0;  // that it saves
  std::int64_t host = 0;   // PlannedMemory::host with it
};

struct TrainingPlan {
  std::int64_t format = kPlanFormat;
  std::string architecture;
  std::int64_t vocab_size = 0;
  std::int64_t num_parameters = 0;  // of which
  std::int64_t num_trained = 0;     // are trained
  std::int64_t per_device = 1, accumulation = 1, world_size = 1;
  // Absent until the data has been prepared, unless the document limits steps.
  std::optional<std::int64_t> num_examples{}, steps_per_epoch{}, num_steps{};
  // By ascending per_device: the document's own, half and double of it.
  std::vector<PlannedMemory> memory;
  // The document's own with parallel.recompute full; absent where it is that already.
  std::optional<PlannedMemory> recomputed{};
  // The document's own with parallel.zero_stage 0, 1, 2 and 3; empty if there is one process, or if
  // the optimizer cannot be sharded.
  std::vector<PlannedMemory> stages{};
  std::vector<MemorySaving> savings{};  // the most first

  // Of the document's own micro-batch; null if the plan has none.
  const PlannedMemory* own() const;
};

void describe(Section<PlannedMemory>& section);
void describe(Section<MemorySaving>& section);
void describe(Section<TrainingPlan>& section);

}  // namespace trainyard
