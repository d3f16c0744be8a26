// SPDX-License-Identifier: GPL-3.0-or-later
// The Python files that are embedded in the agent and added to a command's PYTHONPATH.
#pragma once

#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard::agent {

Result<void> write_python_files(const std::filesystem::path& folder);

}  // namespace trainyard::agent
