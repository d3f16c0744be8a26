// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a run that have acted, across its attempts: a file of the run folder with a line for
// each.
#pragma once

#include <set>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

inline constexpr const char* fired_rules_name = "fired_rules.txt";

// Empty if none has, or if the file cannot be read.
std::set<std::string> fired_rules(const RunFolder& run);
// On disk when it returns. Errors: those of writing a file.
Result<void> note_fired_rule(const RunFolder& run, const std::string& rule);

}  // namespace trainyard::agent
