// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/logging.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<LoggingSection>& section) {
  section.field("every_steps", &LoggingSection::every_steps)
      .label("Log every")
      .help("Steps between points of the training curves. Null means never.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine")
      .tier(Tier::advanced);
  section.field("first_step", &LoggingSection::first_step)
      .label("Log the first step")
      .help("Also reports the metrics of step 1, whatever the interval is.")
      .when("workload=engine")
      .tier(Tier::expert)
      .hugging_face({"logging_first_step"});
  section.field("trackers", &LoggingSection::trackers)
      .label("Trackers")
      .help(
          "Trackers whose files are written into the run folder while it runs, for their own "
          "programs: wandb (an offline run, sent by wandb sync), tensorboard.")
      .pattern("wandb|tensorboard", "wandb or tensorboard")
      .tier(Tier::advanced);
  section.field("rules", &LoggingSection::rules)
      .label("Rules")
      .help(
          "What is done when a metric crosses a threshold, one rule per item: stop when eval/loss "
          "> 3 for 20 points, notify when loss is not finite. The metric is named as it is "
          "reported; >, >=, < and <= compare it, for so many of its points in a row. stop ends the "
          "run as its time limit would, with a checkpoint and without a restart; notify tells you. "
          "Each rule acts once in a run.")
      .tier(Tier::advanced);
  section.field("profile_steps", &LoggingSection::profile_steps)
      .label("Profiled steps")
      .help(
          "Steps in which each operator and kernel is timed, after the first ones of an attempt: a "
          "table, and a trace to look at. 0 profiles nothing.")
      .unit("steps")
      .minimum(0)
      .maximum(100)
      .when("workload=engine")
      .tier(Tier::advanced);
}

}  // namespace trainyard
