// SPDX-License-Identifier: GPL-3.0-or-later
// The learning rate schedule of a Hugging Face Trainer: kind, its parameters, warm-up.
#pragma once

#include "remote/import/draft.h"

namespace trainyard {

// Converts lr_scheduler_type, lr_scheduler_kwargs, warmup_steps and warmup_ratio. A schedule that
// is already in the draft (DeepSpeed's) takes precedence over the kind; its warm-up is filled in.
void carry_schedule(const Settings& settings, Draft& draft);

}  // namespace trainyard
