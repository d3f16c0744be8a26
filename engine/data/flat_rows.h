// SPDX-License-Identifier: GPL-3.0-or-later
// Concatenates the rows of a micro-batch into a single row without padding: each is a document with
// positions starting at 0, as in trl's DataCollatorForLanguageModeling(padding_free=True).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "engine/data/micro_batch.h"
#include "engine/data/source.h"

namespace trainyard {

// Accepts rows with one or several documents each, padded on the right; drops `row_labels`. Each of
// the joined rows keeps its key. An empty micro-batch stays empty.
MicroBatch flattened(const MicroBatch& rows);

// Another source's micro-batches, flattened.
class FlatRows final : public Source {
 public:
  explicit FlatRows(std::unique_ptr<Source> padded) : padded_(std::move(padded)) {}

  Result<StepBatches> next() override;
  bool seek(const Map& position) override { return padded_->seek(position); }
  Map position() const override { return padded_->position(); }
  std::int64_t remaining_steps(double num_epochs) const override {
    return padded_->remaining_steps(num_epochs);
  }
  std::int64_t num_examples() const override { return padded_->num_examples(); }

 private:
  std::unique_ptr<Source> padded_;
};

}  // namespace trainyard
