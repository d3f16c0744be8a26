// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/epoch_source.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace trainyard {

namespace {

constexpr std::int64_t kSortedExamples = 2048;  // number of examples that are sorted together

std::int64_t at(const EpochOrder& order, std::int64_t place) {
  return static_cast<std::int64_t>(order[static_cast<std::uint64_t>(place)]);
}

}  // namespace

EpochSource::EpochSource(std::shared_ptr<const Dataset> dataset, BatchPlan plan, std::int64_t rank,
                         std::uint64_t seed, Order order)
    : dataset_(std::move(dataset)), plan_(plan), rank_(rank), seed_(seed), order_(order) {}

Result<std::int64_t> EpochSource::example_at(const EpochOrder& order, std::int64_t position) {
  if (order_ == Order::random) return at(order, position);
  const std::int64_t number = position / kSortedExamples;
  if (part_.epoch != position_.epoch || part_.number != number) {
    TRY(sort_part(order, number));
  }
  return part_.examples[static_cast<std::size_t>(position % kSortedExamples)];
}

Result<void> EpochSource::sort_part(const EpochOrder& order, std::int64_t number) {
  const std::int64_t first = number * kSortedExamples,
                     end = std::min(first + kSortedExamples, plan_.num_examples);
  std::vector<std::int64_t> examples;
  for (std::int64_t place = first; place < end; ++place) examples.push_back(at(order, place));
  TRY(const auto lengths, dataset_->lengths(examples));
  std::vector<std::size_t> sorted(examples.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::stable_sort(sorted, std::greater{}, [&](std::size_t i) { return lengths[i]; });
  part_ = {position_.epoch, number, {}};
  for (const std::size_t i : sorted) part_.examples.push_back(examples[i]);
  return {};
}

Result<StepBatches> EpochSource::next() {
  const auto epoch = static_cast<std::uint64_t>(position_.epoch);
  const EpochOrder order(seed_, epoch, static_cast<std::uint64_t>(plan_.num_examples));
  const std::int64_t left = plan_.num_examples - position_.example;
  StepBatches step;
  for (std::int64_t micro = 0; micro < plan_.accumulation; ++micro) {
    const std::int64_t first = (micro * plan_.world_size + rank_) * plan_.per_device;
    const std::int64_t count = std::clamp<std::int64_t>(left - first, 0, plan_.per_device);
    std::vector<std::int64_t> examples(static_cast<std::size_t>(count));
    for (std::int64_t row = 0; row < count; ++row) {
      TRY(examples[static_cast<std::size_t>(row)],
          example_at(order, position_.example + first + row));
    }
    TRY(MicroBatch rows, dataset_->rows(examples));
    for (const std::int64_t example : examples)
      rows.row_keys.push_back(row_key(seed_, epoch, static_cast<std::uint64_t>(example)));
    step.micro_batches.push_back(std::move(rows));
  }
  position_ = plan_.after(position_);
  step.after = position();
  step.epochs = plan_.epochs_at(position_);
  return step;
}

Map EpochSource::position() const {
  return {{"epoch", position_.epoch}, {"example", position_.example}};
}

bool EpochSource::seek(const Map& position) {
  const DataPosition wanted{get<std::int64_t>(position, "epoch", -1),
                            get<std::int64_t>(position, "example", -1)};
  if (wanted.epoch < 0 || wanted.example < 0) return false;
  position_ = wanted;
  return true;
}

}  // namespace trainyard
