// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate's configuration (written by `accelerate config`) and the options of `accelerate
// launch`, which have the same names.
#pragma once

#include "remote/import/draft.h"
#include "remote/import/processes.h"

namespace trainyard {

bool is_accelerate(const Settings& settings);

// The key as on the command line: without the prefix "deepspeed_config.".
std::string_view accelerate_key(std::string_view key);

// Keys of deepspeed_config that have DeepSpeed's own names are added to `deepspeed`.
void carry_accelerate(const Settings& settings, Settings& deepspeed, ProcessCounts& counts,
                      Draft& draft);

// Must be called once the processes are known, of which each node's may shard among themselves.
void carry_accelerate_fsdp(const Settings& settings, Draft& draft);

}  // namespace trainyard
