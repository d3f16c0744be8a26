// A dataset in a new random order each epoch.
#pragma once

#include <memory>

#include "engine/data/dataset.h"
#include "engine/data/plan.h"
#include "engine/data/source.h"

namespace trainyard {

class EpochSource final : public Source {
 public:
  EpochSource(std::shared_ptr<const Dataset> dataset, BatchPlan plan, std::int64_t rank,
              std::uint64_t seed);

  Result<StepBatches> next() override;
  bool seek(const Map& position) override;
  Map position() const override;
  std::int64_t remaining_steps(double num_epochs) const override {
    return plan_.remaining_steps(position_, num_epochs);
  }
  std::int64_t num_examples() const override { return plan_.num_examples; }

 private:
  std::shared_ptr<const Dataset> dataset_;
  const BatchPlan plan_;
  const std::int64_t rank_;
  const std::uint64_t seed_;
  DataPosition position_;
};

}  // namespace trainyard
