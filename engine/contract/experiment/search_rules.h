// SPDX-License-Identifier: GPL-3.0-or-later
// Rules about the section search (check_rules includes them).
#pragma once

#include <vector>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

struct Experiment;

void check_search_rules(const Experiment& experiment, std::vector<Diagnostic>& out);

}  // namespace trainyard
