// SPDX-License-Identifier: GPL-3.0-or-later
// Which source folder travels with the run.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct CodeSection {
  std::optional<std::string> source;
  TextList exclude;
};

void describe(Section<CodeSection>& section);

}  // namespace trainyard
