// SPDX-License-Identifier: GPL-3.0-or-later
// How often metrics are reported.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct LoggingSection {
  std::optional<std::int64_t> every_steps = 10;
  bool first_step = false;
  TextList trackers;
  TextList rules;  // of metrics (metric_rule.h)
  std::int64_t profile_steps = 0;
};

void describe(Section<LoggingSection>& section);

}  // namespace trainyard
