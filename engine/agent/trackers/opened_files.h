// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which files the processes of a job open. trackio has its database open for some
// milliseconds whenever it writes, which a look at what is open now and then would miss.
#pragma once

#include <chrono>
#include <filesystem>
#include <vector>

#include "engine/agent/processes/process_table.h"

namespace trainyard::agent {

// Those of `files` that `processes` open within the time. Returns as soon as it has one.
std::vector<std::filesystem::path> files_opened(const std::vector<std::filesystem::path>& files,
                                                const std::vector<ProcessEntry>& processes,
                                                std::chrono::milliseconds time);

}  // namespace trainyard::agent
