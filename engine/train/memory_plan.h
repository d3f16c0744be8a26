// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts how much memory a step will take, before anything is allocated.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/contract/experiment/rules.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"
#include "engine/task/task.h"

namespace trainyard {

struct Experiment;

// Bytes per rank.
struct MemoryPlan {
  std::int64_t parameters = 0;   // fp32, trained ones
  std::int64_t copies = 0;       // in the compute type, and all frozen parameters
  std::int64_t gradients = 0;    // fp32
  std::int64_t optimizer = 0;    // its state
  std::int64_t activations = 0;  // the peak of a step beyond these, logits included
  // In main memory instead of these: what is offloaded, and then its gradients.
  std::int64_t host = 0;
  std::int64_t host_activations = 0;  // of it
  // In main memory besides, on a GPU: the copy from which a checkpoint is written while the
  // training goes on. Each rank has its share of it, or the first one all.
  std::int64_t snapshot = 0;
  bool is_snapshot_shared = false;

  std::int64_t total() const { return parameters + copies + gradients + optimizer + activations; }
};

// The parts as text ("1.53 GiB"): the arguments of the messages memory.plan and
// out_of_memory.planned.
Map to_arguments(const MemoryPlan& plan);
std::string bytes_text(std::int64_t bytes);

// Whether a node with `limit` bytes of main memory can keep what is offloaded of `processes` ranks,
// and copies for checkpoints besides. Errors: "parallel.host_memory", "checkpoint.host_memory".
Result<void> check_host_memory(const MemoryPlan& plan, std::int64_t processes, std::int64_t limit);

// Runs one micro-batch of batch.per_device rows of data.sequence_length tokens, from forward pass
// to update, on torch's meta device and counts its allocations. `compute_type` is that of
// Parameters.
MemoryPlan plan_memory(const Experiment& experiment, const Model& model, const Task& task,
                       const BatchShape& batch, at::ScalarType compute_type);

// The same. Error: an operation that has no kernel for the meta device, say.
Result<MemoryPlan> try_to_plan_memory(const Experiment& experiment, const Model& model,
                                      const Task& task, const BatchShape& batch,
                                      at::ScalarType compute_type);

// Plans of one model with any settings, each of them made once.
class MemoryPlans {
 public:
  // Both must outlive it.
  MemoryPlans(const Model& model, const Task& task) : model_(model), task_(task) {}

  // As plan_memory(), with so many rows.
  const MemoryPlan& of(const Experiment& experiment, std::int64_t per_device);

 private:
  const Model& model_;
  const Task& task_;
  std::map<std::string, MemoryPlan> made_;  // by the whole document and the rows
};

// The peak memory so far: on a GPU what torch allocated there, on a CPU that of the whole process.
std::int64_t peak_bytes(at::Device device);

}  // namespace trainyard
