// SPDX-License-Identifier: GPL-3.0-or-later
// The learning rate of a Hugging Face Trainer: kind, its own parameters, warm-up.
#pragma once

#include "remote/import/draft.h"

namespace trainyard {

// From lr_scheduler_type, lr_scheduler_kwargs, warmup_steps and warmup_ratio. A schedule that the
// draft already has (DeepSpeed's) counts instead of the kind; the warm-up is filled in there.
void carry_schedule(const Settings& settings, Draft& draft);

}  // namespace trainyard
