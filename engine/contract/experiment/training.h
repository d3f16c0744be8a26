// How long training lasts.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct TrainingSection {
  std::optional<std::int64_t> max_steps;
  double num_epochs = 3;
};

inline void describe(Section<TrainingSection>& section) {
  section.field("max_steps", &TrainingSection::max_steps);
  section.field("num_epochs", &TrainingSection::num_epochs);
}

}  // namespace trainyard
