// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about data that a user should see before a model is trained on it. Everything that opens
// data reports them: training, evaluation, preparation, inspection.
#pragma once

#include <vector>

#include "engine/contract/result.h"
#include "engine/data/prepared.h"

namespace trainyard {

struct Experiment;

// Returns warnings, as far as the folder records them (older ones record less): records that were
// truncated, that have nothing to learn from, that start twice or do not end; labels of only one
// kind.
std::vector<Error> notes_on_data(const Experiment& experiment, const PreparedData& data);

// Error (exit code 2): no row of a split has anything to learn from or to evaluate.
Result<void> check_learned(const Experiment& experiment, const PreparedData& data,
                           const std::vector<Split>& splits);

}  // namespace trainyard
