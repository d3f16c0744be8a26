// SPDX-License-Identifier: GPL-3.0-or-later
// Checks on this machine what a valid document names: data, tokenizer, weights, GPUs.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct Experiment;

struct MachineFindings {
  std::vector<Diagnostic> diagnostics;
  // That of the first error, which training would also end with; "completed" if there is none.
  ExitCode exit_code = ExitCode::completed;
};

// Reads only headers and starts of files, so that it takes seconds. Findings have no location in
// the document yet.
enum class LooksAt { everything, files };
MachineFindings check_machine(const std::filesystem::path& file, const Experiment& experiment,
                              LooksAt looks_at = LooksAt::everything);

}  // namespace trainyard
