// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate's configuration (`accelerate config` writes it) and the options of `accelerate
// launch`, which have the same names.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/processes.h"

namespace trainyard {

bool is_accelerate(const Settings& settings);

// A key as the command line has it: without "deepspeed_config." before it.
std::string_view accelerate_key(std::string_view key);

// Keys of deepspeed_config as DeepSpeed itself names them are added to `deepspeed`.
void carry_accelerate(const Settings& settings, Settings& deepspeed, ProcessCounts& counts,
                      Draft& draft);

}  // namespace trainyard
