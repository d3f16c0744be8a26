// SPDX-License-Identifier: GPL-3.0-or-later
// Relations between the fields that name the data and say what is made of it.
#pragma once

#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// Appends what is wrong; a part of check_rules().
void check_data_rules(const Experiment& experiment, std::vector<Diagnostic>& out);

}  // namespace trainyard
