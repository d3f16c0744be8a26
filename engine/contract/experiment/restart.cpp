// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/restart.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<RestartSection>& section) {
  section.field("on_time_limit", &RestartSection::on_time_limit)
      .label("Requeue after the time limit")
      .help("Restarts the run from its last checkpoint after it has reached the time limit.")
      .tier(Tier::advanced);
  section.field("on_preemption", &RestartSection::on_preemption)
      .label("Requeue after preemption")
      .help("Restarts the run from its last checkpoint after the scheduler has preempted it.")
      .tier(Tier::advanced);
  section.field("signal_before_end_seconds", &RestartSection::signal_before_end_seconds)
      .label("Warning before the end")
      .help(
          "How long before the time limit the run is told to save. If this would leave less than "
          "half of the run's time, a quarter of the limit is used.")
      .unit("seconds")
      .minimum(0)
      .maximum(65535)
      .tier(Tier::advanced);
  section.field("max_without_progress", &RestartSection::max_without_progress)
      .label("Restarts without progress")
      .help("Consecutive starts without a new checkpoint after which the run is given up.")
      .unit("starts")
      .minimum(1)
      .maximum(1000)
      .tier(Tier::expert);
}

}  // namespace trainyard
