// SPDX-License-Identifier: GPL-3.0-or-later
// When a run that was stopped is restarted automatically.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct RestartSection {
  bool on_time_limit = false;
  bool on_preemption = true;
  std::int64_t signal_before_end_seconds = 120;
  std::int64_t max_without_progress = 2;
};

void describe(Section<RestartSection>& section);

}  // namespace trainyard
