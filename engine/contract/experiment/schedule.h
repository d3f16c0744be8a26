// How the learning rate changes over the run.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class ScheduleKind { linear };
template <>
struct Names<ScheduleKind> {
  static constexpr std::pair<ScheduleKind, std::string_view> all[] = {
      {ScheduleKind::linear, "linear"}};
};

struct ScheduleSection {
  ScheduleKind kind = ScheduleKind::linear;
  std::int64_t warmup_steps = 0;
};

inline void describe(Section<ScheduleSection>& section) {
  section.field("kind", &ScheduleSection::kind)
      .label("Schedule")
      .help("How the learning rate changes after the warm-up; linear falls to 0 at the last step.")
      .when("workload=engine")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("warmup_steps", &ScheduleSection::warmup_steps)
      .label("Warm-up")
      .help("Steps over which the learning rate rises from 0.")
      .unit("steps")
      .minimum(0)
      .maximum(1e12)
      .when("workload=engine")
      .affects(Affects::numerics);
}

}  // namespace trainyard
