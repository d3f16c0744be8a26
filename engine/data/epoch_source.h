// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset in a new random order each epoch. When grouped by length, parts of the order are
// sorted, longest rows first, so that the rows of a micro-batch need little padding (like
// transformers' LengthGroupedSampler); the number of examples in a part does not depend on the
// batch size and the ranks.
#pragma once

#include <memory>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/order.h"
#include "engine/data/plan.h"
#include "engine/data/source.h"

namespace trainyard {

class EpochSource final : public Source {
 public:
  enum class Order { random, grouped_by_length };

  EpochSource(std::shared_ptr<const Dataset> dataset, BatchPlan plan, std::int64_t rank,
              std::uint64_t seed, Order order = Order::random);

  Result<StepBatches> next() override;
  bool seek(const Map& position) override;
  Map position() const override;
  std::int64_t remaining_steps(double num_epochs) const override {
    return plan_.remaining_steps(position_, num_epochs);
  }
  std::int64_t num_examples() const override { return plan_.num_examples; }

 private:
  // A sorted part of an epoch's order.
  struct Part {
    std::int64_t epoch = -1, number = -1;
    std::vector<std::int64_t> examples;
  };
  Result<std::int64_t> example_at(const EpochOrder& order, std::int64_t position);
  Result<void> sort_part(const EpochOrder& order, std::int64_t number);

  std::shared_ptr<const Dataset> dataset_;
  const BatchPlan plan_;
  const std::int64_t rank_;
  const std::uint64_t seed_;
  const Order order_;
  Part part_;  // the last one read
  DataPosition position_;
};

}  // namespace trainyard
