// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the document in what a program is started with: `{{ optimizer.learning_rate }}` in an
// argument of a command or a job script, or in a variable, stands for the value of that field, so
// that a search over it reaches the program. `\{{ optimizer.learning_rate }}` is the text itself,
// without the backslash. Pure.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/describe/diagnostic.h"

namespace trainyard {

struct Experiment;

// The experiment of a command or a script with the values in the place of their paths; those
// without a value stay. Values are not searched for placeholders again.
Experiment with_values_filled(Experiment experiment);

// An error for each path that neither names a field or an entry of a mapping, nor is searched.
std::vector<Diagnostic> check_placeholders(const Experiment& experiment);

// The text that stands for a variable in the job script from which the scripts of all trials are
// made, if the variable itself is searched.
std::string searched_variable(const std::string& name);

}  // namespace trainyard
