// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed's configuration: JSON by its documentation, and the parts of it that accelerate asks
// for; "auto" as transformers' integration fills it in (5.17: integrations/deepspeed.py).
#pragma once

#include <cstdint>
#include <optional>

#include "remote/import/draft.h"

namespace trainyard {

// Whether these are settings of DeepSpeed.
bool is_deepspeed(const Settings& settings);

// Before the arguments of the program, whose schedule and optimizer these replace.
void carry_deepspeed(const Settings& settings, Draft& draft);

// After them and after the processes are known (`ranks`, over all nodes): what "auto" stands for
// where no argument was given, what DeepSpeed does by default, and whether the batch sizes agree.
// `has_own_file`: a DeepSpeed file was given, not only options of accelerate.
void fill_in_deepspeed(const Settings& settings, bool has_own_file,
                       std::optional<std::int64_t> ranks, Draft& draft);

}  // namespace trainyard
