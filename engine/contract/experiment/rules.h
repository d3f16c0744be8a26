// SPDX-License-Identifier: GPL-3.0-or-later
// Relations between fields, each a named pure function, run at every keystroke and again by the
// engine.
#pragma once

#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"

namespace trainyard {

// Paths are filled; file, line and column are added by the reader.
std::vector<Diagnostic> check_rules(const Experiment& experiment);

// gpus_per_node, or 1 when that is 0, unless the document says otherwise.
std::int64_t processes_per_node(const Experiment& experiment);

// How long before its time limit the run is told to save, in seconds: what is wanted where
// that leaves the run more than half of its time, else a quarter of the limit.
std::int64_t warning_seconds(std::int64_t wanted, const std::optional<std::string>& time_limit);

// Sequences per optimizer step over all ranks and accumulation steps.
std::int64_t global_batch(const Experiment& experiment);

// What one process does of an optimizer step: `accumulation` batches of `per_device` sequences.
struct BatchShape {
  std::int64_t per_device = 1;
  std::int64_t accumulation = 1;
};

// With batch.global the share of each of `ranks` processes, in pieces of at most batch.per_device;
// without it, as the document says. Error: rule.global_not_divided, naming the nearest global batch
// that can be divided.
Result<BatchShape> batch_shape(const Experiment& experiment, std::int64_t ranks);

// Values that are checked, shown and rendered but that this version of the engine does not execute
// yet: one error each.
std::vector<Diagnostic> check_executable(const Experiment& experiment);

}  // namespace trainyard
