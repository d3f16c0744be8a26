// When a run that was stopped goes on by itself.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct RestartSection {
  bool on_time_limit = false;
  bool on_preemption = true;
  std::int64_t signal_before_end_seconds = 120;
  std::int64_t max_without_progress = 2;
};

inline void describe(Section<RestartSection>& section) {
  section.field("on_time_limit", &RestartSection::on_time_limit);
  section.field("on_preemption", &RestartSection::on_preemption);
  section.field("signal_before_end_seconds", &RestartSection::signal_before_end_seconds);
  section.field("max_without_progress", &RestartSection::max_without_progress);
}

}  // namespace trainyard
