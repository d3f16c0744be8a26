// SPDX-License-Identifier: GPL-3.0-or-later
// Exchanges values between all ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/train/training_work.h"

namespace trainyard {

// Returns the sum over all ranks of each number.
std::vector<double> sum_over_ranks(TrainingWork& work, const std::vector<double>& numbers);

// Returns the first rank's text on every rank.
std::string text_of_first_rank(TrainingWork& work, const std::string& text);

// Gives every rank the first rank's values of all parameters; of those that ranks share out, each
// rank's values of what it owns.
void share_values(TrainingWork& work);

// Runs what reads files of parameters: on the first rank, which the others wait for; or on every
// rank, where none has all parameters; then all throw the Failure of the first that has one.
void on_ranks_that_read(TrainingWork& work,
                        const std::function<void(const ProcessGroup::Heartbeat&)>& read);

// Copies the first rank's content of these tensors to every rank.
void share_with_ranks(TrainingWork& work, std::vector<at::Tensor> tensors);

}  // namespace trainyard
