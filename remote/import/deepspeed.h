// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's configuration: JSON as documented, and the parts of it in accelerate's configuration;
// "auto" is filled in like in transformers' integration (5.17: integrations/deepspeed.py).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "remote/import/draft.h"
#include "remote/import/key_table.h"

namespace trainyard {

std::span<const KeyRow> deepspeed_rows();

// Whether these are DeepSpeed settings.
bool is_deepspeed(const Settings& settings);

// Must be called before the program's arguments are added, whose schedule and optimizer these
// replace.
void carry_deepspeed(const Settings& settings, Draft& draft);

// Must be called after them and once the processes are known (`ranks`, over all nodes): fills in
// "auto" where no argument was given and DeepSpeed's defaults, and checks that the batch sizes
// agree. `has_own_file`: a DeepSpeed file was given, not only options of accelerate.
void fill_in_deepspeed(const Settings& settings, bool has_own_file,
                       std::optional<std::int64_t> ranks, Draft& draft);

}  // namespace trainyard
