// How often metrics are reported.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct LoggingSection {
  std::optional<std::int64_t> every_steps = 10;
};

inline void describe(Section<LoggingSection>& section) {
  section.field("every_steps", &LoggingSection::every_steps);
}

}  // namespace trainyard
