// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations of trainers that are recognized but not supported.
#pragma once

#include <string>

#include "remote/import/setting.h"
#include "engine/contract/result.h"

namespace trainyard {

// Returns an error that names the program of this configuration.
Result<void> refuse_other_trainers(const Settings& settings, const std::string& file);

}  // namespace trainyard
