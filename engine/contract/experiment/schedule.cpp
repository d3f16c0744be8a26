// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/schedule.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<ScheduleSection>& section) {
  section.field("kind", &ScheduleSection::kind)
      .label("Schedule")
      .help(
          "How the learning rate changes after the warm-up. linear decays to 0 at the last step. "
          "warmup_lr and warmup_decay_lr are DeepSpeed's WarmupLR (constant) and WarmupDecayLR "
          "(linear). The others are those of Hugging Face.")
      .tier(Tier::advanced);
  section.field("warmup_steps", &ScheduleSection::warmup_steps)
      .label("Warm-up steps")
      .help("Steps over which the learning rate rises from 0.")
      .unit("steps")
      .minimum(0)
      .maximum(1e12);
  section.field("warmup_ratio", &ScheduleSection::warmup_ratio)
      .label("Warm-up ratio")
      .help("Warm-up as a fraction of all steps, rounded up. Null uses the warm-up steps.")
      .unit("ratio")
      .minimum(0)
      .maximum(1)
      .tier(Tier::advanced);
  section.field("warmup_type", &ScheduleSection::warmup_type)
      .label("Warm-up shape")
      .help("The logarithmic warm-up rises steeply at first. It is DeepSpeed's default.")
      .when("workload=engine&schedule.kind=warmup_lr|warmup_decay_lr")
      .tier(Tier::advanced);
  section.field("minimum_learning_rate", &ScheduleSection::minimum_learning_rate)
      .label("Minimum learning rate")
      .help(
          "Learning rate at the end of the decay. warmup_lr, warmup_decay_lr and "
          "warmup_stable_decay also start from it.")
      .minimum(0)
      .maximum(100)
      .when(
          "workload=engine&schedule.kind=cosine|polynomial|warmup_stable_decay|warmup_lr|"
          "warmup_decay_lr")
      .tier(Tier::advanced);
  section.field("num_cycles", &ScheduleSection::num_cycles)
      .label("Cycles")
      .help(
          "Number of cosine waves. Null means half a wave, or a single descent for "
          "cosine_with_restarts.")
      .above(0)
      .maximum(1e6)
      .when("workload=engine&schedule.kind=cosine|cosine_with_restarts")
      .tier(Tier::expert);
  section.field("power", &ScheduleSection::power)
      .label("Power")
      .help("Exponent of the polynomial. 1 is a straight line.")
      .above(0)
      .maximum(100)
      .when("workload=engine&schedule.kind=polynomial")
      .tier(Tier::advanced);
  section.field("decay_steps", &ScheduleSection::decay_steps)
      .label("Decay steps")
      .help("Final steps during which the learning rate decays. Null means a tenth of all steps.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine&schedule.kind=warmup_stable_decay")
      .tier(Tier::advanced);
  section.field("timescale", &ScheduleSection::timescale)
      .label("Time scale")
      .help(
          "Steps after the warm-up until the learning rate has fallen to 0.71 of its peak. Null "
          "uses the warm-up steps, or 10,000 without a warm-up.")
      .unit("steps")
      .minimum(1)
      .maximum(1e12)
      .when("workload=engine&schedule.kind=inverse_sqrt")
      .tier(Tier::expert);
}

}  // namespace trainyard
