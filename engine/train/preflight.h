// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong on this machine with what a sound document names: data, tokenizer, weights, GPUs.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"

namespace trainyard {

struct MachineFindings {
  std::vector<Diagnostic> diagnostics;
  // That of the first error, with which training would end too; "completed" without any.
  ExitCode exit_code = ExitCode::completed;
};

// Reads headers and begins of files, so that it takes seconds. Findings have no place in the
// document yet.
enum class LooksAt { everything, files };
MachineFindings check_machine(const std::filesystem::path& file, const Experiment& experiment,
                              LooksAt looks_at = LooksAt::everything);

}  // namespace trainyard
