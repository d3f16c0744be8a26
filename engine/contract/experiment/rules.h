// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about relations between fields, each a named pure function, checked on every keystroke and
// again by the engine.
#pragma once

#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct Experiment;

// Paths are set; the reader adds file, line and column.
std::vector<Diagnostic> check_rules(const Experiment& experiment);

// gpus_per_node, or 1 if that is 0, unless the document says otherwise.
std::int64_t processes_per_node(const Experiment& experiment);

// How long before its time limit the run is told to save, in seconds: `wanted` if that leaves the
// run more than half of its time, else a quarter of the limit.
std::int64_t warning_seconds(std::int64_t wanted, const std::optional<std::string>& time_limit);

// Processes of a training, on all nodes.
std::int64_t process_count(const Experiment& experiment);
// Those of one training: fewer where a search divides them among its trials.
std::int64_t ranks_per_training(const Experiment& experiment);

// Sequences per optimizer step over all ranks and accumulation steps.
std::int64_t global_batch(const Experiment& experiment);

// The share of one process in an optimizer step: `accumulation` batches of `per_device` sequences.
struct BatchShape {
  std::int64_t per_device = 1;
  std::int64_t accumulation = 1;
};

// With batch.global, divides it among `ranks` processes, in batches of at most batch.per_device;
// without it, as the document says. Error: rule.global_not_divided, which suggests the nearest
// global batch that can be divided.
Result<BatchShape> batch_shape(const Experiment& experiment, std::int64_t ranks);

// Returns an error for each value that is checked, shown and rendered but not supported by this
// version of the engine yet.
std::vector<Diagnostic> check_executable(const Experiment& experiment);

}  // namespace trainyard
