// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a job's output file in the syntax of sbatch's --output.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/agent/processes/child.h"

namespace trainyard::agent {

// Replaces %j, %A, %a, %x, %u, %N, %n, %t, %s, %J, %b and %% in `pattern`, also with a width like
// %4j, by values from the job's environment; nothing is replaced after a backslash. A relative name
// is relative to `folder`.
std::filesystem::path file_of_pattern(std::string_view pattern, const Environment& environment,
                                      const std::filesystem::path& folder);

}  // namespace trainyard::agent
