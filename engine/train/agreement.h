// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks tell each other in words: all of it collective, and only for the thread that trains.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Returns every rank's text, in the order of the ranks.
std::vector<std::string> texts_of_ranks(TrainingWork& work, const std::string& text);

// Returns the error of the first rank that has one, so that all end for the same reason instead of
// waiting for the one that failed.
Result<void> outcome_of_ranks(TrainingWork& work, const Result<void>& own);

}  // namespace trainyard
