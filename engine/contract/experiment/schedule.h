// How the learning rate changes over the run.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class ScheduleKind { linear };
template <> struct Names<ScheduleKind> {
  static constexpr std::pair<ScheduleKind, std::string_view> all[] = {{ScheduleKind::linear, "linear"}};
};

struct ScheduleSection {
  ScheduleKind kind = ScheduleKind::linear;
  std::int64_t warmup_steps = 0;
};

inline void describe(Section<ScheduleSection>& section) {
  section.field("kind", &ScheduleSection::kind);
  section.field("warmup_steps", &ScheduleSection::warmup_steps);
}

}  // namespace trainyard
