// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the document in what a program is started with: `{{ optimizer.learning_rate }}` in an
// argument of a command or a job script, or in a variable, stands for the value of that field, so
// that a search over it reaches the program. Pure.
#pragma once

#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"

namespace trainyard {

// The experiment of a command or a script with the values in the place of their paths; those
// without a value stay. Values are not searched for placeholders again.
Experiment withValuesFilled(Experiment experiment);

// An error for each path that neither names a field or an entry of a mapping, nor is searched.
std::vector<Diagnostic> checkPlaceholders(const Experiment& experiment);

}  // namespace trainyard
