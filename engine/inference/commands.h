// SPDX-License-Identifier: GPL-3.0-or-later
// The `engine` commands that use a trained model. Results go to stdout, messages to stderr; errors
// are returned.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/inference/trained_model.h"

namespace trainyard {

struct EvaluateArguments {
  TrainedModelArguments model;
  Split split = Split::validation;
  std::filesystem::path output;  // empty: no files; otherwise <output>/<split> must not exist
};

// Evaluates the model on a split of the document's data and prints its metrics as JSON. `output`
// gets the same files as a split at the end of training (split_files.h).
Result<ExitCode> evaluate_command(const EvaluateArguments& arguments);

struct PredictArguments {
  TrainedModelArguments model;
  Split split = Split::validation;
  std::vector<std::string> kinds;  // names of PredictionKind; empty: the task's most common
  std::string format = "npy";      // a name of PredictionFormat
  std::filesystem::path output;    // must not exist
};

inline constexpr const char* kPredictionsFile = "predictions.json";

// Writes the model's predictions for each row, in data order, and the labels of rows that have
// some, to files described in prediction_files.h. predictions.json, which is also printed, lists
// them.
Result<ExitCode> predict_command(const PredictArguments& arguments);

}  // namespace trainyard
