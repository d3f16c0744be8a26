// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <utility>

#include "engine/train/npy_file.h"
#include "engine/inference/prediction_files.h"

namespace trainyard {

namespace {

// (B, t, ...) -> (B, longest, ...), padded with NaN, or -100 for labels.
at::Tensor padded(const at::Tensor& values, const MicroBatch& rows, std::int64_t longest) {
  std::vector<std::int64_t> shape = values.sizes().vec();
  shape[1] = longest;
  at::Tensor all = values.is_floating_point()
                       ? at::full(shape, std::numeric_limits<double>::quiet_NaN(), values.options())
                       : at::full(shape, kIgnoreIndex, values.options());
  for (std::int64_t row = 0; row < rows.num_rows; ++row) {
    const std::int64_t length = rows.length_of(row);
    all[row].narrow(0, 0, length).copy_(values[row].narrow(0, 0, length));
  }
  return all;
}

class NpyPredictions final : public PredictionFiles {
 public:
  explicit NpyPredictions(PredictionPlan plan) : plan_(std::move(plan)) {}

  Result<void> write(const std::vector<Prediction>& said, const MicroBatch& rows) override {
    if (files_.empty()) {
      TRY(check_room(plan_, said, plan_.rows.num_examples() * plan_.rows.longest_row()));
    }
    for (std::size_t i = 0; i < said.size(); ++i) {
      const at::Tensor array = said[i].is_of_tokens
                                   ? padded(said[i].values, rows, plan_.rows.longest_row())
                                   : said[i].values;
      if (files_.size() == i) {
        TRY(create_file(plan_.kinds[i], array));
      }
      TRY(files_[i].write(array));
    }
    return {};
  }

  // {"arrays": {"logits": {"file": "logits.npy", "shape": [83, 3], "dtype": "float32"}, ...}}
  Result<Map> finish() override {
    for (NpyFile& file : files_) {
      TRY(file.finish());
    }
    return Map{{"arrays", std::move(description_)}};
  }

 private:
  Result<void> create_file(PredictionKind kind, const at::Tensor& first_rows) {
    const std::string name(name_of(kind)), file = name + ".npy";
    std::vector<std::int64_t> shape = first_rows.sizes().vec();
    shape[0] = plan_.rows.num_examples();
    const at::ScalarType type = first_rows.scalar_type();
    TRY(NpyFile array, NpyFile::create(plan_.folder / file, type, shape));
    files_.push_back(std::move(array));
    description_.emplace_back(name, Map{{"file", file},
                                        {"shape", List(shape.begin(), shape.end())},
                                        {"dtype", numpy_name(type)}});
    return {};
  }

  const PredictionPlan plan_;
  std::vector<NpyFile> files_;  // one per kind
  Map description_;
};

}  // namespace

std::unique_ptr<PredictionFiles> npy_predictions(PredictionPlan plan) {
  return std::make_unique<NpyPredictions>(std::move(plan));
}

}  // namespace trainyard
