// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/step_axis.h"

#include <algorithm>
#include <cmath>

#include "engine/agent/output/count.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_remembered = 512;

std::int64_t bounded(double step) {
  if (!(step > 0)) return 0;
  return step < static_cast<double>(max_count) ? static_cast<std::int64_t>(step) : max_count;
}

}  // namespace

void Timeline::add(std::int64_t line, std::int64_t step) {
  const auto at = std::upper_bound(steps_.begin(), steps_.end(), std::pair(line, max_count));
  steps_.insert(at, {line, step});
  if (steps_.size() > max_remembered)
    steps_.erase(steps_.begin(), steps_.begin() + max_remembered / 2);
}

std::optional<std::int64_t> Timeline::at(std::int64_t line) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), std::pair(line, max_count));
  if (after == steps_.begin()) return std::nullopt;
  return std::prev(after)->second;
}

std::int64_t StepAxis::place(const LineCounts& counts, const Timeline& timeline) {
  ++order_;
  tells_step_ = false;
  if (is_by_order_) return order_;
  const auto reached = timeline.at(counts.line);
  // Batches of an evaluation are no steps of the training.
  const bool is_own = counts.step && !is_of_epochs_ &&
                      !(counts.is_evaluation && counts.kind == Counter::batch && reached);
  if (is_own) {
    tells_step_ = !counts.is_evaluation;
    return counted(counts);
  }
  if (counts.has_own_epoch || counts.epoch) {
    if (reached && !is_of_epochs_) return *reached;
    if (counts.heading_step && !counts.has_own_epoch) return *counts.heading_step;
    return bounded(*counts.epoch);
  }
  if (counts.heading_step) return *counts.heading_step;
  return reached.value_or(timeline.is_empty() ? order_ : 0);
}

std::int64_t StepAxis::counted(const LineCounts& counts) {
  const std::int64_t step = *counts.step, last = std::exchange(last_step_, step);
  const bool may_restart = counts.kind != Counter::total && counts.kind != Counter::progress;
  if (!may_restart) return step;
  if (!counts.epoch) {
    // A step that goes back by itself is that of a training that went back to a checkpoint.
    const bool is_of_part = counts.kind == Counter::batch || counts.total;
    if (is_of_part && step < last) offset_ += counts.total.value_or(last);
    offset_ = std::min(offset_, max_count);
    return std::min(offset_ + step, max_count);
  }
  const double epoch = std::floor(*counts.epoch);
  const double before = last_epoch_.value_or(epoch);
  last_epoch_ = epoch;
  if (!first_epoch_) first_epoch_ = std::min(epoch, 1.0);
  if (epoch > before && last >= 0) {
    if (step > last) is_global_ = true;
    if (!counts.total && !is_global_) offset_ = std::min(offset_ + last, max_count);
  }
  if (is_global_) return step;
  if (!counts.total) return std::min(offset_ + step, max_count);
  return bounded((epoch - *first_epoch_) * static_cast<double>(*counts.total) +
                 static_cast<double>(step));
}

}  // namespace trainyard::agent
