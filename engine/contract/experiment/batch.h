// SPDX-License-Identifier: GPL-3.0-or-later
// How many sequences make one optimizer step.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct BatchSection {
  std::int64_t per_device = 8;
  std::int64_t gradient_accumulation_steps = 1;
  std::optional<std::int64_t> global;
  bool group_by_length = false;
};

void describe(Section<BatchSection>& section);

}  // namespace trainyard
