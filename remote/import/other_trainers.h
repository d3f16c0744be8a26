// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations of trainers that are known by name and are not read.
#pragma once

#include <string>

#include "remote/import/setting.h"
#include "engine/contract/result.h"

namespace trainyard {

// An error that names the program whose configuration this is.
Result<void> refuse_other_trainers(const Settings& settings, const std::string& file);

}  // namespace trainyard
