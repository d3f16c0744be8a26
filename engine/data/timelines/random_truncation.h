// SPDX-License-Identifier: GPL-3.0-or-later
// Truncates rows of timelines at a random position, a new one in each epoch.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/data/source.h"

namespace trainyard {

// Wraps a source of rows that are padded on the left with this id. A row that has padding is
// truncated to its first tokens, 1 to one less than there are, with more padding before them; the
// number follows from the row's key, so it does not depend on the ranks.
class RandomTruncation final : public Source {
 public:
  RandomTruncation(std::unique_ptr<Source> whole, std::int64_t padding_id)
      : whole_(std::move(whole)), padding_id_(padding_id) {}

  Result<StepBatches> next() override;
  bool seek(const Map& position) override { return whole_->seek(position); }
  Map position() const override { return whole_->position(); }
  std::int64_t remaining_steps(double num_epochs) const override {
    return whole_->remaining_steps(num_epochs);
  }
  std::int64_t num_examples() const override { return whole_->num_examples(); }

 private:
  std::unique_ptr<Source> whole_;
  std::int64_t padding_id_;
};

}  // namespace trainyard
