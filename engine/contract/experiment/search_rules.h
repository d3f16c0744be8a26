// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about the section search (check_rules includes them).
#pragma once

#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"

namespace trainyard {

void check_search_rules(const Experiment& experiment, std::vector<Diagnostic>& out);

}  // namespace trainyard
