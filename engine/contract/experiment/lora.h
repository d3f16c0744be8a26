// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters (Hu et al., 2021), with the names of the peft library.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct LoraSection {
  std::optional<std::int64_t> rank;
  double alpha = 16;
  double dropout = 0;
  bool use_rslora = false;
  TextList target_modules;
  std::optional<std::string> pretrained;
};

void describe(Section<LoraSection>& section);

}  // namespace trainyard
