// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a model's predictions for rows to files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/data/dataset.h"
#include "engine/data/micro_batch.h"
#include "engine/task/prediction.h"

namespace trainyard {

enum class PredictionFormat {
  npy,      // a NumPy array for each kind
  parquet,  // one file with a column for each kind
};
template <>
struct Names<PredictionFormat> {
  static constexpr std::pair<PredictionFormat, std::string_view> all[] = {
      {PredictionFormat::npy, "npy"}, {PredictionFormat::parquet, "parquet"}};
};

class PredictionFiles {
 public:
  virtual ~PredictionFiles() = default;
  // Writes a prediction of each kind for the next rows. Errors: those of the files; at the first
  // rows "prediction.no_room" if there is not enough space for all of them.
  virtual Result<void> write(const std::vector<Prediction>& said, const MicroBatch& rows) = 0;
  // To be called after the last row: makes everything durable. Returns the description of the files
  // for predictions.json.
  virtual Result<Map> finish() = 0;
};

struct PredictionPlan {
  std::filesystem::path folder;  // of the files
  std::vector<PredictionKind> kinds;
  const Dataset& rows;  // all that will be written
};

// "<kind>.npy", rows first. Those of tokens are as long as the longest row, padded with NaN (-100
// in labels).
std::unique_ptr<PredictionFiles> npy_predictions(PredictionPlan plan);
// predictions.parquet: a row has a number, lists of a fixed size or, for tokens, a list as long as
// the row.
std::unique_ptr<PredictionFiles> parquet_predictions(PredictionPlan plan);

// Error: all rows, with that many tokens in total, need more space than is free
// ("prediction.no_room"). For compressed files this is an upper bound.
Result<void> check_room(const PredictionPlan& plan, const std::vector<Prediction>& said,
                        std::int64_t num_tokens);

// The name in predictions.json and NumPy ("float32"). fp32, fp16 and int64 are supported.
std::string numpy_name(at::ScalarType type);

}  // namespace trainyard
