// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments as the scripts name them: overrides of the defaults.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/overrides.h"

namespace trainyard {

// Ends the program with code 2 and a line for each finding where one is wrong.
inline Experiment experiment_of(const std::vector<std::string>& overrides) {
  Document document;
  apply_overrides(overrides, document);
  for (const Diagnostic& diagnostic : document.diagnostics)
    std::fprintf(stderr, "%s\n", to_line(diagnostic).c_str());
  if (!document.diagnostics.empty()) std::exit(2);
  return document.experiment;
}

}  // namespace trainyard
