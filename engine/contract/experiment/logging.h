// SPDX-License-Identifier: GPL-3.0-or-later
// How often metrics are reported.
#pragma once

#include "engine/contract/describe/field.h"

namespace trainyard {

struct LoggingSection {
  std::optional<std::int64_t> every_steps = 10;
  TextList trackers;
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
  section.field("trackers", &LoggingSection::trackers)
      .label("Trackers")
      .help(
          "Trackers whose files are written into the run folder while it runs, for their own "
          "programs: wandb (an offline run, sent by wandb sync), tensorboard.")
      .pattern("wandb|tensorboard", "wandb or tensorboard")
      .tier(Tier::advanced);
}

}  // namespace trainyard
