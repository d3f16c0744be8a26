// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of timelines cut at a random place, another one in each epoch.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/data/source.h"

namespace trainyard {

// Another source's rows, whose padding is on the left and has this id. Of each row that has padding
// only the first tokens stay, 1 to one less than there are, with more padding before them; how many
// follows from the row's key, so it is the same whatever the ranks.
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
