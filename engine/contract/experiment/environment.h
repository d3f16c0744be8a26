// SPDX-License-Identifier: GPL-3.0-or-later
// What is set up on the target before the workload starts.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct EnvironmentSection {
  TextList modules;
  std::optional<std::string> conda;
  std::optional<std::string> venv;
  std::optional<std::string> container;
  TextMap variables;
  TextList setup_commands;
  bool trackers_offline = false;
};

void describe(Section<EnvironmentSection>& section);

}  // namespace trainyard
