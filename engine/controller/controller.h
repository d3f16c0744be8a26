// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the search of a document as a job of its own: submits the trials from where it runs, and
// says what happens as events, so that whoever follows the run follows the study. It may be killed
// at any moment and started again in the same folder.
#pragma once

#include <csignal>
#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard::controller {

// The program's result: ExitCode::stopped_early when `stop` becomes another number than 0; if the
// run is being cancelled then, its trials are, too.
int run_controller(const std::filesystem::path& run_folder, const volatile std::sig_atomic_t& stop);

}  // namespace trainyard::controller
