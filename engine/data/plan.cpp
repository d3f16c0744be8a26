// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/plan.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

DataPosition BatchPlan::after(DataPosition position) const {
  const std::int64_t next = position.example + global_batch();
  if (next >= num_examples) return {position.epoch + 1, 0};
  return {position.epoch, next};
}

double BatchPlan::epochs_at(DataPosition position) const {
  const double within = static_cast<double>(position.example / global_batch());
  return static_cast<double>(position.epoch) + within / static_cast<double>(steps_per_epoch());
}

std::int64_t BatchPlan::remaining_steps(DataPosition position, double num_epochs) const {
  const auto total =
      static_cast<std::int64_t>(std::ceil(num_epochs * static_cast<double>(steps_per_epoch())));
  const std::int64_t done = position.epoch * steps_per_epoch() + position.example / global_batch();
  return std::max<std::int64_t>(0, total - done);
}

bool is_at_epochs(double every_epochs, double epochs, std::int64_t step, std::int64_t epoch_steps) {
  if (every_epochs == std::floor(every_epochs)) return std::fmod(epochs, every_epochs) == 0;
  const double interval = std::ceil(every_epochs * static_cast<double>(epoch_steps));
  return step % std::max<std::int64_t>(1, static_cast<std::int64_t>(interval)) == 0;
}

}  // namespace trainyard
