// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "engine/inference/prediction_files.h"
#include "engine/parquet/parquet_file.h"

namespace trainyard {

namespace {

constexpr const char* kParquetFile = "predictions.parquet";
// The maximum of a row group: what readers load at once, and can skip. A single row may be larger.
constexpr std::int64_t kMaxRows = 10'000, kMaxBytes = 64 << 20;

ParquetNumber number_of(at::ScalarType type) {
  if (type == at::kLong) return ParquetNumber::int64;
  return type == at::kHalf ? ParquetNumber::float16 : ParquetNumber::float32;
}

class ParquetPredictions final : public PredictionFiles {
 public:
  explicit ParquetPredictions(PredictionPlan plan) : plan_(std::move(plan)) {}

  Result<void> write(const std::vector<Prediction>& said, const MicroBatch& rows) override {
    if (!file_) {
      TRY(create_file(said));
    }
    std::vector<at::Tensor> values;
    for (const Prediction& of_kind : said) values.push_back(of_kind.values.to(at::kCPU));
    for (std::int64_t row = 0; row < rows.num_rows; ++row) {
      std::vector<at::Tensor> parts;
      std::int64_t bytes = 0;
      for (std::size_t i = 0; i < said.size(); ++i) {
        parts.push_back(said[i].is_of_tokens ? values[i][row].narrow(0, 0, rows.length_of(row))
                                             : values[i].narrow(0, row, 1));
        bytes += static_cast<std::int64_t>(parts.back().nbytes());
      }
      if (num_rows_ == kMaxRows || (num_rows_ > 0 && num_bytes_ + bytes > kMaxBytes)) {
        TRY(write_group());
      }
      for (std::size_t i = 0; i < parts.size(); ++i) pending_[i].push_back(std::move(parts[i]));
      ++num_rows_;
      num_bytes_ += bytes;
    }
    return {};
  }

  // {"file": "predictions.parquet", "columns": {"logits": {"shape": [83, 3], "dtype": "float32"}}}
  Result<Map> finish() override {
    TRY(write_group());
    TRY(file_->finish());
    return Map{{"file", kParquetFile}, {"columns", std::move(description_)}};
  }

 private:
  Result<void> create_file(const std::vector<Prediction>& said) {
    TRY(check_room(plan_, said, plan_.rows.num_tokens()));
    for (std::size_t i = 0; i < said.size(); ++i) {
      const auto& [values, is_of_tokens] = said[i];
      const at::IntArrayRef sizes = values.sizes().slice(is_of_tokens ? 2 : 1);
      const std::string name(name_of(plan_.kinds[i]));
      columns_.push_back({name, number_of(values.scalar_type()), is_of_tokens, sizes.vec()});
      List shape{plan_.rows.num_examples()};
      if (is_of_tokens) shape.emplace_back();  // it varies
      shape.insert(shape.end(), sizes.begin(), sizes.end());
      description_.emplace_back(
          name, Map{{"shape", std::move(shape)}, {"dtype", numpy_name(values.scalar_type())}});
    }
    pending_.resize(columns_.size());
    TRY(file_, create_parquet_file(plan_.folder / kParquetFile, columns_));
    return {};
  }

  Result<void> write_group() {
    std::vector<at::Tensor> joined;
    std::vector<ParquetValues> values;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      ParquetValues& column = values.emplace_back();
      if (columns_[i].is_list) {
        column.offsets.push_back(0);
        for (const at::Tensor& part : pending_[i])
          column.offsets.push_back(column.offsets.back() + static_cast<std::int32_t>(part.size(0)));
      }
      column.numbers = joined.emplace_back(at::cat(pending_[i])).const_data_ptr();
      pending_[i].clear();
    }
    TRY(file_->write(std::exchange(num_rows_, 0), values));
    num_bytes_ = 0;
    return {};
  }

  const PredictionPlan plan_;
  std::vector<ParquetColumn> columns_;            // one per kind
  std::vector<std::vector<at::Tensor>> pending_;  // per column: the next group, one tensor per row
  std::int64_t num_rows_ = 0, num_bytes_ = 0;     // in the next group
  std::unique_ptr<ParquetFile> file_;
  Map description_;
};

}  // namespace

std::unique_ptr<PredictionFiles> parquet_predictions(PredictionPlan plan) {
  return std::make_unique<ParquetPredictions>(std::move(plan));
}

}  // namespace trainyard
