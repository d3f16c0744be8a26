// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/split/row_split.h"

#include <cmath>

#include "engine/contract/messages.h"
#include "engine/data/split/random_state.h"

namespace trainyard {
namespace {

// Rejects NaN, 0 and 1.
Result<void> check_split_ratio(const char* name, std::optional<double> ratio) {
  if (!ratio || (*ratio > 0.0 && *ratio < 1.0)) return {};
  return make_error("split.ratio", {{"name", name}, {"ratio", *ratio}});
}

struct PartSizes {
  std::int64_t train = 0;
  std::int64_t test = 0;
};

Result<PartSizes> part_sizes(std::int64_t count, SplitRatios ratios) {
  if (!ratios.train && !ratios.test) ratios.test = 0.25;
  TRY(check_split_ratio("test_ratio", ratios.test));
  TRY(check_split_ratio("train_ratio", ratios.train));
  if (ratios.train && ratios.test && *ratios.train + *ratios.test > 1.0)
    return make_error("split.sum", {{"sum", *ratios.train + *ratios.test}});
  const auto rows = static_cast<double>(count);
  PartSizes sizes;
  if (ratios.test) sizes.test = static_cast<std::int64_t>(std::ceil(*ratios.test * rows));
  if (ratios.train) sizes.train = static_cast<std::int64_t>(std::floor(*ratios.train * rows));
  if (!ratios.train) sizes.train = count - sizes.test;
  if (!ratios.test) sizes.test = count - sizes.train;
  if (sizes.train + sizes.test > count)
    return make_error("split.sizes",
                      {{"rows", count}, {"training", sizes.train}, {"test", sizes.test}});
  if (sizes.train <= 0) return make_error("split.no_training", {{"rows", count}});
  return sizes;
}

std::vector<std::int64_t> rows_at(const std::vector<std::int64_t>& rows,
                                  const std::vector<std::int64_t>& places) {
  std::vector<std::int64_t> out;
  out.reserve(places.size());
  for (const std::int64_t place : places) out.push_back(rows[static_cast<std::size_t>(place)]);
  return out;
}

}  // namespace

Result<TrainTestRows> train_test_rows(std::int64_t count, const SplitRatios& ratios,
                                      std::uint32_t seed) {
  if (count > max_shuffled_rows)
    return make_error("split.too_many_rows", {{"rows", count}, {"limit", max_shuffled_rows}});
  TRY(const PartSizes sizes, part_sizes(count, ratios));
  const std::vector<std::int64_t> order = permutation(seed, count);
  const auto train = order.begin() + sizes.test;
  return TrainTestRows{.train = {train, train + sizes.train}, .test = {order.begin(), train}};
}

Result<TrainTestRows> train_test_rows(std::int64_t count, double test_ratio, std::uint32_t seed) {
  return train_test_rows(count, SplitRatios{.train = {}, .test = test_ratio}, seed);
}

Result<TrainValidationTestRows> train_validation_test_rows(std::int64_t count, double train_ratio,
                                                           double validation_ratio,
                                                           std::uint32_t seed) {
  TRY(check_split_ratio("train_ratio", train_ratio));
  TRY(check_split_ratio("validation_ratio", validation_ratio));
  const double test_ratio = 1 - train_ratio - validation_ratio;
  if (test_ratio <= 0)
    return make_error("split.no_test", {{"train", train_ratio}, {"validation", validation_ratio}});
  TRY(auto outer, train_test_rows(count, SplitRatios{.train = train_ratio, .test = {}}, seed));
  const double inner_ratio = validation_ratio / (validation_ratio + test_ratio);
  TRY(const auto inner, train_test_rows(static_cast<std::int64_t>(outer.test.size()),
                                        SplitRatios{.train = inner_ratio, .test = {}}, seed));
  return TrainValidationTestRows{.train = std::move(outer.train),
                                 .validation = rows_at(outer.test, inner.train),
                                 .test = rows_at(outer.test, inner.test)};
}

}  // namespace trainyard
