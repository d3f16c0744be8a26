// Relations between fields, each a named pure function, run at every keystroke and again by the
// engine.
#pragma once

#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// Paths are filled; file, line and column are added by the reader.
std::vector<Diagnostic> check_rules(const Experiment& experiment);

// gpus_per_node, or 1 when that is 0, unless the document says otherwise.
std::int64_t processes_per_node(const Experiment& experiment);

// Sequences per optimizer step over all ranks and accumulation steps.
std::int64_t global_batch(const Experiment& experiment);

// Values that are checked, shown and rendered but that this version of the engine does not execute
// yet: one error each.
std::vector<Diagnostic> check_executable(const Experiment& experiment);

}  // namespace trainyard
