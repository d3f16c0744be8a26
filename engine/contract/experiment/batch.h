// How many sequences make one optimizer step.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct BatchSection {
  std::int64_t per_device = 8;
  std::int64_t gradient_accumulation_steps = 1;
};

inline void describe(Section<BatchSection>& section) {
  section.field("per_device", &BatchSection::per_device);
  section.field("gradient_accumulation_steps", &BatchSection::gradient_accumulation_steps);
}

}  // namespace trainyard
