// SPDX-License-Identifier: GPL-3.0-or-later
// What a person should know of data before a model learns from it. Whoever opens data says it:
// training, evaluating, preparing, looking.
#pragma once

#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "engine/data/prepared.h"

namespace trainyard {

// Warnings, as far as the folder tells (older ones say less): records that were cut, of which
// nothing is learned, that begin twice or do not end; labels of one kind only.
std::vector<Error> notes_on_data(const Experiment& experiment, const PreparedData& data);

// Error (exit code 2): of the rows of a split none has anything to learn, or to be judged by.
Result<void> check_learned(const Experiment& experiment, const PreparedData& data,
                           const std::vector<Split>& splits);

}  // namespace trainyard
