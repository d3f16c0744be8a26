// SPDX-License-Identifier: GPL-3.0-or-later
// How often metrics are reported.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

struct LoggingSection {
  std::optional<std::int64_t> every_steps = 10;
};

inline void describe(Section<LoggingSection>& section) {
  section.field("every_steps", &LoggingSection::every_steps)
      .label("Log every")
      .help("Steps between points of the training curves. Null means never.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine")
      .tier(Tier::advanced);
}

}  // namespace trainyard
