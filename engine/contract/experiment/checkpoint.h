// When training state is saved and what is kept.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct CheckpointSection {
  std::optional<std::int64_t> every_steps = 500;
  std::int64_t keep_last = 2;
  bool save_best = true;
};

inline void describe(Section<CheckpointSection>& section) {
  section.field("every_steps", &CheckpointSection::every_steps);
  section.field("keep_last", &CheckpointSection::keep_last);
  section.field("save_best", &CheckpointSection::save_best);
}

}  // namespace trainyard
