// SPDX-License-Identifier: GPL-3.0-or-later
// What a model says of rows, as files.
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
  npy,      // an array of NumPy of each kind
  parquet,  // one file with a column of each kind
};
template <>
struct Names<PredictionFormat> {
  static constexpr std::pair<PredictionFormat, std::string_view> all[] = {
      {PredictionFormat::npy, "npy"}, {PredictionFormat::parquet, "parquet"}};
};

class PredictionFiles {
 public:
  virtual ~PredictionFiles() = default;
  // Of the next rows, a prediction of each kind. Errors: those of the files; with the first rows
  // "prediction.no_room", when all of them will not fit.
  virtual Result<void> write(const std::vector<Prediction>& said, const MicroBatch& rows) = 0;
  // After the last row: all of it is on the disk. What predictions.json tells of the files.
  virtual Result<Map> finish() = 0;
};

struct PredictionPlan {
  std::filesystem::path folder;  // of the files
  std::vector<PredictionKind> kinds;
  const Dataset& rows;  // all that will be written
};

// "<kind>.npy", rows first. Those of tokens are as long as the longest row; behind the end of a row
// there is NaN (-100 in labels).
std::unique_ptr<PredictionFiles> npy_predictions(PredictionPlan plan);
// predictions.parquet: a row has a number, lists of a fixed size, or, of tokens, a list as long as
// the row.
std::unique_ptr<PredictionFiles> parquet_predictions(PredictionPlan plan);

// Error: all rows, with so many tokens in all, take more than is free ("prediction.no_room"). Of
// compressed files this is the most that they take.
Result<void> check_room(const PredictionPlan& plan, const std::vector<Prediction>& said,
                        std::int64_t num_tokens);

// As predictions.json and NumPy name it ("float32"). fp32, fp16 and int64 are written.
std::string numpy_name(at::ScalarType type);

}  // namespace trainyard
