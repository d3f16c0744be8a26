// SPDX-License-Identifier: GPL-3.0-or-later
// The Python files that the agent carries and puts on PYTHONPATH of a command.
#pragma once

#include <filesystem>

#include "engine/contract/result.h"

namespace trainyard::agent {

Result<void> write_python_files(const std::filesystem::path& folder);

}  // namespace trainyard::agent
