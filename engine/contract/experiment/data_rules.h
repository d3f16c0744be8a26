// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for the fields that select the data and how it is processed.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/experiment/task.h"

namespace trainyard {

struct Experiment;

// Appends what is wrong; part of check_rules().
void check_data_rules(const Experiment& experiment, std::vector<Diagnostic>& out);

// "eval/loss" and what else an evaluation of the task reports.
std::vector<std::string> evaluation_metrics(const TaskSection& task);

}  // namespace trainyard
