// SPDX-License-Identifier: GPL-3.0-or-later
// Examples with random access.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/micro_batch.h"

namespace trainyard {

class Dataset {
 public:
  virtual ~Dataset() = default;

  virtual std::int64_t num_examples() const = 0;
  // Returns the length in tokens of each of these examples. Errors: those of rows().
  virtual Result<std::vector<std::int64_t>> lengths(
      const std::vector<std::int64_t>& indices) const = 0;
  virtual std::int64_t longest_row() const = 0;
  virtual std::int64_t num_tokens() const = 0;  // of all examples, an upper bound
  // Returns the examples with these indices, in this order, as rows without keys. Errors: read
  // errors; invalid content.
  virtual Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const = 0;
};

// The first examples of another dataset.
class FirstExamples final : public Dataset {
 public:
  // `most` is at least 1.
  FirstExamples(std::unique_ptr<const Dataset> all, std::int64_t most)
      : all_(std::move(all)), most_(most) {}

  std::int64_t num_examples() const override { return std::min(most_, all_->num_examples()); }
  Result<std::vector<std::int64_t>> lengths(
      const std::vector<std::int64_t>& indices) const override {
    return all_->lengths(indices);
  }
  std::int64_t longest_row() const override { return all_->longest_row(); }
  std::int64_t num_tokens() const override { return all_->num_tokens(); }
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override {
    return all_->rows(indices);
  }

 private:
  std::unique_ptr<const Dataset> all_;
  std::int64_t most_;
};

// A selection of another dataset's examples, in the given order.
class ChosenExamples final : public Dataset {
 public:
  // `chosen` has at least one index, each below the number of examples.
  ChosenExamples(std::unique_ptr<const Dataset> all, std::vector<std::int64_t> chosen)
      : all_(std::move(all)), chosen_(std::move(chosen)) {}

  std::int64_t num_examples() const override { return std::ssize(chosen_); }
  Result<std::vector<std::int64_t>> lengths(
      const std::vector<std::int64_t>& indices) const override {
    return all_->lengths(of_all(indices));
  }
  std::int64_t longest_row() const override { return all_->longest_row(); }
  std::int64_t num_tokens() const override { return all_->num_tokens(); }
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override {
    return all_->rows(of_all(indices));
  }

 private:
  std::vector<std::int64_t> of_all(std::vector<std::int64_t> indices) const {
    for (std::int64_t& index : indices) index = chosen_[static_cast<std::size_t>(index)];
    return indices;
  }

  std::unique_ptr<const Dataset> all_;
  std::vector<std::int64_t> chosen_;
};

}  // namespace trainyard
