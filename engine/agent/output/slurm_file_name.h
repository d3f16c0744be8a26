// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a job's output file, as sbatch's --output writes it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/agent/processes/child.h"

namespace trainyard::agent {

// `pattern` with %j, %A, %a, %x, %u, %N, %n, %t, %s, %J, %b and %%, also as %4j, replaced by what
// the environment of the job says; after a backslash nothing is replaced. A relative name counts
// from `folder`.
std::filesystem::path slurm_file_name(std::string_view pattern, const Environment& environment,
                                      const std::filesystem::path& folder);

}  // namespace trainyard::agent
