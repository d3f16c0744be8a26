// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `engine` that use a trained model. Results go to stdout, messages to stderr;
// errors are returned.
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
  std::filesystem::path output;  // empty: no files; else <output>/<split> must not exist
};

// Judges the model on a split of the document's data; its metrics as JSON. Into `output` what the
// end of a training writes of a split (split_files.h).
Result<ExitCode> evaluate_command(const EvaluateArguments& arguments);

struct PredictArguments {
  TrainedModelArguments model;
  Split split = Split::validation;
  std::vector<std::string> kinds;  // names of PredictionKind; empty: the task's most usual
  std::string format = "npy";      // a name of PredictionFormat
  std::filesystem::path output;    // must not exist
};

inline constexpr const char* kPredictionsFile = "predictions.json";

// Writes what the model says of each row, in the order of the data, and the labels of rows that
// have some, into files as prediction_files.h has them. predictions.json, also printed, says what
// is there.
Result<ExitCode> predict_command(const PredictArguments& arguments);

}  // namespace trainyard
