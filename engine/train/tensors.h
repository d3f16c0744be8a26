// From a rank's share of the data to tensors, and what all ranks agree on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/batch_stream.h"
#include "engine/model/batch.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Causal language modelling: every token but the first is a target, so labels are the ids. num_rows
// must be above 0.
Batch to_batch(const MicroBatch& micro, std::int64_t sequence_length, at::Device device);

// The sum over all ranks of each number.
std::vector<double> sum_over_ranks(TrainingWork& work, const std::vector<double>& numbers);

// The first rank's text, on every rank.
std::string text_of_first_rank(TrainingWork& work, const std::string& text);

}  // namespace trainyard
